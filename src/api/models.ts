import type { z } from 'zod'
import type { Endpoints } from '../contract/all.ts'
import { type Model, newModelId } from '../contract/models.ts'
import { iso } from '../core/time.ts'
import type { Model as StoredModel } from '../store/model-view.ts'
import type { ModelPatch, ModelRefusal, NewModel } from '../store/models.ts'
import type { Outcome } from '../store/outcome.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { differs, sawNewest } from './differs.ts'
import { ApiError, found, invalid } from './errors.ts'
import { referenceOf } from './references.ts'
import { cataloguePrice, IN_THE_PAST, priceIn, priceOut, startsInThePast } from './prices.ts'
import { auditOf } from './trail.ts'

type ModelHandlers = Pick<
  Handlers,
  | 'adminListModels'
  | 'adminListReferences'
  | 'adminCreateModel'
  | 'adminGetModel'
  | 'adminPatchModel'
  | 'adminDeleteModel'
>

/** The catalogue, as administrators make it. */
export function modelHandlers(deps: Deps): ModelHandlers {
  const { models } = deps.store
  return {
    adminListModels: async () => ({ items: (await models.list()).map(modelOf), next: null }),
    adminListReferences: async () => ({
      items: (await models.list()).flatMap(({ id }) => referenceOf(id, deps) ?? []),
      next: null,
    }),
    adminCreateModel: (call) => createModel(call, deps),
    adminGetModel: async ({ params }) => modelOf(await readModel(params.id, deps)),
    adminPatchModel: async (call) => {
      await requireNames(call, deps)
      return patchModel(call, deps)
    },
    adminDeleteModel: async (call) => {
      const { id } = call.params
      const before = modelOf(await readModel(id, deps))
      const audit = auditOf(call, { action: 'model.deleted', targetKind: 'model', targetId: id, before, after: null })
      found(await models.remove(id, { audit }))
      await deps.changed()
      return null
    },
  }
}

async function createModel(call: Call<Endpoints['adminCreateModel']>, deps: Deps): Promise<Model> {
  const { id, ...fields } = call.body
  const model: NewModel = { ...newModel(id, deps), ...given(patchOf(fields)), id }
  const after = call.body
  const audit = auditOf(call, { action: 'model.created', targetKind: 'model', targetId: id, before: null, after })
  const created = accepted(id, await deps.store.models.create(model, { audit }))
  await deps.changed()
  return modelOf(created)
}

type PatchCall = Call<Endpoints['adminPatchModel']>

/** Changes a model whatever its aliases are called. */
export async function patchModel(call: PatchCall, deps: Deps): Promise<Model> {
  const { id } = call.params
  const before = modelOf(await readModel(id, deps))
  requireStart(call.body, deps.clock.now())
  // A price that is set is set from now on, and ends what was planned, also where it is the one of now.
  if (call.body.price === undefined && !differs(call.body, before) && sawNewest(call, before)) return before
  const facts = { targetKind: 'model', targetId: id, before, after: call.body }
  const audit = auditOf(call, { action: 'model.changed', ...facts })
  const changed = accepted(
    id,
    await deps.store.models.patch(id, { ...patchOf(call.body), ifVersion: call.ifMatch }, { audit }),
  )
  await deps.changed()
  return modelOf(changed)
}

function requireStart({ price, effective_from }: PatchCall['body'], now: number): void {
  if (effective_from === undefined) return
  if (price === undefined) {
    const zh = '生效时间须与价格一同给出'
    throw invalid({ effective_from: { zh, en: 'An effective time must come with a price' } })
  }
  if (startsInThePast({ effective_from }, now)) throw invalid({ effective_from: IN_THE_PAST })
}

/** Aliases that are new are held to the rule for them; those the model has may be older than it. */
async function requireNames({ params, body }: PatchCall, deps: Deps): Promise<void> {
  const isOdd = (alias: string) => !newModelId.safeParse(alias).success
  if (!body.aliases?.some(isOdd)) return
  const { aliases: present } = await readModel(params.id, deps)
  const fresh = body.aliases.filter((alias) => !present.includes(alias))
  const name = fresh.find(isOdd)
  if (name === undefined) return
  throw invalid({
    aliases: {
      zh: `别名不能包含空格、引号或不可见字符：${name}`,
      en: `An alias must not contain spaces, quotes or invisible characters: ${name}`,
    },
  })
}

/** A model as the built-in catalogue knows it; one it does not know has a name and no price. */
export function newModel(id: string, deps: Pick<Deps, 'knownModel'>): NewModel {
  const known = deps.knownModel(id)
  return {
    id,
    displayName: known?.displayName ?? id,
    vendor: known?.vendor ?? '',
    kind: known?.kind ?? 'chat',
    context: known?.context ?? null,
    maxOutput: known?.maxOutput ?? null,
    abilities: known?.abilities ?? [],
    aliases: [],
    price: cataloguePrice(known) ?? null,
    enabled: true,
  }
}

type ModelFields = z.output<Endpoints['adminPatchModel']['body']>

function patchOf(fields: ModelFields): ModelPatch {
  const { price } = fields
  return {
    displayName: fields.display_name,
    vendor: fields.vendor,
    kind: fields.kind,
    context: fields.context,
    maxOutput: fields.max_output,
    abilities: fields.abilities,
    aliases: fields.aliases,
    price: price ? priceIn(price) : price,
    priceFrom: fields.effective_from === undefined ? undefined : Date.parse(fields.effective_from),
    enabled: fields.enabled,
    strategy: fields.strategy,
    firstTokenMs: fields.first_token_ms,
    idleMs: fields.idle_ms,
  }
}

/** Without the fields that were not given, so that they do not cover what is known. */
function given(patch: ModelPatch): Partial<NewModel> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}

async function readModel(id: string, deps: Deps): Promise<StoredModel> {
  return found(await deps.store.models.get(id))
}

function accepted(id: string, outcome: Outcome<StoredModel, ModelRefusal>): StoredModel {
  if (outcome.ok) return outcome.value
  const about = outcome.about ?? ''
  switch (outcome.refused) {
    case 'not_found':
    case 'version_conflict':
      throw new ApiError(outcome.refused)
    case 'name_taken':
      throw new ApiError('model_exists', {
        fields: {
          [about === id ? 'id' : 'aliases']: {
            zh: `名称已被使用：${about}`,
            en: `This name is already in use: ${about}`,
          },
        },
      })
    case 'price_too_large':
      throw invalid({ price: { zh: '价格过大', en: 'The price is too large' } })
  }
  return outcome.refused satisfies never
}

function modelOf(row: StoredModel): Model {
  return {
    id: row.id,
    display_name: row.displayName,
    vendor: row.vendor,
    kind: row.kind,
    context: row.context,
    max_output: row.maxOutput,
    abilities: row.abilities,
    aliases: row.aliases,
    price: row.price ? priceOut(row.price) : null,
    enabled: row.enabled,
    strategy: row.strategy,
    first_token_ms: row.firstTokenMs,
    idle_ms: row.idleMs,
    protocols: row.protocols,
    providers: { active: row.providers.active, total: row.providers.total },
    created_at: iso(row.createdAt),
    version: row.version,
  }
}
