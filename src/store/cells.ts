import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Dimension } from '../contract/usage.ts'
import { DAY_MS, dayOf, HOUR_MS, hourOf, monthOf } from '../core/time.ts'
import { TOLD_BY } from './dimensions.ts'
import { type Rollup, SUM_COLUMNS } from './rollups.ts'
import { FIRST_DAY_KEPT, FIRST_HOUR_OF_ROWS } from './kept-since.ts'
import { rowCells } from './row-cells.ts'
import type { RollupHourRow } from './schema-requests.ts'
import type { Tables } from './schema.ts'
import { conditions, type UsageFilter } from './usage-filter.ts'

/**
 * What of sums is read: dimensions that are told apart, and columns that are added up, all unless some are named. `exact`: of a period
 * that begins or ends within an hour, and of starts that are closer than hours, no more than what lies in it.
 */
export type Wanted = {
  told: readonly Dimension[]
  sums?: readonly SumColumn[]
  starts?: readonly number[]
  exact?: boolean
}

/** A sum of what has the same dimensions, of which only those that were wanted are there, and the same start. */
type Cell = RollupHourRow & Endings & { at: number }
type Endings = { succeeded: number; failed: number; cancelled: number; answered_hist: string }

/**
 * The sums a filter means, its period widened to whole UTC hours unless it is to be exact: those of whole UTC months and days where there
 * are any between two of `starts`, of hours elsewhere, and the rows themselves within hours. A day whose hours are not kept any more counts as
 * if all of it had been in its first hour, an hour whose rows are not kept as if all of it had been in its first moment. `at` is the
 * one of `starts` (in order, epoch milliseconds) a sum counts for, without any the beginning of the period; several sums may count for
 * the same.
 */
export function cells(
  db: Kysely<Tables>,
  filter: UsageFilter,
  { told, sums = SUM_COLUMNS, starts = [], exact = false }: Wanted,
) {
  const kept = rollupsFor(filter, told)
  const { months, days, hours, within } = spansOf(filter, { starts, exact, inMonths: kept.months !== null })
  const columns = [...new Set(told.flatMap((one) => TOLD_BY[one]))]
  const begins = starts.length > 0 ? starts : [filter.from]
  // Each part is added up before they are put together, which takes a third less time.
  const part = (rows: ReturnType<typeof arm>, leading: readonly SumKey[] | null) =>
    rows
      .select([...columns, leading ? 'bucket as at' : startOf('bucket', begins).as('at'), ...sums.map(sumOf)])
      .groupBy(leading ? ['bucket', ...leading] : [...columns, 'at'])
  const of = (rollup: Rollup, spans: readonly Span[], only: readonly RawBuilder<SqlBool>[] = []) =>
    together(spans, (some) =>
      part(
        arm(db, rollup, filter, some).where((eb) => eb.and([...only])),
        leadingTo(columns, LEADING[rollup]),
      ),
    )
  const begun = within.map((span) => (span.from === filter.from ? { ...span, from: hourOf(span.from) } : span))
  const past = of(kept.days, [...hours, ...begun], [keptBefore(FIRST_DAY_KEPT)])
  const short = of(kept.days, days).unionAll(past).unionAll(of(kept.hours, hours))
  const summed = kept.months && months.length > 0 ? short.unionAll(of(kept.months, months)) : short
  const all =
    within.length === 0
      ? summed
      : rowCells(told.some(isWay) || WAYS.some((way) => filter[`${way}s`] !== undefined))
          .map((rows) =>
            together(within, (some) => part(armOf(db, rows, filter, some).where(keptSince(FIRST_HOUR_OF_ROWS)), null)),
          )
          .reduce(
            (rest, rows) => rest.unionAll(rows),
            summed.unionAll(of(kept.hours, begun, [keptBefore(FIRST_HOUR_OF_ROWS)])),
          )
  const parts = db.selectFrom(all.as('part')).select([...columns, startOf('at', begins).as('at'), ...sums])
  return db.selectFrom(parts.$castTo<Cell>().as('cell'))
}

/** So many stretches are read each by itself. */
const FEW = 4

/**
 * Stretches of the same rows above one another. PostgreSQL must see where each begins and ends, or it takes them for a ninth of all rows
 * there are and reads every one; of many stretches, as years of months have, one join is soon read faster than they are planned.
 */
function together<Arm extends { unionAll: (arm: Arm) => Arm }>(
  spans: readonly Span[],
  armOfSome: (some: readonly Span[]) => Arm,
): Arm {
  if (spans.length < 2 || spans.length > FEW) return armOfSome(spans)
  return spans.map((span) => armOfSome([span])).reduce((rest, arm) => rest.unionAll(arm))
}

/** A column of the key of sums. */
type SumKey = (typeof TOLD_BY)[Dimension][number]

/** What the key of sums begins with, after the bucket. */
const LEADING = {
  rollup_day_all: ['model', 'provider_id'],
  rollup_hour_all: ['model', 'provider_id'],
  rollup_day: ['user_id', 'key_id'],
  rollup_month: ['user_id', 'key_id'],
  rollup_hour: ['user_id', 'key_id'],
} as const satisfies Record<Rollup, readonly SumKey[]>

/**
 * As many of the leading columns as tell all of `columns`, null where they do not: what is grouped by them is read in the order in
 * which it lies there, which spares the sorting of all rows with their histograms, half of the time.
 */
function leadingTo(columns: readonly SumKey[], leading: readonly SumKey[]): readonly SumKey[] | null {
  const places = columns.map((column) => leading.indexOf(column))
  return places.includes(-1) ? null : leading.slice(0, Math.max(-1, ...places) + 1)
}

/**
 * The last of `starts` that a time does not lie before, and the first for what lies before all, as SQL: by division where they are
 * equally far apart, else by halves, which are but where a clock changes or months differ.
 */
function startOf(time: 'bucket' | 'at', starts: readonly number[]): RawBuilder<number> {
  const [first = 0, second = Infinity] = starts
  const step = second - first
  if (starts.length < 2) return sql.lit(first)
  const [at, begin, last] = [sql.ref(time), sql.lit(first), sql.lit(starts.at(-1) ?? first)]
  if (starts.every((start, n) => start === first + n * step))
    return sql`case when ${at} < ${begin} then ${begin} when ${at} >= ${last} then ${last} else ${at} - (${at} - ${begin}) % ${sql.lit(step)} end`
  const middle = starts.length >> 1
  return sql`case when ${at} < ${sql.lit(starts[middle])} then ${startOf(time, starts.slice(0, middle))} else ${startOf(time, starts.slice(middle))} end`
}

/** What tells to whom something was paid. */
const WAYS = ['provider', 'endpoint', 'credential'] as const satisfies readonly Dimension[]
const isWay = (dimension: Dimension): boolean => WAYS.some((way) => way === dimension)

/** What is added up of requests that ended in one way; to tell the ways of ending apart for it would be several times as many sums. */
const OF_ENDINGS = {
  succeeded: sql`case when status = 'succeeded' then requests else 0 end`,
  failed: sql`case when status in ('failed', 'refused') then requests else 0 end`,
  cancelled: sql`case when status = 'cancelled' then requests else 0 end`,
  // How long a failure took says nothing about how long an answer takes.
  answered_hist: sql`case when status = 'succeeded' then total_hist else '' end`,
} as const

/** What can be added up: a column of sums, or what of it counts for one way of ending. */
export type SumColumn = (typeof SUM_COLUMNS)[number] | keyof typeof OF_ENDINGS

function sumOf(column: SumColumn) {
  const value = column in OF_ENDINGS ? OF_ENDINGS[column as keyof typeof OF_ENDINGS] : sql.ref(column)
  return HISTOGRAMS.has(column) ? sql`string_agg(${value}, ',')`.as(column) : sql`sum(${value})`.as(column)
}

const HISTOGRAMS: ReadonlySet<SumColumn> = new Set(['first_token_hist', 'total_hist', 'answered_hist'])

/** Sums of each hour, where it matters when on a day something was; what is not kept any more is left out. */
export function hourCells(db: Kysely<Tables>, filter: UsageFilter) {
  return arm(db, rollupsFor(filter, []).hours, filter, [{ from: hourOf(filter.from), to: filter.to }])
}

/** What the sums of all people do not tell, of days and of hours: there are few of them, however many people there are. */
const UNTOLD_BY = {
  rollup_day_all: ['user', 'key'],
  rollup_hour_all: ['user', 'key', 'client', 'endpoint', 'credential'],
} as const satisfies Partial<Record<Rollup, readonly Dimension[]>>

/** The sums that are enough for a filter and the dimensions `told` in it; those of all people's days are few enough without months. */
export function rollupsFor(
  filter: Partial<UsageFilter>,
  told: readonly Dimension[],
): { hours: Rollup; days: Rollup; months: Rollup | null } {
  const isEnough = (rollup: keyof typeof UNTOLD_BY) =>
    UNTOLD_BY[rollup].every((one) => filter[`${one}s`] === undefined && !told.includes(one))
  const hours = isEnough('rollup_hour_all') ? 'rollup_hour_all' : 'rollup_hour'
  return isEnough('rollup_day_all')
    ? { hours, days: 'rollup_day_all', months: null }
    : { hours, days: 'rollup_day', months: 'rollup_month' }
}

/** A stretch of time, `to` not included. */
type Span = Pick<UsageFilter, 'from' | 'to'>

const HOURLY: ReadonlySet<Rollup> = new Set(['rollup_hour', 'rollup_hour_all'])

function arm(db: Kysely<Tables>, rollup: Rollup, filter: UsageFilter, spans: readonly Span[]) {
  const sums = armOf(db, sql<RollupHourRow>`${sql.table(rollup)}`, filter, spans)
  return sums.$if(HOURLY.has(rollup), (it) => it.where(keptSince(FIRST_DAY_KEPT)))
}

// The sign keeps these from being the bounds by which an index is read: the stretch asked for is the narrower one.
const keptSince = (first: RawBuilder<unknown>) => sql<SqlBool>`+bucket >= ${first}`
const keptBefore = (first: RawBuilder<unknown>) => sql<SqlBool>`+bucket < ${first}`

function armOf(db: Kysely<Tables>, sums: RawBuilder<RollupHourRow>, filter: UsageFilter, spans: readonly Span[]) {
  return db.selectFrom(lyingIn(sums, spans).as('part')).where((eb) => eb.and(conditions(filter)))
}

/**
 * One stretch of sums is read in the order of their key. Several come first in a join, so that each is one look into an index, and
 * nothing that lies between them is read.
 */
function lyingIn(sums: RawBuilder<RollupHourRow>, spans: readonly Span[]): RawBuilder<RollupHourRow> {
  const [first = { from: 0, to: 0 }, ...more] = spans
  if (more.length === 0)
    return sql`(select * from ${sums} as sums where bucket >= ${sql.lit(first.from)} and bucket < ${sql.lit(first.to)})`
  const rows = spans.map(({ from, to }) => sql`(${sql.lit(from)}, ${sql.lit(to)})`)
  return sql`(select sums.* from (values ${sql.join(rows)}) as span cross join ${sums} as sums
    where bucket >= span.column1 and bucket < span.column2)`
}

type Spans = { months: Span[]; days: Span[]; hours: Span[]; within: Span[] }

/** Where a period is cut, whether it is widened to whole hours, and whether months are told apart from their days. */
type Cutting = { starts: readonly number[]; exact: boolean; inMonths: boolean }

/** A period as whole UTC months and days, the hours before and after them, and what of it lies within an hour, where it is cut at `starts`. */
function spansOf({ from, to }: Span, { starts, exact, inMonths }: Cutting): Spans {
  if (!exact) return { ...wholeSpans(cutAt({ from: hourOf(from), to }, starts), inMonths), within: [] }
  const [first = from, second = Infinity] = starts
  if (second - first < HOUR_MS) return { months: [], days: [], hours: [], within: [{ from, to }] }
  const whole = { from: hourOf(from + HOUR_MS - 1), to: hourOf(to) }
  const ends = [
    { from, to: Math.min(whole.from, to) },
    { from: Math.max(whole.from, whole.to), to },
  ]
  return { ...wholeSpans(cutAt(whole, starts), inMonths), within: ends.filter(isSome) }
}

/** A period between one start and the next; the first one may lie before it. */
function cutAt({ from, to }: Span, starts: readonly number[]): Span[] {
  const cuts = [from, ...starts.slice(1), to]
  return cuts.slice(0, -1).map((begin, n) => ({ from: begin, to: Math.min(cuts[n + 1] ?? to, to) }))
}

function wholeSpans(spans: readonly Span[], inMonths: boolean): Omit<Spans, 'within'> {
  const months = inMonths ? wholeIn(spans, MONTH) : { whole: [], rest: spans }
  const days = wholeIn(months.rest, DAY)
  return { months: joined(months.whole), days: joined(days.whole), hours: joined(days.rest) }
}

/** Something that time consists of: where one begins, and how long the longest is. */
type Unit = { of: (ms: number) => number; longestMs: number }
const DAY: Unit = { of: dayOf, longestMs: DAY_MS }
const MONTH: Unit = { of: monthOf, longestMs: 31 * DAY_MS }

/** What of stretches is whole units, and what lies before and after those. */
function wholeIn(spans: readonly Span[], { of, longestMs }: Unit): { whole: Span[]; rest: Span[] } {
  const parts = spans.filter(isSome).map(({ from, to }) => {
    const begun = of(from)
    const whole = { from: begun === from ? from : of(begun + longestMs), to: of(to) }
    if (!isSome(whole)) return { whole: [], rest: [{ from, to }] }
    return {
      whole: [whole],
      rest: [
        { from, to: whole.from },
        { from: whole.to, to },
      ].filter(isSome),
    }
  })
  return { whole: parts.flatMap(({ whole }) => whole), rest: parts.flatMap(({ rest }) => rest) }
}

const isSome = ({ from, to }: Span): boolean => from < to

/** Stretches in order, of which those that meet are one. */
function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const { from, to } of spans) {
    const last = found.at(-1)
    if (last?.to === from) last.to = to
    else found.push({ from, to })
  }
  return found
}
