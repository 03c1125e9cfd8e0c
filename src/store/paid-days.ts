import type { Kysely } from 'kysely'
import type { PaidDay } from '../core/balance-forecast.ts'
import { DAY_MS, dayOf } from '../core/time.ts'
import { cells } from './cells.ts'
import type { Tables } from './schema.ts'

/** Reads what was paid with each credential on each of the UTC days that lie in a period, its ends included. */
export async function paidDays(db: Kysely<Tables>, { from, to }: { from: number; to: number }): Promise<PaidDay[]> {
  const days = { from: dayOf(from), to: dayOf(to) + DAY_MS }
  const starts = Array.from({ length: (days.to - days.from) / DAY_MS }, (_, n) => days.from + n * DAY_MS)
  const rows = await cells(db, days, { told: ['credential'], sums: ['upstream_cost_nanos'], starts })
    .select((eb) => [
      'credential_id as credentialId',
      'at as day',
      eb.fn.sum<bigint>('upstream_cost_nanos').as('paid_nanos'),
    ])
    .where('credential_id', '<>', '')
    .groupBy(['credential_id', 'at'])
    .having((eb) => eb.fn.sum('upstream_cost_nanos'), '>', 0n)
    .execute()
  return rows.map(({ paid_nanos: nanos, ...row }) => ({ ...row, nanos }))
}
