import { z } from 'zod'
import { count, factor, listOf, time } from './common.ts'
import { endpoint } from './endpoint.ts'
import { MODEL_ABILITIES, MODEL_KINDS, modelPrice } from './models.ts'
import { protocolId } from './protocol-id.ts'

/** A share of 1; null where nothing was asked. */
const share = z.number().min(0).max(1).nullable()
const ms = z.number().nullable()

/** How a model or a provider is doing: `broken` means that nothing is sent there at present. */
export const OFFER_STATUSES = ['healthy', 'degraded', 'broken'] as const
export type OfferStatus = (typeof OFFER_STATUSES)[number]
const status = z.enum(OFFER_STATUSES)

/** What a stretch of time was like; `slow` is slow or partly failing, `none` without requests. */
export const TICK_STATES = ['ok', 'slow', 'failed', 'none'] as const
export type TickState = (typeof TICK_STATES)[number]

/** What was most wrong: refusals for haste (429), other failures, or answers that took long to begin. */
const TROUBLES = ['limited', 'errors', 'slow'] as const
export type Trouble = (typeof TROUBLES)[number]

/** How somebody did in a stretch of time. */
export const tick = z.strictObject({
  at: time,
  state: z.enum(TICK_STATES),
  availability: share,
  failed: count,
  /** Of those that failed, the ones that were told to slow down (429). */
  limited: count,
  /** Null in ticks that are `ok` or `none`. */
  trouble: z.enum(TROUBLES).nullable(),
})
/** A stretch of time from `at` on: an hour in lists, a sixtieth of the range in the strips of one provider. */
export type Tick = z.infer<typeof tick>

/** How much of what was asked was answered, how soon the first token came, and how fast the rest. */
const figures = z.strictObject({
  availability: share,
  first_token_p50: ms,
  first_token_p95: ms,
  tokens_per_second: z.number().nullable(),
})
export type HealthFigures = z.infer<typeof figures>

/** The figures of a period with its ticks, the oldest first. */
export const health = z.strictObject({ ...figures.shape, ticks: z.array(tick) })

/** A time in which a provider did not do as usual; `to` is null while it lasts. */
export const incident = z.strictObject({
  provider_id: z.string(),
  from: time,
  to: time.nullable(),
  trouble: z.enum(TROUBLES),
  /** Whether most of what was asked failed at some time of it. */
  severe: z.boolean(),
  failed_share: share,
  first_token_p50: ms,
  /** What the first token usually takes. */
  usual_first_token_p50: ms,
  /** Which models did not do as usual then, the most failures first; of users only those they may use. */
  models: z.array(z.string()),
})
export type Incident = z.infer<typeof incident>

const modelFacts = {
  id: z.string(),
  display_name: z.string(),
  vendor: z.string(),
}

/** A model as one user may use it. */
const offeredModel = z.strictObject({
  ...modelFacts,
  kind: z.enum(MODEL_KINDS),
  context: count.nullable(),
  max_output: count.nullable(),
  abilities: z.array(z.enum(MODEL_ABILITIES)),
  aliases: z.array(z.string()),
  /** What it costs this user, the factor of their group included; null: nothing, for want of a price. */
  price: modelPrice.nullable(),
  /** The protocols it can be called by, also those its providers are reached in by translation. */
  protocols: z.array(protocolId),
  status,
  /** Of requests as their callers saw them, over the last 24 hours, by the hour. */
  health,
  providers: z.array(z.strictObject({ id: z.string(), name: z.string(), preset: z.string(), status })),
})
export type OfferedModel = z.infer<typeof offeredModel>

const offers = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    items: z.array(item),
    next: z.null(),
    /** The factor of the user's group, which prices include. */
    multiplier: factor,
  })

export const listModels = endpoint({
  method: 'GET',
  path: '/api/models',
  who: 'user',
  summary: 'The models this user may use, the most used first, with prices for them and how they do.',
  answer: offers(offeredModel),
})

export const adminUserModels = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/models',
  who: 'admin',
  summary: 'The models a user may use, by name.',
  answer: listOf(z.strictObject({ id: modelFacts.id })),
})

export const getModel = endpoint({
  method: 'GET',
  path: '/api/models/{id}',
  who: 'user',
  summary: 'One model this user may use, with how each of its providers does.',
  answer: z.strictObject({
    ...offeredModel.shape,
    multiplier: factor,
    /** What each provider was asked of this model, over the last 24 hours. */
    providers: z.array(z.strictObject({ id: z.string(), name: z.string(), preset: z.string(), status, health })),
  }),
})
/** A model with the last 24 hours of each of its providers; prices include the factor of the caller’s group. */
export type ModelDetail = z.infer<(typeof getModel)['answer']>

const providerFacts = {
  id: z.string(),
  name: z.string(),
  /** The vendor it is of, as the gateway knows it; `custom` where it does not. */
  preset: z.string(),
  website: z.string().nullable(),
  status,
  /** The protocols its models are called by without translation. */
  protocols: z.array(protocolId),
}

/** A provider as users see it: how it does, never how it is reached. */
const offeredProvider = z.strictObject({
  ...providerFacts,
  /** Of those this user may use. */
  models: count,
  /** Of what it was asked, over the last 24 hours, by the hour. */
  health,
})
export type OfferedProvider = z.infer<typeof offeredProvider>

export const listProviders = endpoint({
  method: 'GET',
  path: '/api/providers',
  who: 'user',
  summary: 'The providers of the models this user may use, with how they do and what went wrong in the last 7 days.',
  answer: z.strictObject({
    items: z.array(offeredProvider),
    next: z.null(),
    /** The latest first. */
    incidents: z.array(incident),
  }),
})
/** `incidents` are of the last 7 days, and may be a minute old: every user is told the same ones. */
export type ProviderList = z.infer<(typeof listProviders)['answer']>

/** How far back a provider’s health goes, up to now; each range is cut into 60 ticks. */
export const HEALTH_RANGES = ['24h', '7d', '30d'] as const
export type HealthRange = (typeof HEALTH_RANGES)[number]

/** Upper ends, in milliseconds, of the bars that total times are sorted into; the last bar has none. */
export const DURATION_EDGES_MS = [1000, 2000, 5000, 10_000, 20_000, 40_000] as const

export const getProvider = endpoint({
  method: 'GET',
  path: '/api/providers/{id}',
  who: 'user',
  summary:
    'One provider of models this user may use: its health over a range, its models, and the own requests it served.',
  query: z.strictObject({ range: z.enum(HEALTH_RANGES).default('24h') }),
  answer: z.strictObject({
    ...providerFacts,
    multiplier: factor,
    figures: z.strictObject({ ...figures.shape, first_token_p99: ms }),
    /** The equally long period before. */
    previous: figures,
    /** How long each of the 60 ticks is. */
    tick_ms: count,
    /** One strip for each protocol it was asked in. */
    strips: z.array(z.strictObject({ protocol: protocolId, availability: share, ticks: z.array(tick) })),
    latency: z.array(z.strictObject({ at: time, p50: ms, p95: ms, p99: ms })),
    models: z.array(
      z.strictObject({
        ...modelFacts,
        price: modelPrice.nullable(),
        health,
        own_requests: count,
      }),
    ),
    /** The caller's own requests it served in the range. */
    own: z.strictObject({
      requests: count,
      previous_requests: count,
      total_p50: ms,
      total_p95: ms,
      /** How many took less than each of the ends, and then those that took longer. */
      durations: z.array(count).length(DURATION_EDGES_MS.length + 1),
    }),
    /** Of the last 7 days, the latest first. */
    incidents: z.array(incident),
  }),
})
/** A provider over one range as one user sees it: times in milliseconds, shares of 1, null where nothing was asked or measured. */
export type ProviderDetail = z.infer<(typeof getProvider)['answer']>
