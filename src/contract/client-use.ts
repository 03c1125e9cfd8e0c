import { z } from 'zod'
import { count, listOf } from './common.ts'
import { endpoint } from './endpoint.ts'
import { filters } from './usage-filters.ts'

const clientUse = listOf(
  z.strictObject({
    /** As it is called in every list of requests. */
    client: z.string(),
    /** How many users made a request with it. */
    users: count,
    requests: count,
    failed: count,
  }),
)
/** One client, and how much it was used in a period. */
export type ClientUse = z.infer<typeof clientUse>['items'][number]

export const adminClientUse = endpoint({
  method: 'GET',
  path: '/api/admin/usage/clients',
  who: 'admin',
  summary:
    'How many users used each client in a period, widened to whole hours, and for how many requests; the most users first.',
  query: z.strictObject(filters),
  answer: clientUse,
})
