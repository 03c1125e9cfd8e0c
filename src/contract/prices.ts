import { z } from 'zod'
import { PRICE_SOURCES } from '../core/price.ts'
import { count, factor, listOf, named, serviceTier, time, usd } from './common.ts'
import { endpoint } from './endpoint.ts'
import { MODEL_KINDS, modelId, modelPrice, shownPrice } from './models.ts'
import { priceHours } from './price-hours.ts'

/** A price of a model over a stretch of time. */
const priceVersion = z.strictObject({
  id: z.string(),
  model: z.string(),
  source: z.enum(PRICE_SOURCES),
  /** The price list it was taken from and the list's date, such as `pi-ai@2026-11-10`. */
  source_name: z.string().nullable(),
  effective_from: time,
  state: z.enum(['past', 'present', 'planned']),
  /** Null: from then on the model has no price and is refused. */
  price: shownPrice.nullable(),
})
export type PriceVersion = z.infer<typeof priceVersion>

/** One rate that differs: USD per million tokens, or per piece. Null where there is none. */
const rateChange = z.strictObject({
  component: z.string(),
  service: serviceTier.nullable(),
  above_tokens: count,
  before: usd.nullable(),
  after: usd.nullable(),
  /** By how many percent it rises; null where one side has none. */
  percent: z.number().nullable(),
})
export type RateChange = z.infer<typeof rateChange>

/** How a model's price differs from a time on; `effective_from` null: from now on. */
const priceChange = z.strictObject({
  model: z.string(),
  kind: z.enum(['added', 'changed', 'removed']),
  effective_from: time.nullable(),
  rates: z.array(rateChange),
  /** Its hours before and after, null where there are none; absent: they stay as they are. */
  hours: z.strictObject({ before: priceHours.nullable(), after: priceHours.nullable() }).optional(),
})
export type PriceChange = z.infer<typeof priceChange>

const changes = { changes: z.array(priceChange), applied: z.boolean() }

export const adminListPrices = endpoint({
  method: 'GET',
  path: '/api/admin/prices',
  who: 'admin',
  summary: 'Prices in force and planned, with where they come from; of one model every price it has had.',
  query: z.strictObject({ model: z.string().max(200).optional() }),
  answer: listOf(priceVersion),
})

export const adminSetPrice = endpoint({
  method: 'POST',
  path: '/api/admin/prices',
  who: 'admin',
  summary: 'Gives a model a price from now or a later time on, in place of what was planned after it.',
  body: z.strictObject({
    model: modelId,
    price: modelPrice.nullable(),
    effective_from: time.optional(),
    preview: z.boolean().default(false),
  }),
  answer: z.strictObject(changes),
})

export const adminMultiplyPrices = endpoint({
  method: 'POST',
  path: '/api/admin/prices/multiply',
  who: 'admin',
  summary: 'Multiplies every rate of some models from now on, planned prices too.',
  body: z.strictObject({
    models: z.array(modelId).max(5000).optional(),
    filter: z.strictObject({ vendor: z.string().max(60).optional(), kind: z.enum(MODEL_KINDS).optional() }).optional(),
    factor,
    preview: z.boolean().default(true),
  }),
  answer: z.strictObject(changes),
  maxBodyKib: 1024,
})

export const adminSyncPrices = endpoint({
  method: 'POST',
  path: '/api/admin/prices/sync',
  who: 'admin',
  summary: 'What the built-in catalogue says otherwise; the models accepted take its price.',
  body: z.strictObject({ accept: z.array(modelId).max(5000).default([]) }),
  answer: z.strictObject({
    ...changes,
    /** Models whose present price an administrator set. */
    manual: z.array(z.string()),
    sources: z.array(z.strictObject({ name: z.string(), date: z.string() })),
  }),
  maxBodyKib: 1024,
})

/** One price of a list: without `effective_from` it holds at once, and null takes the model’s price away. */
export const priceEntry = z.strictObject({
  model: modelId,
  effective_from: time.optional(),
  price: modelPrice.nullable(),
})
export type PriceEntry = z.infer<typeof priceEntry>

export const adminImportPrices = endpoint({
  method: 'POST',
  path: '/api/admin/prices/import',
  who: 'admin',
  summary: 'Takes over a price list, as JSON or as CSV; a list with a fault changes nothing.',
  body: z.strictObject({
    prices: z.array(priceEntry).max(5000).optional(),
    csv: z.string().max(900_000).optional(),
    dry_run: z.boolean().default(true),
  }),
  answer: z.strictObject({
    ...changes,
    /** `row` counts from 1; in a CSV these are the lines of the text below the first, which names the columns. */
    problems: z.array(z.strictObject({ row: count, problem: z.string() })),
  }),
  maxBodyKib: 1024,
})

const difference = { requests: count, was: usd, becomes: usd, difference: usd }

export const adminReprice = endpoint({
  method: 'POST',
  path: '/api/admin/prices/reprice',
  who: 'admin',
  summary: 'What the requests of a span of time would cost by another price; applied, the differences become entries.',
  body: z.strictObject({
    model: modelId,
    from: time,
    to: time,
    /** A version of the model's price; the one in force when it is not given. */
    version: z.string().max(100).optional(),
    apply: z.boolean().default(false),
    reason: z.string().trim().max(500).default(''),
  }),
  answer: z.strictObject({
    version: z.string(),
    /** Requests that ended later are not in it. */
    as_of: time,
    ...difference,
    users: z.array(z.strictObject({ user: named, ...difference })),
    applied: z.boolean(),
  }),
})
