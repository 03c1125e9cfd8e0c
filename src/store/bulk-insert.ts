import { type Compilable, CompiledQuery, type Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** Engines bound the parameters of a statement, and each number of rows is a statement of its own: so powers of two. */
const MOST_ROWS = 128

/** Writes any number of rows, and answers what the statement returns of them. */
type BulkInsert<Row, Returned> = (tx: Kysely<Tables>, rows: readonly Row[]) => Promise<Returned[]>

/**
 * An insert, or another statement over rows, that is written as text once for each number of rows, because thousands of rows a
 * second would spend more on the text than on the row. `build` is given rows of one shape, whose keys are always in the same order.
 */
export function bulkInsert<Row extends object, Returned = never>(
  build: (tx: Kysely<Tables>, rows: readonly Row[]) => Compilable<Returned>,
): BulkInsert<Row, Returned> {
  const texts = new Map<number, string>()
  return async (tx, rows) => {
    const returned: Returned[] = []
    for (let at = 0; at < rows.length;) {
      const slice = rows.slice(at, at + sizeOf(rows.length - at))
      const text = texts.get(slice.length) ?? build(tx, slice).compile().sql
      texts.set(slice.length, text)
      const answer = await tx.executeQuery<Returned>(CompiledQuery.raw(text, slice.flatMap(Object.values)))
      returned.push(...answer.rows)
      at += slice.length
    }
    return returned
  }
}

/** Values to look for with `in`, the last one repeated up to a power of two, for the same reason. */
export function fewSizes<T>(values: Iterable<T>): T[] {
  const distinct = [...new Set(values)]
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, distinct.length)))
  return distinct.concat(distinct.slice(-1).flatMap((last) => Array<T>(size - distinct.length).fill(last)))
}

/** The largest power of two that is no more than what is left. */
function sizeOf(left: number): number {
  return Math.min(MOST_ROWS, 2 ** Math.floor(Math.log2(left)))
}
