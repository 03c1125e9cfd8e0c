import type { Endpoints } from '../contract/all.ts'
import type { Config, ConfigInput, ConfigRow } from '../contract/backup.ts'
import { type ModelPrice, shownPrice } from '../contract/models.ts'
import type { SettingKey } from '../contract/settings.ts'
import { sameJson } from '../core/same-json.ts'
import { iso } from '../core/time.ts'
import type { Call, Handlers } from './call.ts'
import { type Asking, requireConsent } from './confirm.ts'
import type { Deps } from './deps.ts'
import { ApiError } from './errors.ts'
import type { FileAnswer } from './file.ts'
import { groupHandlers } from './groups.ts'
import { modelHandlers, patchModel } from './models.ts'
import { providerHandlers } from './providers.ts'
import { settingHandlers } from './settings.ts'
import type { Throttle } from './throttle.ts'
import { auditOf } from './trail.ts'

/** The calls that a configuration is made of: importing is doing them one after another, with all they check and write down. */
type Parts = Pick<
  Handlers,
  | 'adminGetSettings'
  | 'adminPatchSettings'
  | 'adminListModels'
  | 'adminCreateModel'
  | 'adminPatchModel'
  | 'adminListGroups'
  | 'adminCreateGroup'
  | 'adminPatchGroup'
  | 'adminListProviders'
  | 'adminCreateProvider'
  | 'adminPatchProvider'
>

type ConfigHandlers = Pick<Handlers, 'adminExportConfig' | 'adminImportConfig'>

/** What an operator has set up, out of one gateway and into another. */
export function configHandlers(deps: Deps, throttle: Throttle): ConfigHandlers {
  const parts = partsOf(deps, throttle)
  return {
    adminExportConfig: (call) => exportConfig(call, parts, deps),
    adminImportConfig: (call) => importConfig(call, parts, { ...deps, throttle }),
  }
}

/** What each part changes is told once, when all are done: to read everything again for each would hold the relay up. */
function partsOf(deps: Deps, throttle: Throttle): Parts {
  const quiet = { ...deps, changed: () => Promise.resolve() }
  return {
    ...settingHandlers(quiet, throttle),
    ...modelHandlers(quiet),
    ...groupHandlers(quiet, throttle),
    ...providerHandlers(quiet, throttle),
    // Names that are older than the rule for new ones move along.
    adminPatchModel: (call) => patchModel(call, quiet),
  }
}

type ExportCall = Call<Endpoints['adminExportConfig']>
type ImportCall = Call<Endpoints['adminImportConfig']>

async function exportConfig(call: ExportCall, parts: Parts, { clock, store }: Deps): Promise<FileAnswer> {
  const { values, changed } = await parts.adminGetSettings(asked(call))
  const models = (await parts.adminListModels(asked(call))).items
  const groups = (await parts.adminListGroups(asked(call))).items
  const providers = (await parts.adminListProviders(asked(call))).items
  const config: ConfigInput = {
    format: 'yumen-config-1',
    settings: Object.fromEntries(changed.map((key) => [key, values[key]])),
    models: models.map(({ protocols: _p, providers: _q, version: _v, created_at: _c, ...model }) => model),
    groups: groups.map(({ id: _i, users: _u, version: _v, created_at: _c, limits, ...group }) => ({
      ...group,
      limits: limits.map(
        ({ used: _used, held: _held, resets_at: _r, ...limit }) => limit,
      ) as Config['groups'][number]['limits'],
    })),
    providers: providers.map((provider) => ({
      slug: provider.slug,
      name: provider.name,
      preset: provider.preset,
      priority: provider.priority,
      weight: provider.weight,
      multiplier: provider.multiplier,
      allow_private: provider.allow_private,
      drain_on_abort: provider.drain_on_abort,
      proxy: provider.proxy,
      ca: provider.ca,
      http2: provider.http2,
      billing_type: provider.billing_type,
      balance_alert: provider.balance_alert,
      note: provider.note,
      endpoints: provider.endpoints.map(({ id: _i, ...endpoint }) => endpoint),
      routes: provider.routes.map(({ model, upstream_name, enabled }) => ({ model, upstream_name, enabled })),
    })),
  }
  // How much of each; what it was stands in the rows of those who set it up.
  const after = { settings: changed.length, models: models.length, groups: groups.length, providers: providers.length }
  const facts = { targetKind: 'settings', targetId: null, before: null, after }
  await store.audit.record(auditOf(call, { action: 'settings.exported', ...facts }))
  const name = `yumen-config-${iso(clock.now()).slice(0, 10)}.json`
  return { name, type: 'application/json', pieces: once(`${JSON.stringify(config, null, 2)}\n`) }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/** One part of a configuration: what it is called, whether it is here already, and how it is taken over. */
type Piece = {
  kind: ConfigRow['kind']
  name: string
  here: boolean
  create(): Promise<unknown>
  overwrite(): Promise<unknown>
}

async function importConfig(call: ImportCall, parts: Parts, deps: Deps & Asking) {
  const { on_conflict: onConflict, dry_run: dryRun, password } = call.body
  const pieces = await piecesOf(call, parts)
  const rows = pieces.map((piece): ConfigRow => {
    const { kind, name, here } = piece
    const problem = here && onConflict === 'error' ? problemOf(new ApiError('exists_here'), call) : null
    return { kind, name, action: here ? onConflict : 'create', problem }
  })
  const blocked = rows.some(({ action }) => action === 'error')
  if (dryRun || blocked) return { rows, applied: false }
  await requireConsent(password, call, deps)
  try {
    for (const [n, row] of rows.entries()) await takeOver(row, pieces[n], call)
  } finally {
    // What was taken over before something failed counts.
    await deps.changed()
  }
  return { rows, applied: true }
}

async function takeOver(row: ConfigRow, piece: Piece | undefined, call: ImportCall): Promise<void> {
  if (!piece || row.action === 'skip') return
  try {
    await (row.action === 'create' ? piece.create() : piece.overwrite())
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    row.action = 'error'
    row.problem = problemOf(error, call)
  }
}

function problemOf(error: ApiError, { locale }: ImportCall): ConfigRow['problem'] {
  const [field] = Object.keys(error.fields ?? {})
  return { code: error.code, detail: field ? `${field}: ${error.in(locale)}` : error.in(locale) }
}

/** In the order they build on each other. */
async function piecesOf(call: ImportCall, parts: Parts): Promise<Piece[]> {
  return [
    ...(await settingPieces(call, parts)),
    ...(await modelPieces(call, parts)),
    ...(await groupPieces(call, parts)),
    ...(await providerPieces(call, parts)),
  ]
}

async function settingPieces(call: ImportCall, parts: Parts): Promise<Piece[]> {
  const { values, changed } = await parts.adminGetSettings(asked(call))
  const { password, config } = call.body
  const keys = Object.keys(config.settings) as SettingKey[]
  return keys
    .filter((key) => !sameJson(config.settings[key], values[key]))
    .map((key) => {
      const set = () =>
        parts.adminPatchSettings({ ...asked(call), body: { values: { [key]: config.settings[key] }, password } })
      return { kind: 'setting', name: key, here: changed.includes(key), create: set, overwrite: set }
    })
}

async function modelPieces(call: ImportCall, parts: Parts): Promise<Piece[]> {
  const here = new Map((await parts.adminListModels(asked(call))).items.map(({ id, price }) => [id, price]))
  return call.body.config.models.map((body) => {
    const { id, price, ...rest } = body
    // A price that is set anew would end what is planned after it, and be nobody's but the administrator's.
    const changed = price !== undefined && !isSamePrice(price, here.get(id) ?? null) ? { ...rest, price } : rest
    return {
      kind: 'model',
      name: id,
      here: here.has(id),
      create: () => parts.adminCreateModel({ ...asked(call), body }),
      overwrite: () => parts.adminPatchModel({ ...asked(call), params: { id }, body: changed }),
    }
  })
}

function isSamePrice(one: ModelPrice | null, other: ModelPrice | null): boolean {
  // Both as the contract reads them, so that the same rates stand in the same order.
  const read = (price: ModelPrice | null) => price && shownPrice.parse(price)
  return sameJson(read(one), read(other))
}

async function groupPieces(call: ImportCall, parts: Parts): Promise<Piece[]> {
  const here = new Map((await parts.adminListGroups(asked(call))).items.map(({ id, name }) => [name, id]))
  const { password, config } = call.body
  return config.groups.map((body) => {
    const id = here.get(body.name)
    const params = { id: id ?? '' }
    return {
      kind: 'group',
      name: body.name,
      here: id !== undefined,
      create: () => parts.adminCreateGroup({ ...asked(call), body }),
      overwrite: () => parts.adminPatchGroup({ ...asked(call), params, body: { ...body, password } }),
    }
  })
}

async function providerPieces(call: ImportCall, parts: Parts): Promise<Piece[]> {
  const here = new Map((await parts.adminListProviders(asked(call))).items.map(({ id, slug }) => [slug, id]))
  const { password, config } = call.body
  return config.providers.map((body) => {
    const { slug, preset: _fixed, ...rest } = body
    const id = here.get(slug)
    const params = { id: id ?? '' }
    return {
      kind: 'provider',
      name: slug,
      here: id !== undefined,
      create: () => parts.adminCreateProvider({ ...asked(call), body: { ...body, credentials: [] } }),
      overwrite: () => parts.adminPatchProvider({ ...asked(call), params, body: { ...rest, password } }),
    }
  })
}

/** The same call, made of another endpoint: by the same person, from the same place, of no version. */
function asked(call: ExportCall | ImportCall) {
  return { ...call, params: {}, query: undefined, body: undefined, ifMatch: undefined }
}
