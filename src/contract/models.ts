import { z } from 'zod'
import { STRATEGIES } from '../core/routing.ts'
import { count, isOnceEach, listOf, nothing, price, serviceTier, time, waitMs } from './common.ts'
import { endpoint } from './endpoint.ts'
import { priceHours } from './price-hours.ts'
import { protocolId } from './protocol-id.ts'

/** What a model is for; the console offers only `chat` models to be tried, compared and set up. */
export const MODEL_KINDS = ['chat', 'embedding', 'image', 'audio', 'rerank', 'moderation'] as const
/** What a model can do beside plain text, as the catalogue says; shown and filtered by, never enforced. */
export const MODEL_ABILITIES = [
  'vision',
  'tools',
  'reasoning',
  'cache',
  'structured_output',
  'audio_in',
  'image_out',
] as const

const rates = {
  input: price.optional(),
  output: price.optional(),
  cache_read: price.optional(),
  cache_write_5m: price.optional(),
  cache_write_1h: price.optional(),
  reasoning: price.optional(),
  audio_in: price.optional(),
  audio_out: price.optional(),
  image_in: price.optional(),
  image_out: price.optional(),
  /** USD for each request. */
  per_request: price.optional(),
  /** USD for each web search. */
  per_search: price.optional(),
}

/** USD per million tokens; a tier replaces the rates it names for the whole request once its input is above the threshold. */
export const shownPrice = z.strictObject({
  ...rates,
  tiers: z
    .array(z.strictObject({ above_tokens: z.int().positive(), ...rates }))
    .max(8)
    .refine((tiers) => isOnceEach(tiers, (tier) => tier.above_tokens), 'each level once')
    .default([]),
  /** What service tiers cost; `above_tokens` 0 is the base, and what is not named costs the standard price. */
  services: z
    .array(z.strictObject({ service: serviceTier, above_tokens: count.default(0), ...rates }))
    .max(16)
    .refine((all) => isOnceEach(all, (own) => `${own.service} ${own.above_tokens}`), 'each level once')
    .optional(),
  /** When tokens cost a factor of all this, such as half at night; what is sold by the piece costs the same at every hour. */
  hours: priceHours.optional(),
})
export type ModelPrice = z.infer<typeof shownPrice>

/** A price that may be set: without a base rate, tiers and services would leave every other request free. */
export const modelPrice = shownPrice.refine(hasBaseRate, 'at least one base rate')

/** Whether a price says what a request costs that is in no tier. */
export function hasBaseRate(price: Omit<ModelPrice, 'tiers'>): boolean {
  return Object.keys(rates).some((name) => price[name as keyof typeof rates] !== undefined)
}

const model = z.strictObject({
  id: z.string(),
  display_name: z.string(),
  vendor: z.string(),
  kind: z.enum(MODEL_KINDS),
  context: count.nullable(),
  max_output: count.nullable(),
  abilities: z.array(z.enum(MODEL_ABILITIES)),
  aliases: z.array(z.string()),
  /** Null: not set; requests are refused until it is. */
  price: shownPrice.nullable(),
  enabled: z.boolean(),
  /** How its providers are put in order; null: by priority. */
  strategy: z.enum(STRATEGIES).nullable(),
  /** How long its first content and the pauses in its answers may take; null: what the endpoint allows. */
  first_token_ms: count.nullable(),
  idle_ms: count.nullable(),
  /** The protocols some active provider of it speaks. */
  protocols: z.array(protocolId),
  providers: z.strictObject({ active: count, total: count }),
  created_at: time,
  /** Bumped with every change; send it as `If-Match` to refuse a lost update. */
  version: count,
})
/** A model of the catalogue as administrators see it; `context` and `max_output` are in tokens, null where nobody knows. */
export type Model = z.infer<typeof model>

const name = z.string().trim().min(1).max(200)

/** Refers to a model: 1 to 200 characters, without control characters, ASCII spaces, double quotes and backslashes. */
export const modelId = name.regex(/^[\x21\x23-\x5b\x5d-\x7e\u00a0-\uffff]+$/, 'no spaces, quotes or control characters')

/** Names a model: without white space of any script and what nobody sees, too, which a model named before may have. */
export const newModelId = name.regex(
  /^[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}"\\]+$/u,
  'no spaces, quotes or invisible characters',
)

const modelFields = {
  display_name: z.string().trim().max(120).optional(),
  vendor: z.string().trim().max(60).optional(),
  kind: z.enum(MODEL_KINDS).optional(),
  context: count.nullable().optional(),
  max_output: count.nullable().optional(),
  abilities: z.array(z.enum(MODEL_ABILITIES)).optional(),
  aliases: z.array(newModelId).max(50).optional(),
  price: modelPrice.nullable().optional(),
  enabled: z.boolean().optional(),
  strategy: z.enum(STRATEGIES).nullable().optional(),
  first_token_ms: waitMs.nullable().optional(),
  idle_ms: waitMs.nullable().optional(),
}

export const adminListModels = endpoint({
  method: 'GET',
  path: '/api/admin/models',
  who: 'admin',
  summary: 'Every model of the catalogue.',
  answer: listOf(model),
})

export const adminCreateModel = endpoint({
  method: 'POST',
  path: '/api/admin/models',
  who: 'admin',
  summary: 'Adds a model; what is not given is taken from the built-in catalogue where it knows the name.',
  body: z.strictObject({ id: newModelId, ...modelFields }),
  answer: model,
  status: 201,
})

export const adminGetModel = endpoint({
  method: 'GET',
  path: '/api/admin/models/{id}',
  who: 'admin',
  summary: 'One model of the catalogue.',
  answer: model,
})

export const adminPatchModel = endpoint({
  method: 'PATCH',
  path: '/api/admin/models/{id}',
  who: 'admin',
  summary:
    'Changes a model; a new price makes a new price version, old requests keep theirs. With If-Match only from the version named there.',
  versioned: true,
  // What it is called already stays, though it could not be called so today; the handler holds new ones to the rule.
  body: z.strictObject({
    ...modelFields,
    aliases: z.array(modelId).max(50).optional(),
    /** From when on the price holds that is given with it; absent: from now on. */
    effective_from: time.optional(),
  }),
  answer: model,
})

export const adminDeleteModel = endpoint({
  method: 'DELETE',
  path: '/api/admin/models/{id}',
  who: 'admin',
  summary: 'Removes a model and its routes; requests already made keep its name.',
  answer: nothing,
  status: 204,
})
