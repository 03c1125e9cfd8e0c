import { type Kysely, type RawBuilder, sql } from 'kysely'
import { sizeOf } from './bulk-insert.ts'
import type { Kind, Value } from './row-kinds.ts'
import type { Tables } from './schema.ts'
import { placesFor, type ValueColumns } from './value-places.ts'
import { writtenOnce } from './written.ts'

/** A table whose rows share the values of some columns with others of their kind, and have the rest of their own. */
type KindTable<Item> = {
  name: keyof Tables
  shared: ValueColumns
  own: ValueColumns
  ownOf: (item: Item) => readonly Value[]
  /** The column whose value makes a row that is stored already stay as it is. */
  unless?: string
}

/** Writes rows, and answers how many of them are new. */
type KindInsert<Item> = (tx: Kysely<Tables>, kinds: readonly Kind<Item>[]) => Promise<number>

/**
 * An insert that hands what rows share over once for each of their kinds, as each value costs a tenth of a microsecond or more, and
 * most of a row is the same as in another. It is written as text once for each number of kinds and of rows.
 */
export function kindInsert<Item>(table: KindTable<Item>): KindInsert<Item> {
  const ask = writtenOnce()
  return async (tx, kinds) => {
    let written = 0
    for (const { part, rows } of partsOf(kinds)) {
      const places = 2 ** Math.ceil(Math.log2(part.length))
      const { numAffectedRows } = await ask(tx, {
        form: `${places},${rows}`,
        build: () => ({ compile: () => statement(table, places, rows).compile(tx) }),
        parameters: parametersOf(table, part, places),
      })
      written += Number(numAffectedRows ?? 0)
    }
    return written
  }
}

/** The values of kinds, each after its number, and those of rows, each before the number of its kind. */
function parametersOf<Item>(table: KindTable<Item>, part: readonly Kind<Item>[], places: number): Value[] {
  const parameters: Value[] = []
  for (const [number, { values }] of part.entries()) {
    parameters.push(number)
    for (const value of values) parameters.push(value)
  }
  // There are statements for few numbers of kinds only: the places that are left are of none.
  const left = (places - part.length) * (1 + Object.keys(table.shared).length)
  for (let n = 0; n < left; n += 1) parameters.push(null)
  for (const [number, { items }] of part.entries())
    for (const item of items) {
      for (const value of table.ownOf(item)) parameters.push(value)
      parameters.push(number)
    }
  return parameters
}

/** Kinds in parts that have a power of two of rows each. */
function* partsOf<Item>(kinds: readonly Kind<Item>[]): Generator<{ part: readonly Kind<Item>[]; rows: number }> {
  let left = kinds.reduce((sum, { items }) => sum + items.length, 0)
  let rows = sizeOf(left)
  let room = rows
  let part: Kind<Item>[] = []
  for (const { values, items } of kinds) {
    for (let at = 0; at < items.length;) {
      const some = items.slice(at, at + room)
      part.push({ values, items: some })
      at += some.length
      room -= some.length
      if (room > 0) continue
      yield { part, rows }
      left -= rows
      room = rows = sizeOf(left)
      part = []
    }
  }
}

/** Kinds and rows are lists of values, joined by the number of the kind. */
function statement({ name, shared, own, unless }: KindTable<never>, kinds: number, rows: number): RawBuilder<unknown> {
  const ofKind = sql.join(Object.keys(shared).map((column) => sql.ref(column)))
  const ofRow = sql.join(Object.keys(own).map((column) => sql.ref(column)))
  return sql`with kind(number, ${ofKind}) as (values ${placesFor({ number: 'bigint', ...shared }, kinds)}),
    one(${ofRow}, kind_number) as (values ${placesFor({ ...own, kind_number: 'bigint' }, rows)})
    insert into ${sql.table(name)} (${ofKind}, ${ofRow}) select ${ofKind}, ${ofRow}
    from one cross join kind where number = kind_number
    ${unless === undefined ? sql`` : sql`on conflict (${sql.ref(unless)}) do nothing`}`
}
