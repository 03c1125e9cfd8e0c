import { type Kysely, type RawBuilder, sql } from 'kysely'
import { windowAt } from '../core/limit-window.ts'
import type { Limit, LimitMetric, LimitSubject, LimitUse } from '../core/limits.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { dividedSums, groupOf, isUndivided, type Summed } from './group-moves.ts'
import { FIRST_HOUR_OF_ROWS } from './kept-since.ts'
import { TOKENS_OF_ROW } from './usage-columns.ts'
import type { Tables } from './schema.ts'

/** When and where windows are looked at; the zone is an IANA name. */
export type Moment = { now: number; zone: string }

/**
 * What limits have counted in their present window: the daily sums, the hourly ones where a window begins or ends within a UTC day,
 * and the rows themselves where it begins or ends within an hour, or all of the first hour where its rows are kept no more. Refused requests count
 * for nothing; concurrency is a matter of the moment and not of the books.
 * A group has used what its members did while they were in it.
 */
export async function limitUse(
  db: Kysely<Tables>,
  limits: readonly Limit[],
  { now, zone }: Moment,
): Promise<LimitUse[]> {
  const counted = limits.filter((limit) => limit.metric !== 'concurrency')
  const groups = Map.groupBy(counted, (limit) => `${limit.subject} ${limit.window}`)
  const uses: LimitUse[] = []
  for (const [first, ...rest] of groups.values()) {
    if (!first) continue
    const { start, end } = windowAt(first.window, now, zone)
    const group = [first, ...rest]
    const only = group.length === 1 ? first.subjectId : null
    const sums = await sumsWithin(db, { subject: first.subject, only, from: start, to: end ?? Infinity })
    for (const { id, subjectId, metric } of group) {
      uses.push({ limitId: id, windowStart: start, used: sums.get(subjectId)?.get(metric) ?? 0n })
    }
  }
  return uses
}

/** `only` names one subject; null means all that have limits. */
type Question = { subject: LimitSubject; only: string | null; from: number; to: number }
type Sums = Map<string, Map<LimitMetric, bigint>>

async function sumsWithin(db: Kysely<Tables>, { from, to, ...which }: Question): Promise<Sums> {
  const sums: Sums = new Map()
  const sum = async (table: Summed, part: Pick<Reading, 'from' | 'to' | 'where' | 'source'>) => {
    if (part.from < part.to) add(sums, await read(db, table, { ...which, ...part }))
  }
  const wholeHours = Math.ceil(from / HOUR_MS) * HOUR_MS
  if (from < wholeHours) {
    await sum('request', { from, to: Math.min(wholeHours, to), where: BEGUN.request })
    await sum('rollup_hour', { from: wholeHours - HOUR_MS, to: wholeHours, where: BEGUN.rollup_hour })
  }
  const wholeDays = Math.ceil(wholeHours / DAY_MS) * DAY_MS
  const lastHour = Math.max(wholeHours, Math.floor(to / HOUR_MS) * HOUR_MS)
  const lastDay = Math.max(wholeDays, Math.floor(to / DAY_MS) * DAY_MS)
  await sum('rollup_hour', { from: wholeHours, to: Math.min(wholeDays, lastHour) })
  await sum('rollup_day', { from: wholeDays, to: lastDay })
  // What came after the window is there where the clock is behind.
  await sum('rollup_hour', { from: lastDay, to: lastHour })
  await sum('request', { from: lastHour, to })
  if (which.subject !== 'group') return sums
  await sum('rollup_hour', { from: wholeDays, to: lastDay, source: dividedSums('rollup_hour', wholeDays) })
  await sum('request', { from: wholeHours, to: lastHour, source: dividedSums('request', wholeHours) })
  return sums
}

function add(sums: Sums, rows: readonly Row[]): void {
  for (const row of rows) {
    const sum = sums.get(row.subject_id) ?? new Map<LimitMetric, bigint>()
    sums.set(row.subject_id, sum)
    sum.set('cost', (sum.get('cost') ?? 0n) + row.cost_amount)
    sum.set('requests', (sum.get('requests') ?? 0n) + row.requests_amount)
    sum.set('tokens', (sum.get('tokens') ?? 0n) + row.tokens_amount)
  }
}

type Row = { subject_id: string; cost_amount: bigint; requests_amount: bigint; tokens_amount: bigint }

/** Of upstreams it is limited what they charge us, of everybody else what we charge them. */
const SUBJECTS: Record<LimitSubject, { id: (table: Summed) => RawBuilder<string>; cost: RawBuilder<bigint> }> = {
  user: { id: () => sql.ref('user_id'), cost: sql.ref('cost_nanos') },
  key: { id: () => sql.ref('key_id'), cost: sql.ref('cost_nanos') },
  group: { id: groupOf, cost: sql.ref('cost_nanos') },
  provider: { id: () => sql.ref('provider_id'), cost: sql.ref('upstream_cost_nanos') },
  credential: { id: () => sql.ref('credential_id'), cost: sql.ref('upstream_cost_nanos') },
}

const ROLLUP = {
  at: sql.ref<number>('bucket'),
  requests: sql.ref<number>('requests'),
  tokens: sql<number>`input + cache_read + cache_write + output + media`,
}

const COLUMNS: Record<Summed, { at: RawBuilder<number>; requests: RawBuilder<number>; tokens: RawBuilder<number> }> = {
  request: {
    at: sql.ref('at'),
    requests: sql`1`,
    tokens: TOKENS_OF_ROW,
  },
  rollup_hour: ROLLUP,
  rollup_day: ROLLUP,
}

/** What of a window that begins within an hour is read: that hour's rows, or, where these are kept no more, its sum, all of it; by the sign no index is read by it. */
const BEGUN = {
  request: sql`+at >= ${FIRST_HOUR_OF_ROWS}`,
  rollup_hour: sql`+bucket < ${FIRST_HOUR_OF_ROWS}`,
}

/** `source` is what is read of a table, where that is not all of it, and `where` holds of it besides. */
type Reading = Question & { source?: RawBuilder<unknown>; where?: RawBuilder<unknown> }

async function read(db: Kysely<Tables>, table: Summed, asked: Reading): Promise<Row[]> {
  const { id, cost } = SUBJECTS[asked.subject]
  const { at, requests, tokens } = COLUMNS[table]
  const wanted =
    asked.only === null
      ? sql`in (select subject_id from ${sql.table('limit')} where subject = ${asked.subject})`
      : sql`= ${asked.only}`
  const until = asked.to === Infinity ? sql`` : sql`and ${at} < ${asked.to}`
  const undivided = asked.subject === 'group' && table !== 'request' ? sql`and ${isUndivided(table)}` : sql``
  const besides = asked.where ? sql`and ${asked.where}` : sql``
  const within = sql`${at} >= ${asked.from} ${until} and status <> 'refused' ${undivided} ${besides}`
  const { rows } = await sql<Row>`
    select subject_id, sum(cost) as cost_amount, sum(requests) as requests_amount, sum(tokens) as tokens_amount
    from (
      select ${id(table)} as subject_id, ${cost} as cost, ${requests} as requests, ${tokens} as tokens
      from ${asked.source ?? sql.table(table)} where ${within}
      ${table === 'request' ? paidElsewhere(asked.subject, within) : sql``}
    ) as part
    where subject_id ${wanted} group by subject_id`.execute(db)
  return rows
}

/** Of a request for which several were asked each is paid its own: that goes from who answered to whom it was paid. The sums know it already. */
function paidElsewhere(subject: LimitSubject, within: RawBuilder<unknown>): RawBuilder<unknown> {
  if (subject !== 'provider' && subject !== 'credential') return sql``
  const of = (table: string, cost: RawBuilder<unknown>) => sql`union all
    select ${sql.ref(`${table}.${subject}_id`)}, ${cost}, 0, 0
    from request join attempt on attempt.request_id = request.id where ${within} and attempts_made > 1`
  return sql`${of('request', sql`-attempt.upstream_cost_nanos`)} ${of('attempt', sql`attempt.upstream_cost_nanos`)}`
}
