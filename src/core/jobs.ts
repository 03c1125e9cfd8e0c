/** What the gateway does by itself: tidying, looking after batches, telling users, asking vendors what is left, deleting what is old and checking the books. */
export const JOB_NAMES = ['upkeep', 'batches', 'notices', 'balances', 'retention', 'verify'] as const
/** As rows of `job` name it. */
export type JobName = (typeof JOB_NAMES)[number]

/** What a job has to say of a run: figures, or what it found. */
export type JobReport = Record<string, string | number | boolean | null>

/** One run of a job; times are epoch milliseconds. */
export type JobRun = { name: JobName; ranAt: number; tookMs: number; ok: boolean; said: JobReport }

/** A job as it stands; `last` null: it has never run. */
export type JobState = { name: JobName; running: boolean; nextAt: number; last: JobRun | null }
