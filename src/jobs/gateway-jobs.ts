import type { SettingValues } from '../contract/settings.ts'
import type { BooksReport, BrokenBook } from '../core/books.ts'
import type { JobReport } from '../core/jobs.ts'
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts'
import type { Log } from '../telemetry/log.ts'
import type { Job } from './jobs.ts'
import { type Retaining, retain } from './retention.ts'

type Delete = Retaining['kinds'][string]['remove']

/** What the gateway's own jobs work with. */
export type Chores = {
  clock: Clock
  settings: () => SettingValues
  /** Each deletes what has expired. */
  purges: readonly (() => Promise<unknown>)[]
  retention: { requests: Delete; hours: Delete; captures: Delete; activity: Delete; alerts: Delete; notices: Delete }
  /** Looks at batches that are not charged yet, and charges those that have finished. */
  batches: (signal: AbortSignal) => Promise<JobReport>
  /** Tells users of what concerns them, and sends what waits to be sent. */
  notices: (signal: AbortSignal) => Promise<{ ok: boolean; said: JobReport }>
  /** Asks vendors what is left of the operator's money. */
  balances: (signal: AbortSignal) => Promise<JobReport>
  /** Both checks throw once the signal fires. */
  books: (signal: AbortSignal) => Promise<BooksReport>
  /** What does not add up in what requests under way hold. */
  holds: () => BrokenBook | null
  audit: (signal: AbortSignal) => Promise<{ checked: number; breach: { why: string } | null }>
  log: Pick<Log, 'error'>
}

const BATCHES_MS = 10 * MINUTE_MS

/** What the gateway does by itself. */
export function gatewayJobs(chores: Chores): Job[] {
  return [
    { name: 'upkeep', every: HOUR_MS, run: (signal) => upkeep(chores, signal) },
    { name: 'batches', every: BATCHES_MS, run: async (signal) => ({ ok: true, said: await chores.batches(signal) }) },
    { name: 'notices', every: MINUTE_MS, run: (signal) => chores.notices(signal) },
    { name: 'balances', every: HOUR_MS, run: async (signal) => ({ ok: true, said: await chores.balances(signal) }) },
    { name: 'retention', every: 'night', run: (signal) => retention(chores, signal) },
    { name: 'verify', every: 'night', run: (signal) => verify(chores, signal) },
  ]
}

async function upkeep({ purges }: Chores, signal: AbortSignal) {
  for (const purge of purges) {
    signal.throwIfAborted()
    await purge()
  }
  return { ok: true, said: {} }
}

async function retention({ clock, settings, retention: remove, log }: Chores, signal: AbortSignal) {
  const {
    'retention.request_days': requestDays,
    'retention.hour_days': hourDays,
    'capture.days': captureDays,
    'retention.activity_days': activityDays,
  } = settings()
  const kinds = {
    requests: { olderThanMs: requestDays * DAY_MS, remove: remove.requests },
    captures: { olderThanMs: captureDays * DAY_MS, remove: remove.captures },
    hours: { olderThanMs: hourDays * DAY_MS, remove: remove.hours },
    activity: { olderThanMs: activityDays * DAY_MS, remove: remove.activity },
    alerts: { olderThanMs: activityDays * DAY_MS, remove: remove.alerts },
    notices: { olderThanMs: activityDays * DAY_MS, remove: remove.notices },
  }
  return retain({ now: clock.now(), kinds, signal, log })
}

async function verify({ books, holds, audit }: Chores, signal: AbortSignal) {
  const { accounts, hours, broken: stored } = await books(signal)
  const broken = stored ?? holds()
  const { checked, breach } = await audit(signal)
  const said = {
    accounts,
    hours,
    audit_rows: checked,
    broken: broken && `${broken.invariant} ${broken.subject}`,
    breach: breach && breach.why,
  }
  return { ok: broken === null && breach === null, said }
}
