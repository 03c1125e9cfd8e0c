/** What each response of a connection has come from: `previous_response_id` means all of it (wire.md §0.5). */
export type ResponseChain = {
  /** Every item up to and including a response's own output; null when it is not, or no longer, known. */
  itemsOf(responseId: string): readonly unknown[] | null
  remember(responseId: string, items: readonly unknown[]): void
}

const MOST_RESPONSES = 64
const MOST_BYTES = 32 * 1024 * 1024

/** Remembers the newest responses of one connection; a client goes on from the last one, so the oldest go first. */
export function createResponseChain(mostBytes = MOST_BYTES): ResponseChain {
  const known = new Map<string, { items: readonly unknown[]; bytes: number }>()
  let bytes = 0
  const forget = (id: string) => {
    bytes -= known.get(id)?.bytes ?? 0
    known.delete(id)
  }
  return {
    itemsOf: (id) => known.get(id)?.items ?? null,
    remember(id, items) {
      forget(id)
      const size = JSON.stringify(items).length
      known.set(id, { items, bytes: size })
      bytes += size
      for (const oldest of known.keys()) {
        if (known.size <= MOST_RESPONSES && bytes <= mostBytes) return
        forget(oldest)
      }
    },
  }
}
