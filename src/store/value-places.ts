import { type RawBuilder, sql } from 'kysely'

/** Columns by name, in the order in which their values come. */
export type ValueColumns = Readonly<Record<string, 'text' | 'bigint'>>

/** Places for the values of rows, for `values`. The first row says of which types they are: PostgreSQL takes what says nothing for a text. */
export function placesFor(columns: ValueColumns, rows: number): RawBuilder<unknown> {
  const types = Object.values(columns)
  const plain = sql`(${sql.join(types.map(() => sql`${null}`))})`
  const typed = sql`(${sql.join(types.map((type) => (type === 'text' ? sql`${null}` : sql`cast(${null} as bigint)`)))})`
  return sql.join(Array.from({ length: rows }, (_, n) => (n === 0 ? typed : plain)))
}
