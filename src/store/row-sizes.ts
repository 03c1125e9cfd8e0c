import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** What the requests kept take, by a sample of the latest. */
export type RowSizes = { sampled: number; bytesPerRequest: number; firstAt: number | null }

/** The columns of the indexes that every row is in; each entry ends with the number of its row. */
const INDEXES = {
  request: [['id'], ['at', 'id'], ['user_id', 'at', 'id'], ['model', 'at', 'id']],
  attempt: [['request_id', 'n']],
} as const satisfies Record<string, readonly (readonly string[])[]>

const ROW_BYTES = 6
/** Pages are split before they are full. */
const FILLED = 0.8

/** Reads how many bytes a request with its attempts takes on disk, and since when there are any. */
export async function rowSizes(db: Kysely<Tables>, { sample }: { sample: number }): Promise<RowSizes> {
  const requests = await db.selectFrom('request').selectAll().orderBy('at', 'desc').limit(sample).execute()
  if (requests.length === 0) return { sampled: 0, bytesPerRequest: 0, firstAt: null }
  const ids = requests.map(({ id }) => id)
  const attempts = await db.selectFrom('attempt').selectAll().where('request_id', 'in', ids).execute()
  const first = await db.selectFrom('request').select('at').orderBy('at').limit(1).executeTakeFirst()
  const sum = (rows: readonly Row[], indexes: readonly (readonly string[])[]) =>
    rows.reduce((all, row) => all + sizeOf(row, indexes), 0)
  const total = sum(requests, INDEXES.request) + sum(attempts, INDEXES.attempt)
  return {
    sampled: requests.length,
    bytesPerRequest: Math.round(total / FILLED / requests.length),
    firstAt: first?.at ?? null,
  }
}

type Row = Readonly<Record<string, string | number | bigint | null>>

function sizeOf(row: Row, indexes: readonly (readonly string[])[]): number {
  const keys = indexes.map((columns) => columns.reduce((all, column) => all + bytesOf(row[column] ?? null), ROW_BYTES))
  return keys.reduce(
    (all, key) => all + key,
    ROW_BYTES + Object.values(row).reduce<number>((all, value) => all + bytesOf(value), 0),
  )
}

/** As SQLite writes a value, its kind included; what PostgreSQL takes is of the same order (https://www.sqlite.org/fileformat2.html#record_format). */
function bytesOf(value: Row[string]): number {
  if (value === null || value === undefined) return 1
  if (typeof value === 'string') return Buffer.byteLength(value) + (value.length > 57 ? 2 : 1)
  const size = value < 0 ? -value : value
  if (size <= 1) return 1
  if (size < 128) return 2
  if (size < 32_768) return 3
  return size < 2 ** 31 ? 5 : size < 2 ** 47 ? 7 : 9
}
