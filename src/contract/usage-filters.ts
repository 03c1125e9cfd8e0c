import { z } from 'zod'
import { bound, many, time, zoned } from './common.ts'

/** Which requests are meant, whenever they were. Values of one field are alternatives, fields are combined. */
export const kinds = {
  key: many.optional(),
  model: many.optional(),
  /** Only under /api/admin, or where the setting `relay.tell_provider` is on. */
  provider: many.optional(),
  client: many.optional(),
  status: many.optional(),
  /** Only under /api/admin, as the two after it. */
  user: many.optional(),
  endpoint: many.optional(),
  credential: many.optional(),
}

/** What a request is filtered by. */
export const filters = {
  from: time,
  to: time,
  /** The zone days and hours are cut in. */
  ...zoned,
  ...kinds,
}

/** What is searched for: an id, a model, a client or an address. */
export const q = z.string().max(200).optional()

/** What a request must at least have cost, or how long its first token must have taken; sums know neither. */
export const floors = {
  min_cost: bound.optional(),
  min_first_token_ms: z.coerce.number().int().nonnegative().optional(),
}
