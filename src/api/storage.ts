import type { StorageView } from '../contract/system.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import type { Handlers } from './call.ts'
import type { Deps } from './deps.ts'

/** What is kept takes, and will take. */
export function storageHandlers(deps: Deps): Pick<Handlers, 'adminGetStorage'> {
  return { adminGetStorage: () => storageOf(deps) }
}

const LOOKED_BACK_DAYS = 7

async function storageOf({ store, system, settings, clock }: Deps): Promise<StorageView> {
  const now = clock.now()
  const { bytesPerRequest, firstAt } = await store.upkeep.rowSizes()
  const { sizeBytes } = await store.upkeep.facts()
  const { disk } = await system.machine()
  const { current } = await store.usage.summary({ from: now - LOOKED_BACK_DAYS * DAY_MS, to: now })
  const days = firstAt === null ? 1 : clamp((now - firstAt) / DAY_MS, HOUR_MS / DAY_MS, LOOKED_BACK_DAYS)
  const requestsPerDay = Math.round(current.requests / days)
  const bytesPerDay = requestsPerDay * bytesPerRequest
  const keptDays = settings()['retention.request_days']
  const there = firstAt === null ? 0 : Math.min(keptDays, (now - firstAt) / DAY_MS)
  const toCome = Math.round(bytesPerDay * (keptDays - there))
  return {
    requests_per_day: requestsPerDay,
    bytes_per_request: bytesPerRequest,
    bytes_per_day: bytesPerDay,
    kept_days: keptDays,
    forecast: bytesPerDay * keptDays,
    database: sizeBytes,
    disk_free: disk.free,
    // Nothing a day may still meet a disk that is full.
    full_in_days: toCome < disk.free ? null : Math.floor(disk.free / Math.max(1, bytesPerDay)),
  }
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
