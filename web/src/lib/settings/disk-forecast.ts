import type { StorageView } from '../../../../src/contract/system.ts'
import {
  bytesAfter,
  dailyBytes,
  daysUntil,
  type Keeping,
  type Pace,
  settledDays,
} from '../../../../src/core/storage-forecast.ts'

/** So far ahead it is drawn. */
export const DRAWN_DAYS = 90

/** What Yumen takes of the disk now and later, in bytes, by what is kept. */
export type DiskForecast = {
  daily: { rows: number; captures: number }
  /** After so many days. */
  at: (days: number) => number
  /** From when on it stays as it is, and what it is then. */
  settled: { days: number; bytes: number }
  /** What it may take until less of the disk is free than the operator is told of, and in how many days it does; null: never. Null where no disk is known. */
  alert: { bytes: number; inDays: number | null } | null
  /** In how many days the disk is full; null: never, as far as is known. */
  fullInDays: number | null
}

/** Reads what was measured by what is to be kept; `freePercent` of the disk free is when the operator is told. */
export function diskForecast(seen: StorageView, keeping: Keeping, freePercent: number): DiskForecast {
  const pace = paceOf(seen)
  const rest = seen.database - seen.rows + (seen.backups ?? 0)
  const at = (days: number) => rest + bytesAfter(days, seen, pace, keeping)
  const own = at(0)
  const days = settledDays(keeping)
  const reached = (most: number) => daysUntil(most, at, days)
  const { disk } = seen
  const bytes = disk && own + disk.free - (disk.total * freePercent) / 100
  return {
    daily: dailyBytes(pace, keeping),
    at,
    settled: { days, bytes: at(days) },
    alert: bytes === null ? null : { bytes, inDays: reached(bytes) },
    fullInDays: disk && reached(own + disk.free),
  }
}

const paceOf = (seen: StorageView): Pace => ({
  requests: seen.requests_per_day,
  failed: seen.failed_per_day,
  row: seen.bytes_per_request,
  headersOnly: seen.bytes_per_headers,
  withBodies: seen.bytes_per_bodies,
})
