import { inOrder } from '../store/ranked.ts'
import { writeCsv } from './csv.ts'
import { type Paced, pacedBody } from './paced.ts'

/** A file to be saved; its pieces are read as fast as the caller takes them. */
export type FileAnswer = { name: string; type: string; pieces: AsyncIterable<string | Uint8Array> }

/** Sends a file piece by piece. */
export function sendFile({ name, type, pieces }: FileAnswer, reading: Omit<Paced, 'pieces'>): Response {
  return new Response(pacedBody({ pieces: pieces[Symbol.asyncIterator](), ...reading }), {
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  })
}

/** What is exported: a name without its ending, and rows by column; every row has the same columns. */
type Exported = {
  name: string
  format: 'csv' | 'json'
  columns: readonly string[]
  rows: AsyncIterable<Readonly<Record<string, unknown>>>
}

/** Rows as a file: CSV that Excel opens right (byte-order mark, CRLF, objects as JSON), or a JSON array. */
export function exportFile({ name, format, columns, rows }: Exported): FileAnswer {
  if (format === 'json') return { name: `${name}.json`, type: 'application/json', pieces: jsonPieces(rows) }
  return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', pieces: csvPieces(columns, rows) }
}

async function* csvPieces(columns: readonly string[], rows: Exported['rows']): AsyncGenerator<string> {
  yield `\u{feff}${writeCsv([columns])}`
  for await (const row of rows) yield writeCsv([columns.map((column) => cellOf(row[column]))])
}

function cellOf(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value
  return value === null || value === undefined ? null : JSON.stringify(value)
}

/** Rows as a JSON array, a line each. */
export async function* jsonPieces(rows: Exported['rows']): AsyncGenerator<string> {
  let before = '[\n'
  for await (const row of rows) {
    yield before + JSON.stringify(row)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** How many rows are read at once. */
const SLICE = 200

/** Reads rows by their ids, in that order: whatever changes meanwhile, none is told twice, and none is missed that is there still. */
export async function* inSlices<T extends { id: string }>(
  ids: readonly string[],
  read: (ids: readonly string[], limit: number) => Promise<{ items: readonly T[] }>,
): AsyncGenerator<T> {
  for (let at = 0; at < ids.length; at += SLICE) {
    const slice = ids.slice(at, at + SLICE)
    yield* inOrder((await read(slice, SLICE)).items, slice)
  }
}

/** Reads a paged list to its end, a page at a time. */
export async function* everyPage<T>(
  read: (cursor: string | undefined) => Promise<{ items: readonly T[]; next: string | null }>,
): AsyncGenerator<T> {
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    yield* page.items
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}
