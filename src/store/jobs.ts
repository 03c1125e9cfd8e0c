import { z } from 'zod'
import { JOB_NAMES, type JobRun } from '../core/jobs.ts'
import type { Database } from './database.ts'

/** What is remembered of jobs over a restart: one run of each. */
export type JobRuns = {
  /** The last run of each job that has run. */
  last(): Promise<JobRun[]>
  /** Puts a run in place of the one before it. */
  save(run: JobRun): Promise<void>
}

const report = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** Keeps the table `job`; jobs that this program does not know are passed over. */
export function jobRunsIn(db: Database): JobRuns {
  return {
    last: async () => {
      const rows = await db.kysely.selectFrom('job').selectAll().execute()
      return rows.flatMap((row) => {
        const name = JOB_NAMES.find((known) => known === row.name)
        if (!name) return []
        const said = report.parse(JSON.parse(row.said))
        return [{ name, ranAt: row.ran_at, tookMs: row.took_ms, ok: row.ok === 1, said }]
      })
    },
    save: async ({ name, ranAt, tookMs, ok, said }) => {
      const run = { ran_at: ranAt, took_ms: Math.round(tookMs), ok: Number(ok), said: JSON.stringify(said) }
      await db.kysely
        .insertInto('job')
        .values({ name, ...run })
        .onConflict((it) => it.column('name').doUpdateSet(run))
        .execute()
    },
  }
}
