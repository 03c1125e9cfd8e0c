import { type Kysely, sql } from 'kysely'
import { type Histogram, writeHistogram } from '../core/histogram.ts'
import { MINUTE_MS } from '../core/time.ts'
import { bulkInsert, fewSizes, slicesOf } from './bulk-insert.ts'
import type { Tables } from './schema.ts'
import { writtenOnce } from './written.ts'

/** The finest grain health is kept in: it divides an hour, and a sixtieth of twelve hours, a day, a week and 30 days. */
export const HEALTH_TICK_MS = 12 * MINUTE_MS

/** The start of the tick that holds a moment. */
export function tickOf(ms: number): number {
  return Math.floor(ms / HEALTH_TICK_MS) * HEALTH_TICK_MS
}

/** What cells are looked for by; more may tell them apart. */
type Found = { bucket: number; provider_id: string }

/** A table of ticks: what tells its cells apart, what is added up in them beside the first tokens, and a name for each key. */
type TickTable<Key extends Found, Sums> = {
  table: 'health_tick' | 'way_tick'
  key: readonly (keyof Key & string)[]
  sums: readonly (keyof Sums & string)[]
  /** No part of it holds what separates them: no column holds a NUL. */
  nameOf: (key: Key) => string
}

/** What is summed of some requests, until it is written. */
export type TickCell<Key, Sums> = { key: Key; sums: Sums; firstTokens: Histogram }

/** Cells by name. */
export type TickCells<Key, Sums> = Map<string, TickCell<Key, Sums>>

/** The cell of a key, which begins with nothing where there is none yet. */
export function cellAt<Key, Sums>(
  cells: TickCells<Key, Sums>,
  name: string,
  fresh: () => { key: Key; sums: Sums },
): TickCell<Key, Sums> {
  const known = cells.get(name)
  if (known) return known
  const cell = { ...fresh(), firstTokens: new Map() }
  cells.set(name, cell)
  return cell
}

/** Cells are looked for by so many at once: engines bound the parameters of a statement. */
const SLICE = 200

type Row = Record<string, string | number>

/** Adds cells to a table of ticks, each with one write. Whoever calls holds the lock `settle`, as the histograms are text. */
export function tickWriter<Key extends Found & Row, Sums extends Record<string, number>>(of: TickTable<Key, Sums>) {
  const insert = bulkInsert((tx, rows: readonly Row[]) => ({ compile: () => insertion(of, rows).compile(tx) }))
  const stored = storedHistograms(of)
  return async (tx: Kysely<Tables>, cells: TickCells<Key, Sums>): Promise<void> => {
    for (const slice of slicesOf([...cells], SLICE)) {
      const keys = slice.map(([, { key }]) => key)
      const histograms = await stored(tx, keys)
      await insert(
        tx,
        slice.map(([name, cell]) => rowOf(cell, histograms.get(name))),
      )
    }
  }
}

/** Rows that are new, or added to what is there of them. */
function insertion<Key extends Found, Sums>({ table, key, sums }: TickTable<Key, Sums>, rows: readonly Row[]) {
  const columns = Object.keys(rows[0] ?? {}).map((column) => sql.ref(column))
  const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`)
  const added = sums.map((sum) => sql`${sql.ref(sum)} = ${sql.ref(`${table}.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`)
  return sql`insert into ${sql.table(table)} (${sql.join(columns)}) values ${sql.join(values)}
    on conflict (${sql.join(key.map((column) => sql.ref(column)))})
    do update set ${sql.join(added)}, first_token_hist = excluded.first_token_hist`
}

/** Gives the histograms that are stored of cells like these, by name: some more than asked for, in one query. */
function storedHistograms<Key extends Found, Sums>({ table, key, nameOf }: TickTable<Key, Sums>) {
  const ask = writtenOnce()
  return async (tx: Kysely<Tables>, keys: readonly Key[]): Promise<ReadonlyMap<string, string>> => {
    const buckets = fewSizes(keys.map(({ bucket }) => bucket))
    const providers = fewSizes(keys.map(({ provider_id }) => provider_id))
    const columns = [...key, 'first_token_hist'].map((column) => sql.ref(column))
    const build = () =>
      sql<Key & { first_token_hist: string }>`select ${sql.join(columns)} from ${sql.table(table)}
        where bucket in (${sql.join(buckets)}) and provider_id in (${sql.join(providers)})`
    const { rows } = await ask(tx, {
      form: `${buckets.length},${providers.length}`,
      build: () => ({ compile: () => build().compile(tx) }),
      parameters: [...buckets, ...providers],
    })
    return new Map(rows.map((row) => [nameOf(row), row.first_token_hist]))
  }
}

/** A cell as its row is to be, what is stored of its histogram added to its own. */
function rowOf<Key extends Row, Sums extends Row>(
  { key, sums, firstTokens }: TickCell<Key, Sums>,
  stored: string | undefined,
): Row {
  return { ...key, ...sums, first_token_hist: writeHistogram(firstTokens, stored) }
}
