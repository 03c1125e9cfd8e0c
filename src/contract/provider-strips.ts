import { z } from 'zod'
import { HEALTH_RANGES, incident, tick } from './catalogue.ts'
import { count, time } from './common.ts'
import { endpoint } from './endpoint.ts'

const share = z.number().min(0).max(1).nullable()
const ms = z.number().nullable()

const wayTick = z.strictObject({
  ...tick.shape,
  /** How often it was asked, and how often that failed, whether or not another answered then. */
  asked: count,
  failed: count,
  /** What most of the failures were, the most frequent first: `http_529` is a status, anything else the class of an attempt. */
  failures: z.array(z.strictObject({ class: z.string(), count })),
  first_token_p50: ms,
})
/** A stretch of time of one endpoint or credential, with what its failures were. */
export type WayTick = z.infer<typeof wayTick>

/** What one endpoint or one credential was asked over a period; ticks are the oldest first. */
export const strip = z.strictObject({
  id: z.string(),
  availability: share,
  first_token_p50: ms,
  asked: count,
  failed: count,
  ticks: z.array(wayTick),
})
export type Strip = z.infer<typeof strip>

/** A request that failed, and when; `request_id` is null where its row is not kept any more, and `at` then begins its 12 minutes. */
const met = { at: time, request_id: z.string().nullable() }

const failure = z.strictObject({
  /** As `failures` of a tick name it. */
  class: z.string(),
  count,
  /** How many there were in each tick. */
  ticks: z.array(count),
  /** Whose they were, the most first; of credentials that are gone the name is null. */
  credentials: z.array(z.strictObject({ id: z.string(), name: z.string().nullable(), count })),
  first: z.strictObject(met),
  last: z.strictObject(met),
})
/** What a provider failed with in one way, whether or not another answered then. */
export type ProviderFailure = z.infer<typeof failure>

export const adminProviderStrips = endpoint({
  method: 'GET',
  path: '/api/admin/providers/{id}/strips',
  who: 'admin',
  summary:
    'How each endpoint and each credential of a provider did over a range, what failed, and when the provider did not do as usual.',
  query: z.strictObject({ range: z.enum(HEALTH_RANGES).default('24h') }),
  answer: z.strictObject({
    /** How long each of the 60 ticks is. */
    tick_ms: count,
    /** In the order of the provider. */
    endpoints: z.array(strip),
    credentials: z.array(
      strip.extend({
        /** What it failed with last; null: nothing. */
        last_failure: z.strictObject({ class: z.string(), ...met }).nullable(),
      }),
    ),
    /** What attempts failed with, the most frequent first, 20 classes at most. */
    failures: z.array(failure),
    /** Of the range, in its ticks, the latest first. */
    incidents: z.array(incident),
  }),
})
/** Strips of what a provider has at present; what was asked before the database kept it apart is not told. */
export type ProviderStrips = z.infer<(typeof adminProviderStrips)['answer']>
