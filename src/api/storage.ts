import { keepingIn } from '../contract/settings-keeping.ts'
import type { StorageView } from '../contract/system.ts'
import { isShort } from '../core/disk-room.ts'
import { bytesAfter, dailyBytes, daysUntil, type Now, type Pace, settledDays } from '../core/storage-forecast.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import type { Handlers } from './call.ts'
import type { Deps } from './deps.ts'

/** What is kept takes, and will take. */
export function storageHandlers(deps: Deps): Pick<Handlers, 'adminGetStorage'> {
  return { adminGetStorage: () => storageOf(deps) }
}

const LOOKED_BACK_DAYS = 7

/** What is assumed of one where nothing is captured yet. */
const ASSUMED = { headersOnly: 3 * 1024, withBodies: 50 * 1024 }

async function storageOf({ store, system, settings, captures, clock }: Deps): Promise<StorageView> {
  const now = clock.now()
  const { bytesPerRequest, firstAt } = await store.upkeep.rowSizes()
  const { kind, sizeBytes } = await store.upkeep.facts()
  const captured = await captures.sizes()
  const { disk: own } = await system.machine()
  const disk = kind === 'sqlite' ? own : null
  const values = settings()
  const totalsSince = async (from: number) => (await store.usage.summary({ from, to: now })).current
  const latest = await totalsSince(now - LOOKED_BACK_DAYS * DAY_MS)
  const kept = await totalsSince(firstAt ?? now)
  const days = firstAt === null ? 1 : clamp((now - firstAt) / DAY_MS, HOUR_MS / DAY_MS, LOOKED_BACK_DAYS)
  const pace: Pace = {
    requests: Math.round(latest.requests / days),
    failed: Math.round(latest.failed / days),
    row: bytesPerRequest,
    headersOnly: captured.headersOnly ?? ASSUMED.headersOnly,
    withBodies: captured.withBodies ?? ASSUMED.withBodies,
  }
  const keeping = keepingIn(values)
  const daily = dailyBytes(pace, keeping)
  const there: Now = {
    oldest_days: firstAt === null ? 0 : Math.ceil((now - firstAt) / DAY_MS),
    rows: Math.min(sizeBytes, kept.requests * bytesPerRequest),
    captures: captured.bytes,
  }
  const settled = settledDays(keeping)
  const at = (after: number) => bytesAfter(after, there, pace, keeping)
  return {
    requests_per_day: pace.requests,
    failed_per_day: pace.failed,
    bytes_per_request: bytesPerRequest,
    bytes_per_headers: pace.headersOnly,
    bytes_per_bodies: pace.withBodies,
    bytes_per_day: daily.rows + daily.captures,
    kept_days: keeping.rowDays,
    forecast: Math.round(at(settled)),
    ...there,
    database: sizeBytes,
    backups: await system.keptBackups(),
    captures_stopped: values['capture.level'] !== 'BASIC' && values['capture.on_low_disk'] === 'stop' && isShort(own),
    disk,
    full_in_days: disk && daysUntil(at(0) + disk.free, at, settled),
  }
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
