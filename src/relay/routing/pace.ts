import { MINUTE_MS } from '../../core/time.ts'

/** Counts what begins, and says how much of it began within the last minute. */
export type Pace = { count(): void; readonly perMinute: number }

/** A minute is kept in so many parts: what is older than it is forgotten a part at a time. */
const PARTS = 12
const PART_MS = MINUTE_MS / PARTS

/** Nothing has begun. */
export function createPace(monotonicMs: () => number): Pace {
  const counts = Array.from({ length: PARTS }, () => 0)
  let last = partNow()
  function partNow(): number {
    return Math.floor(monotonicMs() / PART_MS)
  }
  function forget(): void {
    const now = partNow()
    // Each part of the ring is emptied once at most, however long nobody asked.
    for (let part = Math.max(last + 1, now - PARTS + 1); part <= now; part += 1) counts[part % PARTS] = 0
    last = now
  }
  return {
    count() {
      forget()
      const place = last % PARTS
      counts[place] = (counts[place] ?? 0) + 1
    },
    get perMinute() {
      forget()
      return counts.reduce((sum, count) => sum + count, 0)
    },
  }
}
