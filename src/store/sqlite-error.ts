/** What SQLite fails of, each at the place that is its number (sqlite.org/rescode.html). */
const NAMES = [
  'OK',
  'ERROR',
  'INTERNAL',
  'PERM',
  'ABORT',
  'BUSY',
  'LOCKED',
  'NOMEM',
  'READONLY',
  'INTERRUPT',
  'IOERR',
  'CORRUPT',
  'NOTFOUND',
  'FULL',
  'CANTOPEN',
  'PROTOCOL',
  'EMPTY',
  'SCHEMA',
  'TOOBIG',
  'CONSTRAINT',
  'MISMATCH',
  'MISUSE',
  'NOLFS',
  'AUTH',
  'FORMAT',
  'RANGE',
  'NOTADB',
]

/** What is above says more closely what it was: of a constraint, which kind. */
const PRIMARY = 0xff

/** What SQLite failed of by its name there, as `SQLITE_BUSY`; '' where it was not SQLite that failed. */
export function sqliteFault(error: unknown): string {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return ''
  return `SQLITE_${NAMES[error.errcode & PRIMARY] ?? 'ERROR'}`
}

/** Does something with a database; where SQLite fails, the error's `code` is its name of that, where node has one word for all. */
export function namingFaults<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    const code = sqliteFault(error)
    throw code === '' ? error : Object.assign(error as Error, { code })
  }
}
