import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'

/** How long who opens a file waits where another has it locked. */
export const BUSY_MS = 10_000

/** What a pragma answers, in the type in which the database gives integers. */
export function pragma(db: DatabaseSync, text: string): SQLOutputValue | undefined {
  return Object.values(db.prepare(`pragma ${text}`).get() ?? {})[0]
}
