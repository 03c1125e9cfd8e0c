import type { Kysely } from 'kysely'
import type { Price } from '../core/price.ts'
import type { Strategy } from '../core/routing.ts'
import type { Clock } from '../core/time.ts'
import type { Database } from './database.ts'
import { forgetModel } from './lists-of-gone.ts'
import { setNames, takenName } from './model-names.ts'
import { type Model, type ModelAbility, type ModelKind, readModels } from './model-view.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import { fitsPrice, type NewPrice, readPrices, setPrice } from './prices.ts'
import type { Tables } from './schema.ts'
import { insertTrail, type Trail } from './trail.ts'

/** A model to be made; `context` and `maxOutput` are tokens, null where they are not known. */
export type NewModel = {
  id: string
  displayName: string
  vendor: string
  kind: ModelKind
  context: number | null
  maxOutput: number | null
  abilities: readonly ModelAbility[]
  aliases: readonly string[]
  price: NewPrice | null
  enabled: boolean
  /** Without it, or null, the gateway's own holds, as with the two times. */
  strategy?: Strategy | null | undefined
  firstTokenMs?: number | null | undefined
  idleMs?: number | null | undefined
}

/**
 * A price that is given, null too, ends the present one, at once or at `priceFrom` (epoch milliseconds); aliases that are given
 * replace the old ones.
 */
export type ModelPatch = { [K in keyof Omit<NewModel, 'id'>]?: NewModel[K] | undefined } & {
  priceFrom?: number | undefined
  /** Refuses the change when the model has moved on. */
  ifVersion?: number | undefined
}

/** `name_taken`: an id or alias is in use (`about` is the name); `price_too_large`: a rate does not fit 64 bits. */
export type ModelRefusal = 'not_found' | 'name_taken' | 'price_too_large' | 'version_conflict'

/** What administrators do with the catalogue. */
export type Models = {
  create(model: NewModel, trail?: Trail): Promise<Outcome<Model, ModelRefusal>>
  patch(id: string, patch: ModelPatch, trail?: Trail): Promise<Outcome<Model, ModelRefusal>>
  list(): Promise<Model[]>
  get(id: string): Promise<Model | undefined>
  /** Deletes the model, its names and its routes, and takes it out of what is allowed and denied; old requests and price versions stay. False when there is no such model. */
  remove(id: string, trail?: Trail): Promise<boolean>
  /** A price by its version, also one of long ago: what a request of that time is billed by. */
  priceOf(version: string): Promise<Price | undefined>
}

/** Keeps `model` and `model_name`, and writes the prices of models. */
export function modelsIn(db: Database, clock: Clock): Models {
  return {
    create: (model, trail) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        if (!fitsPrice(model.price)) return refuse('price_too_large')
        await db.engine.lock(tx, 'name_models')
        await db.engine.lock(tx, 'set_prices')
        const taken = await takenName(tx, [model.id, ...model.aliases], null)
        if (taken !== undefined) return refuse('name_taken', taken)
        await insertModel(tx, model, now)
        await insertTrail(tx, trail, now)
        return done(await present(tx, model.id, now))
      }),
    patch: (id, patch, trail) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        if (!fitsPrice(patch.price)) return refuse('price_too_large')
        if (patch.aliases) await db.engine.lock(tx, 'name_models')
        if (patch.price !== undefined) await db.engine.lock(tx, 'set_prices')
        const taken = await takenName(tx, patch.aliases ?? [], id)
        if (taken !== undefined) return refuse('name_taken', taken)
        if (!(await patchColumns(tx, id, patch)))
          return refuse((await exists(tx, id)) ? 'version_conflict' : 'not_found')
        if (patch.aliases) await setNames(tx, id, patch.aliases)
        if (patch.price !== undefined) await setPrice(tx, id, { from: patch.priceFrom ?? now, price: patch.price }, now)
        await insertTrail(tx, trail, now)
        return done(await present(tx, id, now))
      }),
    list: () => readModels(db.kysely, null, clock.now()),
    get: async (id) => (await readModels(db.kysely, id, clock.now()))[0],
    remove: (id, trail) =>
      db.transaction(async (tx) => {
        // A route that is just being made to it goes with it, or makes it anew.
        await db.engine.lock(tx, 'name_models')
        const { numDeletedRows } = await tx.deleteFrom('model').where('id', '=', id).executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) return false
        await db.engine.lock(tx, 'change_users')
        await forgetModel(tx, id)
        await insertTrail(tx, trail, clock.now())
        return true
      }),
    priceOf: async (version) => (await readPrices(db.kysely, [version])).get(version),
  }
}

async function present(tx: Kysely<Tables>, id: string, now: number): Promise<Model> {
  const [model] = await readModels(tx, id, now)
  if (!model) throw new Error('A model that was just written is missing.')
  return model
}

async function patchColumns(tx: Kysely<Tables>, id: string, patch: ModelPatch): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('model')
    .set({
      id,
      display_name: patch.displayName,
      vendor: patch.vendor,
      kind: patch.kind,
      context: patch.context,
      max_output: patch.maxOutput,
      abilities: patch.abilities && JSON.stringify(patch.abilities),
      enabled: patch.enabled === undefined ? undefined : Number(patch.enabled),
      strategy: patch.strategy,
      first_token_ms: patch.firstTokenMs,
      idle_ms: patch.idleMs,
    })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .$if(patch.ifVersion !== undefined, (it) => it.where('version', '=', patch.ifVersion ?? 0))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function exists(tx: Kysely<Tables>, id: string): Promise<boolean> {
  return (await tx.selectFrom('model').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Adds a model whose names are free, in the transaction of whoever needs it. */
export async function insertModel(tx: Kysely<Tables>, model: NewModel, now: number): Promise<void> {
  await tx
    .insertInto('model')
    .values({
      id: model.id,
      display_name: model.displayName,
      vendor: model.vendor,
      kind: model.kind,
      context: model.context,
      max_output: model.maxOutput,
      abilities: JSON.stringify(model.abilities),
      enabled: Number(model.enabled),
      strategy: model.strategy ?? null,
      first_token_ms: model.firstTokenMs ?? null,
      idle_ms: model.idleMs ?? null,
      created_at: now,
      version: 1,
    })
    .execute()
  await setNames(tx, model.id, model.aliases)
  await setPrice(tx, model.id, { from: now, price: model.price }, now)
}
