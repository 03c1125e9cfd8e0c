import { z } from 'zod'
import type { Sort } from '../contract/common.ts'
import { parseJson } from '../core/json.ts'

/** What a row of a list is ordered by; null comes last whichever way the list is ordered. */
export type Rank = number | bigint | string | null

type Ranked = { id: string; rank: Rank }
type Page = { descending: boolean; limit: number; cursor?: string | undefined }

/** The column a list is ordered by, and which way. */
export function orderOf<C extends string>(sort: Sort<C>): { column: C; descending: boolean } {
  const descending = sort.startsWith('-')
  return { column: (descending ? sort.slice(1) : sort) as C, descending }
}

/** A page of ids by rank, of equal ones the newest first. `next` names the last by rank and id, and holds though ranks change meanwhile. */
export function rankedPage(
  rows: readonly Ranked[],
  { descending, limit, cursor }: Page,
): { ids: string[]; next: string | null } {
  const compare = (a: Ranked, b: Ranked) => compareRanks(a.rank, b.rank, descending) || compareValues(b.id, a.id)
  const after = readCursor(cursor)
  const left = after ? rows.filter((row) => compare(row, after) > 0) : rows
  const page = left.toSorted(compare).slice(0, limit)
  const last = page.at(-1)
  return {
    ids: page.map(({ id }) => id),
    next: last && left.length > limit ? writeCursor(last) : null,
  }
}

/** Rows in the order of their ids in `ids`. */
export function inOrder<R extends { id: string }>(rows: readonly R[], ids: readonly string[]): R[] {
  const known = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => known.get(id) ?? [])
}

/** 「10」 comes after 「9」, and Chinese is ordered by its sound. */
const NAMES = new Intl.Collator('zh-CN', { numeric: true })

type Named = { id: string; name: string }

/** Orders what is listed by name, as it is wherever names are sorted by: a server's own order of letters would depend on its locale. */
export function byName(one: Named, other: Named): number {
  return NAMES.compare(one.name, other.name) || compareValues(one.id, other.id)
}

/** Orders what is listed by id, sign by sign, whatever the database's order of letters is. */
export function byId(one: Pick<Named, 'id'>, other: Pick<Named, 'id'>): number {
  return compareValues(one.id, other.id)
}

function compareRanks(a: Rank, b: Rank, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const order =
    typeof a === 'string' || typeof b === 'string' ? NAMES.compare(String(a), String(b)) : compareValues(a, b)
  return descending ? -order : order
}

function compareValues<V extends number | bigint | string>(a: V, b: V): number {
  return a < b ? -1 : Number(a > b)
}

const bigint = z.strictObject({ bigint: z.string().regex(/^-?\d{1,40}$/) }).transform((read) => BigInt(read.bigint))
const named = z.tuple([z.union([z.number(), z.string(), z.null(), bigint]), z.string()])

function writeCursor({ rank, id }: Ranked): string {
  return JSON.stringify([typeof rank === 'bigint' ? { bigint: String(rank) } : rank, id])
}

/** What a cursor names; null when there is none, or it is not one of these. */
function readCursor(cursor = ''): Ranked | null {
  const { data } = named.safeParse(parseJson(cursor))
  return data ? { rank: data[0], id: data[1] } : null
}
