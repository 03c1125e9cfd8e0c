import { z } from 'zod'
import { ENTRY_KINDS } from '../core/entries.ts'
import { MILLION_USD, parseUsd } from '../core/money.ts'
import { named, pageById, pageOf, time, usd } from './common.ts'
import { endpoint } from './endpoint.ts'

/** One line of an account: money in when positive, out when negative. */
const entry = z.strictObject({
  id: z.string(),
  kind: z.enum(ENTRY_KINDS),
  amount: usd,
  /** Who booked it; null: the server. */
  actor: named.nullable(),
  reason: z.string(),
  at: time,
})
export type EntryView = z.infer<typeof entry>

export const adminListEntries = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/balance',
  who: 'admin',
  summary: 'What was booked into and out of a user’s account, newest first, and what is left; of deleted accounts too.',
  query: z.strictObject(pageById),
  answer: pageOf(entry).extend({
    /** What was paid in less what stored requests cost. */
    balance: usd,
  }),
})

const amount = usd.refine((text) => {
  const nanos = parseUsd(text) ?? 0n
  return nanos !== 0n && nanos <= MILLION_USD && nanos >= -MILLION_USD
}, 'not zero, and at most a million USD')

export const adminBookEntry = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/balance',
  who: 'admin',
  summary: 'Books money into or out of a user’s account; sent again with the same idempotency key it changes nothing.',
  body: z.strictObject({
    /** Top-ups and refunds are positive, expiries negative, adjustments either. */
    amount,
    kind: z.enum(['topup', 'adjust', 'refund', 'expire']),
    reason: z.string().trim().min(1).max(200),
    idempotency_key: z.string().min(8).max(100),
  }),
  answer: z.strictObject({ entry, balance: usd }),
  status: 201,
})
