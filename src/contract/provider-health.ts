import { z } from 'zod'
import { BREAKER_STATES } from '../core/routing.ts'
import { count, learntLimit, time } from './common.ts'

/** What the gateway knows of a provider's credentials and endpoints at this moment, of those that have been looked at. */
export const providerHealth = z.strictObject({
  credentials: z.array(
    z.strictObject({
      id: z.string(),
      /** When it may be asked again; null while it does not rest. */
      until: time.nullable(),
      in_flight: count,
      limit: learntLimit,
      /** How often this process asked with it within the last minute. */
      per_minute: count,
      /** Models that rest alone, by their names at the provider: the credential goes on with the others. */
      limited: z.array(z.strictObject({ model: z.string(), until: time })),
    }),
  ),
  endpoints: z.array(
    z.strictObject({
      id: z.string(),
      breaker: z.enum(BREAKER_STATES),
      /** When a probe may go; null while the breaker is closed. */
      until: time.nullable(),
      in_flight: count,
      /** What of it rests while it does not: a model by its upstream's name, for everybody or for one user alone. */
      parts: z.array(
        z.strictObject({
          model: z.string(),
          user_id: z.string().nullable(),
          breaker: z.enum(BREAKER_STATES),
          until: time.nullable(),
        }),
      ),
    }),
  ),
})
