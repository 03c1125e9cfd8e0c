import type { JobReport } from '../core/jobs.ts'

/** Deletes a batch of what is older, and answers how many there were. */
type Delete = (before: number) => Promise<number>

export type Retaining = {
  now: number
  /** What is deleted, and from what age on, in milliseconds. */
  kinds: Record<string, { olderThanMs: number; remove: Delete }>
  signal: AbortSignal
}

/** Deletes what is old, a batch at a time; answers how many of each kind. */
export async function retain({ now, kinds, signal }: Retaining): Promise<JobReport> {
  const report: JobReport = {}
  for (const [kind, { olderThanMs, remove }] of Object.entries(kinds)) {
    let deleted = 0
    for (let more = true; more && !signal.aborted;) {
      const batch = await remove(now - olderThanMs)
      deleted += batch
      more = batch > 0
    }
    report[kind] = deleted
  }
  return report
}
