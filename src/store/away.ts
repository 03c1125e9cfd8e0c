/** A question that PostgreSQL was not there to answer; `cause` and `code` are what the driver or the server said of it. */
export class DatabaseAway extends Error {
  readonly code: unknown

  constructor(cause: Error & { code?: unknown }) {
    super(cause.message, { cause })
    this.name = 'DatabaseAway'
    this.code = cause.code
  }
}

/** A question that PostgreSQL stopped answering, since it took longer than any may. */
export class TookTooLong extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause })
    this.name = 'TookTooLong'
  }
}

/** What SQLite says of a file that is held by another program, or of a disk that is full, read-only or gone. */
const SQLITE_AWAY: ReadonlySet<unknown> = new Set([
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_READONLY',
  'SQLITE_IOERR',
  'SQLITE_FULL',
  'SQLITE_CANTOPEN',
])

/** Whether it failed of a database that cannot be used at the moment, so that the same may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true
  return error instanceof Error && 'code' in error && SQLITE_AWAY.has(error.code)
}
