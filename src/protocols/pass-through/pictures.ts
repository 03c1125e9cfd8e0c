import { isRecord, type Json } from '../../core/json.ts'

/** How many pictures an answer brings, of which each stands in `data` (wire.md §1.3); null: it does not say. */
export function picturesIn({ data }: Json): number | null {
  return Array.isArray(data) ? data.filter(isPicture).length : null
}

/** What could not be made stands in the list as well, with an error. */
function isPicture(entry: unknown): boolean {
  if (!isRecord(entry)) return typeof entry === 'string'
  return Object.keys(entry).length > 0 && !entry.error
}

/** What every picture stands under that is large. Inside a text its quotes would be escaped, so that a hit is a key. */
const KEY = Buffer.from('"b64_json"')

/** Counts the pictures of an answer that is too large to keep, as its bytes go by. */
export function pictureCounter(): (chunk: Buffer) => number {
  let count = 0
  let end: Buffer = Buffer.alloc(0)
  return (chunk) => {
    const seam = Buffer.concat([end, chunk.subarray(0, KEY.length - 1)])
    if (seam.includes(KEY)) count += 1
    for (let at = chunk.indexOf(KEY); at >= 0; at = chunk.indexOf(KEY, at + KEY.length)) count += 1
    end = Buffer.concat([end, chunk.subarray(-KEY.length + 1)]).subarray(-KEY.length + 1)
    return count
  }
}
