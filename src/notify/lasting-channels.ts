import { SECOND_MS } from '../core/time.ts'
import { within } from './within.ts'

const WORD_MS = 10 * SECOND_MS

/** Reads channels as they are now; where the database is away, as they were read last. Rejects where they never were. */
export function lastingChannels<T>(read: () => Promise<readonly T[]>): () => Promise<readonly T[]> {
  let last: readonly T[] | null = null
  return async () => {
    try {
      last = await within(WORD_MS, read())
    } catch (error) {
      if (last === null) throw error
    }
    return last
  }
}
