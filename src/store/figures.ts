import { type RawBuilder, sql } from 'kysely'
import type { Side } from './copy-table.ts'
import type { Layout } from './layout.ts'

/** How many rows a table has, what all of its columns add up to, and what each of them does. */
export type Figures = { rows: bigint; sum: bigint; each: readonly bigint[] }

/** Times of more than five million rows add up to more than 64 bits hold: what is above these bits is added up apart. */
const LOW = 4_294_967_296n
const PARTS = 3

/** Adds up every column of a table: integers themselves, texts by their bytes, and of both how many there are. */
export async function figuresOf({ tx }: Side, { table, columns }: Layout): Promise<Figures> {
  const parts = [...columns].flatMap(([name, type]) => partsOf(sql.ref(name), type))
  const asked = sql<Record<string, bigint | null>>`
    select count(*) as n, ${sql.join(parts.map((part, at) => sql`${part} as ${sql.ref(`f${at}`)}`))}
    from ${sql.table(table)}`
  const [found = {}] = (await asked.execute(tx.withoutPlugins())).rows
  const each = parts.map((_, at) => found[`f${at}`] ?? 0n)
  const sum = each.reduce((total, part, at) => total + part * (WEIGHTS[at % PARTS] ?? 0n), 0n)
  return { rows: found['n'] ?? 0n, sum, each }
}

const WEIGHTS = [LOW, 1n, 0n]

function partsOf(column: RawBuilder<unknown>, type: string): RawBuilder<unknown>[] {
  const low = sql.raw(String(LOW))
  const value = type === 'text' ? sql`octet_length(${column})` : column
  return [sql`sum(${value} / ${low})`, sql`sum(${value} % ${low})`, sql`count(${column})`]
}

/** Whether two sides of a table say the same, column by column. */
export function sameFigures(one: Figures, other: Figures): boolean {
  return one.rows === other.rows && one.each.every((part, at) => part === other.each[at])
}
