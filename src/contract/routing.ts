import { z } from 'zod'
import { AFFINITY_MINUTES, BREAKER_STATES, FINDINGS, MAX_ATTEMPTS, ORDER_REASONS, STRATEGIES } from '../core/routing.ts'
import { count, learntLimit, load, maxConcurrency, named, time, usd } from './common.ts'
import { endpoint } from './endpoint.ts'
import { protocolId } from './protocol-id.ts'

/** One way to reach the model, and what would become of it. */
const fate = z.strictObject({
  /** Its turn among those that would be asked, from 1; null: it is skipped. */
  position: count.nullable(),
  /** Why it is skipped; null: it is not. */
  reason: z.string().nullable(),
  provider: named,
  /** What put it behind the one before it: the first of its parts that differs. Null: it is the first, or is skipped. */
  behind: z.enum(ORDER_REASONS).nullable(),
  /** When it answered the conversation that is asked for, which puts it first; null: it did not, too long ago, or one of a better tier goes before it. */
  answered_at: time.nullable(),
  endpoint: z.strictObject({
    id: z.string(),
    base_url: z.string(),
    breaker: z.enum(BREAKER_STATES),
    in_flight: count,
    max_concurrency: maxConcurrency,
  }),
  credential: z.strictObject({
    id: z.string(),
    /** Null where it has none, or is gone meanwhile. */
    name: z.string().nullable(),
    last4: z.string(),
    priority: count,
    /** What it weighs among its provider's credentials. */
    weight: count,
    status: z.enum(FINDINGS),
    /** The word of its upstream that it rests for. */
    reason: z.string().nullable(),
    in_flight: count,
    limit: learntLimit,
  }),
  upstream_name: z.string(),
  /** The protocol the upstream is asked in. */
  protocol: protocolId,
  translated: z.boolean(),
  priority: count,
  /** What its provider weighs, however many credentials that has. */
  weight: count,
  /** How likely it is to go first of those between which weights alone decide, from 0 to 1; null where it is not asked. */
  share: z.number().nullable(),
  /** When what rests may be asked again; null: it does not rest, or waits for the one request that tries it. */
  until: time.nullable(),
  /** The name whose 429 it rests for at its upstream, where that is another one with the same limit. */
  limited_by: z.string().nullable(),
  /** What is full, where it is skipped for that and it has a number. */
  full: load.nullable(),
  /** The usual time to its first content; null: not measured yet. */
  first_token_ms: z.number().nullable(),
  /** The provider's factor on the price. */
  multiplier: z.string(),
  /** What the provider would charge for `input_tokens`, none of them cached; null where none were given. */
  input_cost: usd.nullable(),
})

/** Settings that decide who would be asked; those that are not here only decide what is learned from then on. */
const settings = z.strictObject({
  'relay.strategy': z.enum(STRATEGIES).optional(),
  'relay.affinity_minutes': z.int().min(AFFINITY_MINUTES.min).max(AFFINITY_MINUTES.max).optional(),
  'relay.max_attempts': z.int().min(MAX_ATTEMPTS.min).max(MAX_ATTEMPTS.max).optional(),
})

export const adminSimulateRouting = endpoint({
  method: 'POST',
  path: '/api/admin/routing/simulate',
  who: 'admin',
  summary: 'Who would be asked for a request of this user or key, in which order, and why the others would not.',
  body: z
    .strictObject({
      user_id: z.string().min(1).max(64).optional(),
      key_id: z.string().min(1).max(64).optional(),
      model: z.string().trim().min(1).max(200),
      protocol: protocolId,
      stream: z.boolean().default(true),
      /** The name a client gives its conversation: its session header, or `prompt_cache_key`. */
      session: z.string().trim().min(1).max(4096).optional(),
      input_tokens: z.int().min(0).max(100_000_000).optional(),
      /** As if these were saved; nothing is. */
      settings: settings.optional(),
    })
    .refine((body) => (body.user_id === undefined) !== (body.key_id === undefined), 'needs either user_id or key_id'),
  answer: z.strictObject({
    /** When it was looked, and how long that took in milliseconds. */
    at: time.nullable(),
    took_ms: z.number().nullable(),
    /** The catalogue's name of the model; null when the request would be refused before routing. */
    model: z.string().nullable(),
    strategy: z.enum(STRATEGIES).nullable(),
    /** How many of them are asked at most. */
    max_attempts: count.nullable(),
    candidates: z.array(fate),
    /** Who has the model and no credential that is on, and so no way among the candidates. */
    without_credential: z.array(named),
    /** What the caller would be told if nobody can be asked; null when somebody can. */
    refusal: z.strictObject({ code: z.string(), detail: z.string(), retry_after_s: count.nullable() }).nullable(),
  }),
})
/** One of the `candidates`: an endpoint with one of its provider’s credentials. */
export type RoutingFate = z.infer<typeof fate>
