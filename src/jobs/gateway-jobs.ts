import type { SettingValues } from '../contract/settings.ts'
import type { BooksReport } from '../core/books.ts'
import { type Clock, DAY_MS, HOUR_MS } from '../core/time.ts'
import type { Job } from './jobs.ts'
import { type Retaining, retain } from './retention.ts'

type Delete = Retaining['kinds'][string]['remove']

/** What the gateway's own jobs work with. */
export type Chores = {
  clock: Clock
  settings: () => SettingValues
  /** Each deletes what has expired. */
  purges: readonly (() => Promise<unknown>)[]
  retention: { requests: Delete; activity: Delete; alerts: Delete }
  books: () => Promise<BooksReport>
  audit: () => Promise<{ checked: number; breach: { why: string } | null }>
}

/** What the gateway does by itself. */
export function gatewayJobs(chores: Chores): Job[] {
  return [
    { name: 'upkeep', every: HOUR_MS, run: () => upkeep(chores) },
    { name: 'retention', every: 'night', run: (signal) => retention(chores, signal) },
    { name: 'verify', every: 'night', run: () => verify(chores) },
  ]
}

async function upkeep({ purges }: Chores) {
  for (const purge of purges) await purge()
  return { ok: true, said: {} }
}

async function retention({ clock, settings, retention: remove }: Chores, signal: AbortSignal) {
  const { 'retention.request_days': requestDays, 'retention.activity_days': activityDays } = settings()
  const kinds = {
    requests: { olderThanMs: requestDays * DAY_MS, remove: remove.requests },
    activity: { olderThanMs: activityDays * DAY_MS, remove: remove.activity },
    alerts: { olderThanMs: activityDays * DAY_MS, remove: remove.alerts },
  }
  return { ok: true, said: await retain({ now: clock.now(), kinds, signal }) }
}

async function verify({ books, audit }: Chores) {
  const { accounts, hours, broken } = await books()
  const { checked, breach } = await audit()
  const said = {
    accounts,
    hours,
    audit_rows: checked,
    broken: broken && `${broken.invariant} ${broken.subject}`,
    breach: breach && breach.why,
  }
  return { ok: broken === null && breach === null, said }
}
