/** What answers came from and consist of, for callers who refer back to them instead of sending everything again. */
export type ResponseChain = {
  /** Every item up to and including those of an answer; null when it is not, or no longer, known. */
  itemsOf(id: string): readonly unknown[] | null
  remember(id: string, items: readonly unknown[]): void
}

/** Remembers so many answers of so many bytes: a caller goes on from the last one, so the oldest go first. */
export function createResponseChain({ most, mostBytes }: { most: number; mostBytes: number }): ResponseChain {
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
        if (known.size <= most && bytes <= mostBytes) return
        forget(oldest)
      }
    },
  }
}
