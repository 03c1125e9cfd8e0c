import type { Compilable, Kysely } from 'kysely'
import type { Tables } from './schema.ts'
import { writtenOnce } from './written.ts'

/** Engines bound the parameters of a statement, and each number of rows is a statement of its own: so powers of two. */
const MOST_ROWS = 128

/** Writes any number of rows. */
type BulkInsert<Row> = (tx: Kysely<Tables>, rows: readonly Row[]) => Promise<void>

/**
 * An insert, or another statement over rows, that is written as text once for each number of rows, because thousands of rows a
 * second would spend more on the text than on the row. `build` is given rows of one shape, whose keys are always in the same order.
 */
export function bulkInsert<Row extends object>(
  build: (tx: Kysely<Tables>, rows: readonly Row[]) => Compilable,
): BulkInsert<Row> {
  const ask = writtenOnce()
  return async (tx, rows) => {
    for (let at = 0; at < rows.length;) {
      const slice = rows.slice(at, at + sizeOf(rows.length - at))
      const parameters = slice.flatMap((row): unknown[] => Object.values(row))
      await ask(tx, { form: slice.length, build: () => build(tx, slice), parameters })
      at += slice.length
    }
  }
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

/** How many of the rows that are left go into the next statement. */
export function sizeOf(left: number): number {
  return Math.min(MOST_ROWS, 2 ** Math.floor(Math.log2(left)))
}
