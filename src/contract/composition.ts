import { z } from 'zod'
import { usd } from './common.ts'
import { endpoint } from './endpoint.ts'
import { filters } from './usage-filters.ts'

const composition = z.strictObject({
  input: usd,
  cache_read: usd,
  /** For five minutes and for an hour. */
  cache_write: usd,
  /** Without `reasoning`. */
  output: usd,
  reasoning: usd,
  /** Sound and pictures, read and made. */
  media: usd,
  /** What is sold by the piece: requests and searches. */
  pieces: usd,
  /** What nobody can tell any more: the rows of those requests are not kept. */
  untold: usd,
  /** All of these, to the nano-dollar. */
  cost: usd,
})
/** What was charged in a period, by what it was charged for. */
export type Composition = z.infer<typeof composition>

/** Of the own traffic alone: it is worked out from rows, and those of everybody are too many for a page. */
export const usageComposition = endpoint({
  method: 'GET',
  path: '/api/usage/composition',
  who: 'user',
  summary: 'What each kind of token cost in a period, as it was charged; the kinds add up to the total.',
  query: z.strictObject(filters),
  answer: composition,
})
