import { z } from 'zod'
import { JOB_NAMES } from '../core/jobs.ts'
import { listOf, time } from './common.ts'
import { endpoint } from './endpoint.ts'

/** One of the gateway’s own chores; `last` is kept over restarts, its `ms` is how long that run took. */
export const job = z.strictObject({
  name: z.enum(JOB_NAMES),
  running: z.boolean(),
  next_at: time,
  /** Null: it has never run. */
  last: z
    .strictObject({
      at: time,
      ms: z.number(),
      ok: z.boolean(),
      /** Figures of the run: how much was deleted, what was checked, what was found. */
      report: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    })
    .nullable(),
})
export type JobView = z.infer<typeof job>

export const adminListJobs = endpoint({
  method: 'GET',
  path: '/api/admin/jobs',
  who: 'admin',
  summary: 'What the gateway does by itself: when each job ran last, what came of it, and when it comes again.',
  answer: listOf(job),
})
