import type { Kysely } from 'kysely'
import type { Nanos } from '../core/money.ts'
import { hourOf } from '../core/time.ts'
import type { Moment } from './limit-use.ts'
import type { ApiKeyRow, Tables } from './schema.ts'
import { bucketIndex, bucketStarts, startOfDay, startOfMonth } from './zone.ts'

const TREND_DAYS = 14

/** What a key was used for lately, days and months cut in the zone asked for. */
export type KeyUse = {
  /** This calendar month. */
  month: { requests: number; costNanos: Nanos }
  /** Cost of each of the last 14 days, oldest first. */
  trend: Nanos[]
}

/** Reads the use of keys from the hourly sums; the function it gives answers for one key. */
export async function keyUse(
  db: Kysely<Tables>,
  keys: readonly Pick<ApiKeyRow, 'id' | 'user_id'>[],
  of: Moment,
): Promise<(keyId: string) => KeyUse> {
  const month = startOfMonth(of.now, of.zone)
  const from = startOfDay(of.now, of.zone, TREND_DAYS - 1)
  const days = bucketStarts({ from, to: of.now + 1 }, 'day', of.zone)
  const rows = await db
    .selectFrom('rollup_hour')
    .select((eb) => [
      'key_id',
      'bucket',
      eb.fn.sum<number>('requests').as('requests'),
      eb.fn.sum<bigint>('cost_nanos').as('cost_nanos'),
    ])
    .where('user_id', 'in', [...new Set(keys.map((key) => key.user_id))])
    .where(
      'key_id',
      'in',
      keys.map((key) => key.id),
    )
    .where('bucket', '>=', hourOf(Math.min(month, from)))
    .groupBy(['key_id', 'bucket'])
    .execute()
  const uses = new Map<string, KeyUse>()
  for (const row of rows) {
    const use = uses.get(row.key_id) ?? noUse(days.length)
    uses.set(row.key_id, use)
    if (row.bucket >= hourOf(month)) {
      use.month.requests += row.requests
      use.month.costNanos += row.cost_nanos
    }
    if (row.bucket >= hourOf(from)) {
      const day = bucketIndex(days, row.bucket)
      use.trend[day] = (use.trend[day] ?? 0n) + row.cost_nanos
    }
  }
  return (keyId) => uses.get(keyId) ?? noUse(days.length)
}

function noUse(days: number): KeyUse {
  return { month: { requests: 0, costNanos: 0n }, trend: Array.from({ length: days }, () => 0n) }
}
