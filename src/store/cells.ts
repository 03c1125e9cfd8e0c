import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Dimension } from '../contract/usage.ts'
import { DAY_MS, dayOf, HOUR_MS, hourOf } from '../core/time.ts'
import { TOLD_BY } from './dimensions.ts'
import { type Rollup, SUM_COLUMNS } from './rollups.ts'
import { FIRST_HOUR_OF_ROWS, rowCells } from './row-cells.ts'
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
type Cell = RollupHourRow & { at: number }

/**
 * The sums a filter means, its period widened to whole UTC hours unless it is to be exact: those of whole UTC days where there are any
 * between two of `starts`, of hours elsewhere, and the rows themselves within hours. A day whose hours are not kept any more counts as
 * if all of it had been in its first hour, an hour whose rows are not kept as if all of it had been in its first moment. `at` is the
 * one of `starts` (in order, epoch milliseconds) a sum counts for, without any the beginning of the period.
 */
export function cells(
  db: Kysely<Tables>,
  filter: UsageFilter,
  { told, sums = SUM_COLUMNS, starts = [], exact = false }: Wanted,
) {
  const kept = rollupsFor(filter, told)
  const { days, hours, within } = piecesOf(filter, starts, exact)
  const columns = [...new Set(told.flatMap((one) => TOLD_BY[one]))]
  // Each part is added up before they are put together, which takes a third less time.
  const part = (rows: ReturnType<typeof arm>) =>
    rows.select([...columns, AT, ...sums.map(sumOf)]).groupBy([...columns, 'at'])
  const of = (rollup: Rollup, pieces: readonly Piece[]) => part(arm(db, rollup, filter, pieces))
  const begun = within.map((piece) => (piece.from === filter.from ? { ...piece, from: hourOf(piece.from) } : piece))
  const past = of(kept.days, [...hours, ...begun]).where(sql<SqlBool>`bucket < ${FIRST_DAY_KEPT}`)
  const summed = of(kept.days, days).unionAll(past).unionAll(of(kept.hours, hours))
  const all =
    within.length === 0
      ? summed
      : rowCells(told.some(isWay) || WAYS.some((way) => filter[`${way}s`] !== undefined)).reduce(
          (rest, rows) => rest.unionAll(part(armOf(db, rows, filter, within))),
          summed.unionAll(of(kept.hours, begun).where(sql<SqlBool>`bucket < ${FIRST_HOUR_OF_ROWS}`)),
        )
  return db.selectFrom(all.$castTo<Cell>().as('cell'))
}

/** What tells to whom something was paid. */
const WAYS = ['provider', 'endpoint', 'credential'] as const satisfies readonly Dimension[]
const isWay = (dimension: Dimension): boolean => WAYS.some((way) => way === dimension)

type SumColumn = (typeof SUM_COLUMNS)[number]

function sumOf(column: SumColumn) {
  const ref = sql.ref(column)
  return HISTOGRAMS.has(column) ? sql`string_agg(${ref}, ',')`.as(column) : sql`sum(${ref})`.as(column)
}

const HISTOGRAMS: ReadonlySet<SumColumn> = new Set(['first_token_hist', 'total_hist'])

/** Sums of each hour, where it matters when on a day something was; what is not kept any more is left out. */
export function hourCells(db: Kysely<Tables>, filter: UsageFilter) {
  const whole = { at: filter.from, from: hourOf(filter.from), to: filter.to }
  return arm(db, rollupsFor(filter, []).hours, filter, [whole])
}

/** What the sums of all people do not tell, of days and of hours: there are few of them, however many people there are. */
const UNTOLD_BY = {
  rollup_day_all: ['user', 'key'],
  rollup_hour_all: ['user', 'key', 'client', 'endpoint', 'credential'],
} as const satisfies Partial<Record<Rollup, readonly Dimension[]>>

/** The sums that are enough for a filter and the dimensions `told` in it. */
export function rollupsFor(filter: Partial<UsageFilter>, told: readonly Dimension[]): { hours: Rollup; days: Rollup } {
  const isEnough = (rollup: keyof typeof UNTOLD_BY) =>
    UNTOLD_BY[rollup].every((one) => filter[`${one}s`] === undefined && !told.includes(one))
  return {
    hours: isEnough('rollup_hour_all') ? 'rollup_hour_all' : 'rollup_hour',
    days: isEnough('rollup_day_all') ? 'rollup_day_all' : 'rollup_day',
  }
}

/** A stretch of time whose sums count for what begins `at`. */
type Piece = { at: number; from: number; to: number }

/** The start that the sums of a piece count for. */
const AT = sql<number>`piece.column1`.as('at')

/** Pieces come first in the join, so that each is one look into an index, and nothing that lies between them is read. */
function arm(db: Kysely<Tables>, rollup: Rollup, filter: UsageFilter, pieces: readonly Piece[]) {
  const sums = armOf(db, sql<RollupHourRow>`${sql.table(rollup)}`, filter, pieces)
  return sums.$if(rollup === 'rollup_hour', (it) => it.where(sql<SqlBool>`bucket >= ${FIRST_DAY_KEPT}`))
}

function armOf(db: Kysely<Tables>, sums: RawBuilder<RollupHourRow>, filter: UsageFilter, pieces: readonly Piece[]) {
  const all = pieces.length > 0 ? pieces : [{ at: 0, from: 0, to: 0 }]
  const rows = all.map(({ at, from, to }) => sql`(${sql.lit(at)}, ${sql.lit(from)}, ${sql.lit(to)})`)
  return db
    .selectFrom(sql`(values ${sql.join(rows)})`.as('piece'))
    .crossJoin(sums.as('sums'))
    .where(sql<SqlBool>`bucket >= piece.column2 and bucket < piece.column3`)
    .where((eb) => eb.and(conditions(filter)))
}

/**
 * The first UTC day whose hours are kept, as SQL. Days go from the oldest on, in one moment those of all people, and then piece by
 * piece each person's: whoever reads those leaves out what is older.
 */
export const FIRST_DAY_KEPT = sql`(select coalesce(min(bucket) / ${sql.lit(DAY_MS)} * ${sql.lit(DAY_MS)}, ${sql.lit(Number.MAX_SAFE_INTEGER)}) from rollup_hour_all)`

type Pieces = { days: Piece[]; hours: Piece[]; within: Piece[] }

/** A period as whole UTC days, the hours before and after them, and what of it lies within an hour, for each of its parts. */
function piecesOf({ from, to }: UsageFilter, starts: readonly number[], exact: boolean): Pieces {
  const begins = starts.length > 0 ? starts : [from]
  if (!exact) return { ...wholePieces({ from, to }, begins), within: [] }
  const part = (at: number, n: number) => ({ at, from: Math.max(at, from), to: Math.min(begins[n + 1] ?? to, to) })
  // The first one may begin before the period.
  const apart = (begins[1] ?? Infinity) - (begins[0] ?? from)
  if (apart < HOUR_MS) return { days: [], hours: [], within: begins.map(part) }
  const whole = { from: hourOf(from + HOUR_MS - 1), to: hourOf(to) }
  const startOf = (ms: number) => begins.findLast((at) => at <= ms) ?? begins[0] ?? from
  const ends = [
    { at: startOf(from), from, to: Math.min(whole.from, to) },
    { at: startOf(whole.to), from: Math.max(whole.from, whole.to), to },
  ]
  return {
    ...wholePieces({ from: whole.from, to: Math.max(whole.from, whole.to) }, begins),
    within: ends.filter((piece) => piece.from < piece.to),
  }
}

/** The same of a period that is widened to whole hours. */
function wholePieces(
  { from, to }: Pick<UsageFilter, 'from' | 'to'>,
  begins: readonly number[],
): Omit<Pieces, 'within'> {
  const pieces = begins.map((at, n) => {
    const part = { from: n === 0 ? hourOf(from) : at, to: Math.min(begins[n + 1] ?? to, to) }
    const days = { at, from: dayOf(part.from + DAY_MS - 1), to: dayOf(part.to) }
    if (days.from >= days.to) return { days: [], hours: [{ at, ...part }] }
    return {
      days: [days],
      hours: [
        { at, from: part.from, to: days.from },
        { at, from: days.to, to: part.to },
      ],
    }
  })
  return {
    days: pieces.flatMap(({ days }) => days),
    hours: pieces.flatMap(({ hours }) => hours).filter((piece) => piece.from < piece.to),
  }
}
