import type { Json } from '../core/json.ts'
import { Latest } from '../core/latest.ts'

/** A JSON list of items as it is written, from bracket to bracket; shared, so nobody writes to it. */
export type ItemList = Buffer

/** What answers came from and consist of, for callers who refer back to them instead of sending everything again. */
export type ResponseChain = Disposable & {
  has(id: string): boolean
  /** Every item up to and including those of an answer; null when it is not, or no longer, known. */
  listOf(id: string): ItemList | null
  /** Remembers the items of several lists as one. */
  remember(id: string, lists: readonly ItemList[]): void
}

/** `takes` takes so many bytes more of room that is shared with others, or gives them back; false: there is none. */
type Bounds = { most: number; mostBytes: number; takes?: (bytes: number) => boolean }

/** No items. */
export const NO_ITEMS: ItemList = Buffer.from('[]')

/** Items as a list. */
export function listOfItems(items: readonly unknown[]): ItemList {
  return Buffer.from(JSON.stringify(items))
}

const [OPEN, COMMA, CLOSE, END] = ['[', ',', ']', '}'].map((sign) => Buffer.from(sign)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
]

/** The pieces of a list that has the items of several, without a look at them: parsed they can take twenty times as much. */
function piecesOf(lists: readonly ItemList[]): Buffer[] {
  const pieces: Buffer[] = []
  for (const list of lists)
    if (list.length > NO_ITEMS.length) pieces.push(pieces.length === 0 ? OPEN : COMMA, list.subarray(1, -1))
  return pieces.length === 0 ? [NO_ITEMS] : [...pieces, CLOSE]
}

/** The body of a request with the items of these lists for its input, and that input where it stands in the body: there may be megabytes of it. */
export function withInput(asked: Json, lists: readonly ItemList[]): { body: Buffer; input: ItemList } {
  const rest = Buffer.from(JSON.stringify({ ...asked, input: null })).subarray(0, -'null}'.length)
  const body = Buffer.concat([rest, ...piecesOf(lists), END])
  return { body, input: body.subarray(rest.length, -END.length) }
}

/**
 * Remembers so many answers of so many bytes: a caller goes on from the last one, so the oldest go first, and the last is not
 * remembered where it alone has no room. They are kept as text. Disposing gives back what was taken of shared room, for good.
 */
export function createResponseChain({ most, mostBytes, takes = () => true }: Bounds): ResponseChain {
  const known = new Latest<string, ItemList>()
  let bytes = 0
  let over = false
  const forget = (id: string) => {
    const size = known.get(id)?.byteLength ?? 0
    bytes -= size
    takes(-size)
    known.delete(id)
  }
  const taken = (size: number) => known.size < most && bytes + size <= mostBytes && takes(size)
  return {
    has: (id) => known.has(id),
    listOf: (id) => known.get(id) ?? null,
    remember(id, lists) {
      // An answer may still be under way when its conversation has ended.
      if (over) return
      forget(id)
      const pieces = piecesOf(lists)
      const size = pieces.reduce((sum, piece) => sum + piece.length, 0)
      while (!taken(size)) {
        if (known.oldest === undefined) return
        forget(known.oldest)
      }
      // What alone has no room is not put together either.
      known.set(id, Buffer.concat(pieces, size))
      bytes += size
    },
    [Symbol.dispose]() {
      over = true
      while (known.oldest !== undefined) forget(known.oldest)
    },
  }
}
