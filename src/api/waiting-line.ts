/** What was told since somebody last looked, in order; bounded, because whoever looks may be slow. */
export type WaitingLine<T> = {
  /** Lets the oldest go when there is no room. */
  push(item: T): void
  /** All that waits, or else what comes first within `ms`; null once the line is closed. `missed`: some had to go. */
  take(ms: number): Promise<{ items: T[]; missed: boolean } | null>
  close(): void
}

/** A line with room for `most`. */
export function createWaitingLine<T>(most: number): WaitingLine<T> {
  let items: T[] = []
  let missed = false
  let closed = false
  let come = Promise.withResolvers<void>()
  return {
    push(item) {
      if (closed) return
      if (items.length >= most) {
        items.shift()
        missed = true
      }
      items.push(item)
      come.resolve()
    },
    async take(ms) {
      const timer = setTimeout(come.resolve, ms)
      await come.promise
      clearTimeout(timer)
      if (closed) return null
      const taken = { items, missed }
      items = []
      missed = false
      come = Promise.withResolvers<void>()
      return taken
    },
    close() {
      closed = true
      come.resolve()
    },
  }
}
