/** The two clocks a room is handed: wall time in epoch milliseconds, and a monotonic one for durations. */
export type Clock = { now: () => number; monotonicMs: () => number }

/** The clocks of the machine, for whoever puts the rooms together. */
export const systemClock: Clock = { now: () => Date.now(), monotonicMs: () => performance.now() }

/** Spans in milliseconds. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
/** Always 24 hours; a day of a zone may be shorter or longer. */
export const DAY_MS = 24 * HOUR_MS

/** The start of the UTC hour that holds `ms`, in epoch milliseconds. */
export function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS
}

/** The start of the UTC day that holds `ms`, in epoch milliseconds. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS
}

/** The start of the UTC month that holds `ms`, in epoch milliseconds. */
export function monthOf(ms: number): number {
  return new Date(ms).setUTCHours(0, 0, 0, 0) - (new Date(ms).getUTCDate() - 1) * DAY_MS
}

/** Epoch milliseconds as ISO 8601 UTC. */
export function iso(ms: number): string {
  return new Date(ms).toISOString()
}

/** The same of a time that may be none. */
export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms)
}
