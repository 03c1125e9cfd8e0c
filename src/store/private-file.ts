import { closeSync, openSync } from 'node:fs'

/** What only its owner may read and write. */
export const PRIVATE = 0o600

/**
 * Makes an empty file for its owner alone, as SQLite makes files that are readable for all, and what it puts beside one as readable as
 * that. Says whether it did: one that is there stays as it is, since closing it would give back every lock that this process has on
 * it, and where none can be made SQLite says what is wrong with the place.
 */
export function makePrivate(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', PRIVATE))
    return true
  } catch {
    return false
  }
}
