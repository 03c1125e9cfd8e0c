import { type Compilable, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './schema.ts'
import { writtenOnce } from './written.ts'

/** Engines bound the parameters of a statement, and each number of rows is a statement of its own: so powers of two. */
const MOST_ROWS = 128

/** Writes any number of rows, and answers what the statement returns of them. */
type BulkInsert<Row, Returned> = (tx: Kysely<Tables>, rows: readonly Row[]) => Promise<Returned[]>

/**
 * An insert, or another statement over rows, that is written as text once for each number of rows, because thousands of rows a
 * second would spend more on the text than on the row. `build` is given rows of one shape, whose keys are always in the same order.
 * Rows that have nothing but the `usual` values in those columns are written without handing these over, each of which takes a
 * tenth of a microsecond or more.
 */
export function bulkInsert<Row extends object, Returned = never>(
  build: (tx: Kysely<Tables>, rows: readonly Row[]) => Compilable<Returned>,
  usual: Partial<Row> = {},
): BulkInsert<Row, Returned> {
  const literals = Object.fromEntries(Object.entries(usual).map(([column, value]) => [column, sql.lit(value)]))
  const ofUsual = writer(build, literals)
  const ofOthers = writer(build, {})
  const usualColumns = Object.keys(usual) as (keyof Row)[]
  const isUsual = (row: Row) => usualColumns.every((column) => row[column] === usual[column])
  return async (tx, rows) => {
    const others = rows.filter((row) => !isUsual(row))
    const usuals = others.length === 0 ? rows : rows.filter(isUsual)
    return [...(await ofUsual(tx, usuals)), ...(await ofOthers(tx, others))]
  }
}

/** Writes rows that have literals in some columns, which Kysely takes in the place of values. */
function writer<Row extends object, Returned>(
  build: (tx: Kysely<Tables>, rows: readonly Row[]) => Compilable<Returned>,
  literals: Readonly<Record<string, RawBuilder<unknown>>>,
): BulkInsert<Row, Returned> {
  const ask = writtenOnce()
  let places: readonly number[] | undefined
  return async (tx, rows) => {
    const returned: Returned[] = []
    for (let at = 0; at < rows.length;) {
      const slice = rows.slice(at, at + sizeOf(rows.length - at))
      places ??= placesOf(slice[0], literals)
      const parameters: unknown[] = []
      for (const row of slice) {
        const values: unknown[] = Object.values(row)
        for (const place of places) parameters.push(values[place])
      }
      const withLiterals = () => slice.map((row) => ({ ...row, ...literals }))
      const form = { form: slice.length, build: () => build(tx, withLiterals()), parameters }
      for (const one of await ask(tx, form)) returned.push(one)
      at += slice.length
    }
    return returned
  }
}

/** Where in a row the values are that no literal stands for. */
function placesOf(row: object | undefined, literals: object): number[] {
  return Object.keys(row ?? {}).flatMap((column, place) => (column in literals ? [] : place))
}

/** Values to look for with `in`, the last one repeated up to a power of two, for the same reason. */
export function fewSizes<T>(values: Iterable<T>): T[] {
  const distinct = [...new Set(values)]
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, distinct.length)))
  return distinct.concat(distinct.slice(-1).flatMap((last) => Array<T>(size - distinct.length).fill(last)))
}

/** A list in parts of no more than so many. */
export function* slicesOf<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}

/** The largest power of two that is no more than what is left. */
function sizeOf(left: number): number {
  return Math.min(MOST_ROWS, 2 ** Math.floor(Math.log2(left)))
}
