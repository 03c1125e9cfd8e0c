import type { Kysely, Transaction } from 'kysely'
import type { Engine } from './engine.ts'
import { type Report, type ReportAnswer, type ReportName, type ReportQuery, REPORTS, UNHURRIED } from './reports.ts'
import type { Tables } from './schema.ts'

/** Answers reports over connections of the caller's. */
export function reportOver(kysely: Kysely<Tables>, { unhurried }: Pick<Engine, 'unhurried'>): Report {
  return <Name extends ReportName>(name: Name, query: ReportQuery<Name>): Promise<ReportAnswer<Name>> => {
    if (!UNHURRIED.has(name)) return REPORTS[name](kysely, query)
    const asked = (tx: Transaction<Tables>) => unhurried(tx).then(() => REPORTS[name](tx, query))
    return kysely.transaction().execute(asked)
  }
}
