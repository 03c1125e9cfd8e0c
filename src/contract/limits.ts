import { z } from 'zod'
import { LIMIT_WINDOWS } from '../core/limits.ts'
import { bound, count, time, usd } from './common.ts'

const window = z.enum(LIMIT_WINDOWS)
const mode = z.enum(['normal', 'hard'])
const action = z.enum(['refuse', 'warn'])
const rules = { mode: mode.default('normal'), action: action.default('refuse') }

/** A limit as it is set: cost in USD, everything else in pieces; what runs at once has no window. */
const limitInput = z.discriminatedUnion('metric', [
  z.strictObject({
    metric: z.literal('cost'),
    window,
    max: bound,
    ...rules,
  }),
  z.strictObject({ metric: z.enum(['requests', 'tokens']), window, max: count, ...rules }),
  z.strictObject({
    metric: z.literal('concurrency'),
    window: z.literal('total').default('total'),
    max: count,
    ...rules,
  }),
])
export type LimitInput = z.infer<typeof limitInput>

/** All limits of something; they replace what was there. */
export const limitsInput = z
  .array(limitInput)
  .max(24)
  .refine(
    (limits) => new Set(limits.map(({ metric, window: span }) => `${metric} ${span}`)).size === limits.length,
    'one limit for each metric and window',
  )

/** The own password once more: needed to delete a user, change their e-mail or make them an administrator, to take away or soften a hard limit, and to lead a provider elsewhere. */
export const consent = { password: z.string().min(1).max(1024).optional() }

const facts = { window, mode, action, resets_at: time.nullable() }

/** A limit with what was used of it, what requests under way hold, and when it starts again (null: never). */
export const limitState = z.discriminatedUnion('metric', [
  z.strictObject({ metric: z.literal('cost'), max: usd, used: usd, held: usd, ...facts }),
  z.strictObject({
    metric: z.enum(['requests', 'tokens', 'concurrency']),
    max: count,
    used: count,
    held: count,
    ...facts,
  }),
])
export type LimitView = z.infer<typeof limitState>
