import { type ReportName, type ReportQuery, REPORTS } from './reports.ts'
import type { SqliteFile } from './sqlite-file.ts'
import { kyselyOver } from './sqlite-here.ts'

/** A report that is asked for. */
export type SqliteReporting = { report: ReportName; query: ReportQuery }

/** Answers reports in the thread that has the file. */
export function reportingIn(file: SqliteFile): (asked: SqliteReporting) => Promise<unknown> {
  const kysely = kyselyOver(file)
  return <Name extends ReportName>({ report, query }: { report: Name; query: ReportQuery<Name> }) =>
    REPORTS[report](kysely, query)
}
