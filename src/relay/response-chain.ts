import { parseExactly } from '../core/json.ts'

/** What answers came from and consist of, for callers who refer back to them instead of sending everything again. */
type ResponseChain = Disposable & {
  has(id: string): boolean
  /** Every item up to and including those of an answer; null when it is not, or no longer, known. */
  itemsOf(id: string): readonly unknown[] | null
  remember(id: string, items: readonly unknown[]): void
}

/** Room that several chains share; `used` is what they take of it together, in bytes. */
export type SharedRoom = { readonly mostBytes: number; used: number }

type Bounds = { most: number; mostBytes: number; shared?: SharedRoom }

/**
 * Remembers so many answers of so many bytes: a caller goes on from the last one, so the oldest go first. They are kept as
 * text, since a parsed one can take twenty times as much. Disposing gives back what was taken of shared room, for good.
 */
export function createResponseChain({ most, mostBytes, shared }: Bounds): ResponseChain {
  const known = new Map<string, Buffer>()
  let bytes = 0
  let over = false
  const count = (by: number) => {
    bytes += by
    if (shared) shared.used += by
  }
  const forget = (id: string) => {
    count(-(known.get(id)?.byteLength ?? 0))
    known.delete(id)
  }
  const fits = () => known.size <= most && bytes <= mostBytes && (!shared || shared.used <= shared.mostBytes)
  return {
    has: (id) => known.has(id),
    itemsOf: (id) => {
      const text = known.get(id)?.toString('utf8')
      return text === undefined ? null : (parseExactly(text) as unknown[])
    },
    remember(id, items) {
      // An answer may still be under way when its conversation has ended.
      if (over) return
      forget(id)
      const text = Buffer.from(JSON.stringify(items))
      known.set(id, text)
      count(text.byteLength)
      for (const oldest of known.keys()) {
        if (fits()) return
        forget(oldest)
      }
    },
    [Symbol.dispose]() {
      over = true
      for (const id of known.keys()) forget(id)
    },
  }
}
