import { Latest } from '../../core/latest.ts'
import type { Pin } from '../../core/pin.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/time.ts'

/** What is said of one of a list; `gone`: its upstream does not know it any more. Null: nothing that can be listed. */
export type Listed = Uint8Array | 'gone' | null

/** Remembers what upstreams do not know any more, so that a list does not ask for it each time. */
export type Absent = {
  has(pin: Pin, place: string): boolean
  /** Reads one, and notes whether it is gone; null of what is. */
  noting(pin: Pin, place: string, read: (pin: Pin) => Promise<Listed>): Promise<Uint8Array | null>
}

/** What is never asked for by itself is looked for again after so long: an upstream may have lost it for a while only. */
const FOR_MS = HOUR_MS
/** What was just made may not be known everywhere at its upstream. */
const FRESH_MS = 10 * MINUTE_MS
const MOST = 10_000

/**
 * Opens the memory. Nothing is taken out of the books: an address that was mistyped says the same of everything, and where it
 * is mended (`place`) all is asked for again.
 */
export function createAbsent(now: () => number): Absent {
  const seen = new Latest<string, number>(MOST)
  const nameOf = ({ kind, id, endpointId, credentialId }: Pin, place: string) =>
    JSON.stringify([kind, id, endpointId, credentialId, place])
  return {
    has: (pin, place) => (seen.get(nameOf(pin, place)) ?? -Infinity) + FOR_MS > now(),
    async noting(pin, place, read) {
      const name = nameOf(pin, place)
      const told = await read(pin)
      if (told === 'gone') {
        if (pin.createdAt + FRESH_MS < now()) seen.set(name, now())
        return null
      }
      if (told) seen.delete(name)
      return told
    },
  }
}
