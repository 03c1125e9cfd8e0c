import { z } from 'zod'
import { PROTOCOLS } from '../core/protocol.ts'
import { BREAKER_STATES, FINDINGS, STRATEGIES } from '../core/routing.ts'
import { count, time } from './common.ts'
import { endpoint } from './endpoint.ts'

const protocol = z.enum(Object.keys(PROTOCOLS) as [keyof typeof PROTOCOLS])

/** One way to reach the model, and what would become of it. */
const fate = z.strictObject({
  /** Its turn among those that would be asked, from 1; null: it is skipped. */
  position: count.nullable(),
  /** Why it is skipped; null: it is not. */
  reason: z.string().nullable(),
  provider: z.strictObject({ id: z.string(), name: z.string() }),
  endpoint: z.strictObject({ id: z.string(), base_url: z.string(), breaker: z.enum(BREAKER_STATES) }),
  credential: z.strictObject({
    id: z.string(),
    last4: z.string(),
    status: z.enum(FINDINGS),
    in_flight: count,
    limit: count.nullable(),
  }),
  upstream_name: z.string(),
  /** The protocol the upstream is asked in. */
  protocol,
  translated: z.boolean(),
  priority: count,
  weight: count,
  /** When what rests may be asked again. */
  until: time.nullable(),
  /** The usual time to its first content; null: not measured yet. */
  first_token_ms: z.number().nullable(),
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
      protocol,
      stream: z.boolean().default(true),
    })
    .refine((body) => (body.user_id === undefined) !== (body.key_id === undefined), 'needs either user_id or key_id'),
  answer: z.strictObject({
    /** The catalogue's name of the model; null when the request would be refused before routing. */
    model: z.string().nullable(),
    strategy: z.enum(STRATEGIES).nullable(),
    candidates: z.array(fate),
    /** What the caller would be told if nobody can be asked; null when somebody can. */
    refusal: z.strictObject({ code: z.string(), detail: z.string(), retry_after_s: count.nullable() }).nullable(),
  }),
})
/** One of the `candidates`: an endpoint with one of its provider’s credentials. */
export type RoutingFate = z.infer<typeof fate>
