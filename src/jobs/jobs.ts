import type { JobName, JobReport, JobRun, JobState } from '../core/jobs.ts'
import { type Clock, MINUTE_MS } from '../core/time.ts'
import { faultFields, type Log } from '../telemetry/log.ts'
import { nextNight } from './next-night.ts'

/** Something to be done from time to time; it throws when it fails, and says what it did otherwise. */
export type Job = {
  name: JobName
  /** How long after a run the next follows; `night`: at three in the morning of the operator's zone. */
  every: number | 'night'
  /** Ends early when the signal fires; one that throws then has not run, and comes after the next start. */
  run(signal: AbortSignal): Promise<{ ok: boolean; said: JobReport }>
}

type JobsOptions = {
  clock: Clock
  zone: () => string
  /** What is remembered of earlier runs. */
  last: readonly JobRun[]
  save(run: JobRun): Promise<void>
  log: Pick<Log, 'error'>
}

/** Jobs as they go. Disposing ends what is under way and starts nothing more. */
export type Jobs = AsyncDisposable & { states(): JobState[] }

/** A night that was missed is made up for soon after the start, but not in its first moment. */
const CATCH_UP_MS = MINUTE_MS

/**
 * A timer counts neither the time a machine sleeps nor that by which its clock is set: what is far off is looked at again so often.
 * Nor does a timer hold more than 24 days.
 */
const LOOK_MS = 10 * MINUTE_MS

type Standing = { job: Job; running: boolean; nextAt: number; last: JobRun | null; timer: NodeJS.Timeout | null }

/** Starts jobs: those of the hour at once, those of the night when it comes. */
export function startJobs(jobs: readonly Job[], options: JobsOptions): Jobs {
  const { clock } = options
  const end = new AbortController()
  const under = new Set<Promise<void>>()
  const standings = jobs.map((job): Standing => {
    const last = options.last.find(({ name }) => name === job.name) ?? null
    return { job, running: false, nextAt: firstTime(job, last, options), last, timer: null }
  })

  function plan(standing: Standing): void {
    const wait = Math.max(0, standing.nextAt - clock.now())
    standing.timer = setTimeout(() => come(standing), Math.min(wait, LOOK_MS))
    standing.timer.unref()
  }

  function come(standing: Standing): void {
    standing.nextAt = Math.min(standing.nextAt, following(standing.job, options))
    if (clock.now() < standing.nextAt) return plan(standing)
    const run = work(standing).finally(() => under.delete(run))
    under.add(run)
  }

  async function work(standing: Standing): Promise<void> {
    const { job } = standing
    standing.running = true
    const ranAt = clock.now()
    const started = clock.monotonicMs()
    const outcome = await job.run(end.signal).catch((error: unknown) => {
      if (end.signal.aborted) return null
      options.log.error('a job failed', { reason: job.name, ...faultFields(error) })
      return { ok: false, said: {} }
    })
    standing.running = false
    // What was cut short is no run, or a night that was half checked would count as checked.
    if (outcome === null) return
    standing.last = { name: job.name, ranAt, tookMs: clock.monotonicMs() - started, ...outcome }
    standing.nextAt = following(job, options)
    if (!end.signal.aborted) plan(standing)
    await options.save(standing.last).catch((error: unknown) => {
      options.log.error('the run of a job cannot be saved', { reason: job.name, ...faultFields(error) })
    })
  }

  for (const standing of standings) plan(standing)
  return {
    states: () => standings.map(({ job, running, nextAt, last }) => ({ name: job.name, running, nextAt, last })),
    async [Symbol.asyncDispose]() {
      end.abort()
      for (const { timer } of standings) if (timer) clearTimeout(timer)
      await Promise.all(under)
    },
  }
}

/** When a job comes that has run just now. */
function following({ every }: Job, { clock, zone }: JobsOptions): number {
  return every === 'night' ? nextNight(clock.now(), zone()) : clock.now() + every
}

function firstTime(job: Job, last: JobRun | null, { clock, zone, last: runs }: JobsOptions): number {
  const now = clock.now()
  if (job.every !== 'night') return now
  // Of one that has never run, nights are missed since any ran: a gateway may be off every night.
  const since = Math.min(now, ...(last ? [last.ranAt] : runs.map(({ ranAt }) => ranAt)))
  const due = nextNight(since, zone())
  return Math.max(due, now + CATCH_UP_MS)
}
