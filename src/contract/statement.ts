import { z } from 'zod'
import { count, exported, many, time, usd, zoned } from './common.ts'
import { endpoint } from './endpoint.ts'

const amounts = {
  requests: count,
  /** Everything read and written, sound and pictures included. */
  tokens: count,
  charged: usd,
  /** What upstreams take for it, as we reckoned. */
  upstream_cost: usd,
  /** What was charged minus what upstreams take. */
  margin: usd,
  /** The margin as a part of what was charged, to four digits after the point; null where nothing was charged. */
  margin_share: z.string().nullable(),
}

const asked = {
  from: time,
  to: time,
  /** The zone months are cut in. */
  ...zoned,
  user: many.optional(),
  model: many.optional(),
  provider: many.optional(),
}

/** So many pairs are told apart in an answer; files have all. */
export const MOST_PAIRS = 4000

/** What each user had of each model, and what it came to. */
export const adminStatement = endpoint({
  method: 'GET',
  path: '/api/admin/statement',
  who: 'admin',
  summary: 'What each user was charged for each model, what it cost upstream and what is left, with exact totals.',
  query: z.strictObject(asked),
  answer: z.strictObject({
    total: z.strictObject(amounts),
    /** All of them, the costliest first. */
    users: z.array(z.strictObject({ id: z.string(), name: z.string(), ...amounts })),
    /** Likewise; the model of requests that were refused before one was found is empty. */
    models: z.array(z.strictObject({ id: z.string(), ...amounts })),
    /** The costliest pairs, which add up to the totals unless some are left out. */
    pairs: z.array(z.strictObject({ user: z.string(), model: z.string(), ...amounts })),
    left_out: count,
  }),
})
/** A statement of a period: what requests were charged when they were made. What was booked otherwise, such as charging anew, is not in it. */
export type Statement = z.infer<(typeof adminStatement)['answer']>
export type StatementAmounts = Statement['total']

/** The columns of an export of the statement, in order; new ones stand at the end, so that none of the others moves. */
export const STATEMENT_COLUMNS = [
  'month',
  'timezone',
  'user_id',
  'user',
  'model',
  'requests',
  'input',
  'cache_read',
  'cache_write',
  'output',
  'charged',
  'upstream_cost',
  'margin',
  'margin_share',
  'media',
] as const

/** The same as a file. */
export const adminExportStatement = endpoint({
  method: 'GET',
  path: '/api/admin/statement/export',
  who: 'admin',
  summary: 'The statement as a file: a row for each month, user and model.',
  query: z.strictObject({ ...asked, ...exported }),
  answer: z.string(),
  file: true,
})
