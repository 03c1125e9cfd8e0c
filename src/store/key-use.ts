import { type Kysely, sql } from 'kysely'
import type { Nanos } from '../core/money.ts'
import { cells } from './cells.ts'
import { DIMENSION_COLUMNS } from './dimensions.ts'
import type { Moment } from './limit-use.ts'
import type { ApiKeyRow, Tables } from './schema.ts'
import type { UsageFilter } from './usage-filter.ts'
import { bucketStarts, firstHourFrom, startOfDay, startOfMonth } from './zone.ts'

const TREND_DAYS = 14

/** What a key or a user used lately, days and months cut in the zone asked for. */
export type KeyUse = {
  /** This calendar month. */
  month: { requests: number; costNanos: Nanos }
  /** Cost of each of the last 14 days, oldest first. */
  trend: Nanos[]
}

/** Reads the use of keys from the sums of hours; the function it gives answers for one key. */
export function keyUse(
  db: Kysely<Tables>,
  keys: readonly Pick<ApiKeyRow, 'id' | 'user_id'>[],
  of: Moment,
): Promise<(keyId: string) => KeyUse> {
  return use(
    db,
    { by: 'key', keys: keys.map((key) => key.id), users: [...new Set(keys.map((key) => key.user_id))] },
    of,
  )
}

/** The same for users. */
export function userUse(db: Kysely<Tables>, ids: readonly string[], of: Moment): Promise<(userId: string) => KeyUse> {
  return use(db, { by: 'user', users: ids }, of)
}

/** What everybody used this calendar month, by key or by user; the function it gives answers for one of them. */
export async function monthUse(db: Kysely<Tables>, by: 'key' | 'user', { now, zone }: Moment) {
  const period = { from: firstHourFrom(startOfMonth(now, zone)), to: Number.MAX_SAFE_INTEGER }
  const rows = await cells(db, period, { told: [by], sums: ['requests', 'cost_nanos'] })
    .select([DIMENSION_COLUMNS[by].as('id'), ...USED])
    .groupBy('id')
    .execute()
  const uses = new Map<string, KeyUse['month']>()
  for (const { id, requests, cost_nanos: cost } of rows) {
    const own = uses.get(id) ?? noMonth()
    uses.set(id, own)
    own.requests += requests
    own.costNanos += cost
  }
  return (id: string) => uses.get(id) ?? noMonth()
}

const USED = [sql<number>`sum(requests)`.as('requests'), sql<bigint>`sum(cost_nanos)`.as('cost_nanos')] as const

type Whose = { by: 'key' | 'user' } & Pick<UsageFilter, 'keys' | 'users'>

async function use(db: Kysely<Tables>, { by, ...whose }: Whose, { now, zone }: Moment) {
  const month = startOfMonth(now, zone)
  const trend = startOfDay(now, zone, TREND_DAYS - 1)
  const period = { from: firstHourFrom(Math.min(month, trend)), to: Number.MAX_SAFE_INTEGER }
  const starts = bucketStarts({ from: period.from, to: now + 1 }, 'day', zone)
  const rows = await cells(db, { ...period, ...whose }, { told: [by], sums: ['requests', 'cost_nanos'], starts })
    .select([DIMENSION_COLUMNS[by].as('id'), 'at', ...USED])
    .groupBy(['id', 'at'])
    .execute()
  const days = starts.filter((start) => start >= trend)
  const uses = new Map<string, KeyUse>()
  for (const { id, at, requests, cost_nanos: cost } of rows) {
    const own = uses.get(id) ?? noUse(days.length)
    uses.set(id, own)
    if (at >= month) {
      own.month.requests += requests
      own.month.costNanos += cost
    }
    const day = days.indexOf(at)
    if (day >= 0) own.trend[day] = (own.trend[day] ?? 0n) + cost
  }
  return (id: string) => uses.get(id) ?? noUse(days.length)
}

function noUse(days: number): KeyUse {
  return { month: noMonth(), trend: Array.from({ length: days }, () => 0n) }
}

const noMonth = (): KeyUse['month'] => ({ requests: 0, costNanos: 0n })
