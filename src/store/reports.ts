import type { Kysely } from 'kysely'
import { errorsSince, freeSince } from './alerts.ts'
import { listAudit } from './audit-list.ts'
import { booksStep, countBooks } from './books.ts'
import { clientUse } from './client-use.ts'
import { observed, served } from './health.ts'
import { keyFigures, listKeys, orderKeys, readKey } from './key-admin.ts'
import { activeUsers, minutes } from './overview.ts'
import { paidDays } from './paid-days.ts'
import { reconcile } from './reconcile.ts'
import { charged } from './recomputed.ts'
import { ofModel } from './repricing.ts'
import { countRequests, listRequests } from './requests.ts'
import { rowSizes } from './row-sizes.ts'
import type { Tables } from './schema.ts'
import { statement } from './statement.ts'
import { breakdown } from './usage-breakdown.ts'
import { cohorts } from './usage-cohorts.ts'
import { composition } from './usage-composition.ts'
import { usageOfSpans } from './usage-days.ts'
import { errors } from './usage-errors.ts'
import { heatmap } from './usage-heatmap.ts'
import { series } from './usage-series.ts'
import { summary } from './usage-summary.ts'
import { userFigures } from './user-figures.ts'
import { listUsers, orderUsers } from './user-view.ts'
import { wayFailures } from './way-failures.ts'
import { ways } from './ways.ts'

const reports = {
  summary,
  series,
  breakdown,
  heatmap,
  errors,
  usageOfSpans,
  clientUse,
  cohorts,
  composition,
  statement,
  paidDays,
  observed,
  ways,
  wayFailures,
  served,
  minutes,
  activeUsers,
  listRequests,
  countRequests,
  listAudit,
  listKeys,
  orderKeys,
  listUsers,
  orderUsers,
  readKey,
  keyFigures,
  userFigures,
  errorsSince,
  freeSince,
  reconcile,
  booksStep,
  countBooks,
  charged,
  ofModel,
  rowSizes,
}

/** What a report is asked by, from thread to thread. */
export type ReportName = keyof typeof reports

/** What a report is asked, and what it answers: plain data, as both travel between threads. */
export type ReportQuery<Name extends ReportName = ReportName> = Parameters<(typeof reports)[Name]>[1]
/** The answer, read where the data is. */
export type ReportAnswer<Name extends ReportName = ReportName> = Awaited<ReturnType<(typeof reports)[Name]>>

/** Asks for a report. */
export type Report = <Name extends ReportName>(name: Name, query: ReportQuery<Name>) => Promise<ReportAnswer<Name>>

type Reports = { [Name in ReportName]: (db: Kysely<Tables>, query: ReportQuery<Name>) => Promise<ReportAnswer<Name>> }

/** Everything that is asked about many rows, by name; each only reads. */
export const REPORTS: Reports = reports

/** What goes through every row there is, at night or by hand: nobody looks on. */
export const UNHURRIED: ReadonlySet<ReportName> = new Set(['booksStep', 'countBooks', 'charged'])
