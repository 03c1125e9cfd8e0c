import type { Kysely } from 'kysely'
import type { Nanos } from '../core/money.ts'
import { hourOf } from '../core/time.ts'
import type { Moment } from './limit-use.ts'
import type { ApiKeyRow, Tables } from './schema.ts'
import { bucketIndex, bucketStarts, startOfDay, startOfMonth } from './zone.ts'

const TREND_DAYS = 14

/** What a key or a user used lately, days and months cut in the zone asked for. */
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
  const rows = await hours(db, 'key_id', of)
    .where('user_id', 'in', [...new Set(keys.map((key) => key.user_id))])
    .where(
      'key_id',
      'in',
      keys.map((key) => key.id),
    )
    .execute()
  return summed(rows, of)
}

/** The same for users. */
export async function userUse(
  db: Kysely<Tables>,
  ids: readonly string[],
  of: Moment,
): Promise<(userId: string) => KeyUse> {
  return summed(await hours(db, 'user_id', of).where('user_id', 'in', ids).execute(), of)
}

const trendStart = (of: Moment) => startOfDay(of.now, of.zone, TREND_DAYS - 1)

function hours(db: Kysely<Tables>, column: 'key_id' | 'user_id', of: Moment) {
  return db
    .selectFrom('rollup_hour')
    .select((eb) => [
      eb.ref(column).as('id'),
      'bucket',
      eb.fn.sum<number>('requests').as('requests'),
      eb.fn.sum<bigint>('cost_nanos').as('cost_nanos'),
    ])
    .where('bucket', '>=', hourOf(Math.min(startOfMonth(of.now, of.zone), trendStart(of))))
    .groupBy([column, 'bucket'])
}

type Hour = { id: string; bucket: number; requests: number; cost_nanos: Nanos }

function summed(rows: readonly Hour[], of: Moment): (id: string) => KeyUse {
  const month = hourOf(startOfMonth(of.now, of.zone))
  const from = trendStart(of)
  const days = bucketStarts({ from, to: of.now + 1 }, 'day', of.zone)
  const uses = new Map<string, KeyUse>()
  for (const row of rows) {
    const use = uses.get(row.id) ?? noUse(days.length)
    uses.set(row.id, use)
    if (row.bucket >= month) {
      use.month.requests += row.requests
      use.month.costNanos += row.cost_nanos
    }
    if (row.bucket >= hourOf(from)) {
      const day = bucketIndex(days, row.bucket)
      use.trend[day] = (use.trend[day] ?? 0n) + row.cost_nanos
    }
  }
  return (id) => uses.get(id) ?? noUse(days.length)
}

function noUse(days: number): KeyUse {
  return { month: { requests: 0, costNanos: 0n }, trend: Array.from({ length: days }, () => 0n) }
}
