import type { Kysely } from 'kysely'
import type { Nanos } from '../core/money.ts'
import { cells } from './cells.ts'
import { namesOf } from './names.ts'
import type { Tables } from './schema.ts'
import type { UsageFilter } from './usage-filter.ts'
import { bucketStarts, cutAtDays, dateOf } from './zone.ts'

/** Months are those of the IANA zone; without `byMonth` the period is one. */
export type StatementQuery = UsageFilter & { zone: string; byMonth: boolean }

/** What one user had of one model, in a month as `2026-11` where these are told apart. */
export type StatementLine = {
  month: string | null
  userId: string
  userName: string
  model: string
  requests: number
  input: number
  cacheRead: number
  cacheWrite: number
  output: number
  /** Tokens of sound and pictures, read and made. */
  media: number
  chargedNanos: Nanos
  upstreamNanos: Nanos
}

/** Reads what each user had of each model: by month, then the costliest first. */
export async function statement(db: Kysely<Tables>, query: StatementQuery): Promise<StatementLine[]> {
  const rows = await statementRows(db, query).execute()
  const names = await namesOf(
    db,
    'user',
    rows.map((row) => row.user_id),
  )
  return rows.map((row) => ({
    month: query.byMonth ? dateOf(row.at, query.zone).slice(0, 7) : null,
    userId: row.user_id,
    userName: names.get(row.user_id) ?? row.user_id,
    model: row.model,
    requests: row.requests,
    input: row.input,
    cacheRead: row.cache_read,
    cacheWrite: row.cache_write,
    output: row.output,
    media: row.media,
    chargedNanos: row.cost_nanos,
    upstreamNanos: row.upstream_cost_nanos,
  }))
}

/** The sums of each month, user and model, from stretches of the sums of days and hours. */
export function statementRows(db: Kysely<Tables>, { zone, byMonth, ...asked }: StatementQuery) {
  const filter = cutAtDays(asked, zone)
  return cells(db, filter, {
    told: ['user', 'model'],
    sums: ['requests', 'input', 'cache_read', 'cache_write', 'output', 'media', 'cost_nanos', 'upstream_cost_nanos'],
    starts: byMonth ? bucketStarts(filter, 'month', zone) : [],
  })
    .select((eb) => [
      'at',
      'user_id',
      'model',
      eb.fn.sum<number>('requests').as('requests'),
      eb.fn.sum<number>('input').as('input'),
      eb.fn.sum<number>('cache_read').as('cache_read'),
      eb.fn.sum<number>('cache_write').as('cache_write'),
      eb.fn.sum<number>('output').as('output'),
      eb.fn.sum<number>('media').as('media'),
      eb.fn.sum<bigint>('cost_nanos').as('cost_nanos'),
      eb.fn.sum<bigint>('upstream_cost_nanos').as('upstream_cost_nanos'),
    ])
    .groupBy(['at', 'user_id', 'model'])
    .orderBy('at')
    .orderBy('cost_nanos', 'desc')
    .orderBy('user_id')
    .orderBy('model')
}
