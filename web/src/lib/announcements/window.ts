import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/core/time.ts'
import { two } from '../zone.ts'

/** When maintenance begins and ends, as the API tells it. */
export type Window = { starts_at: string | null; ends_at: string | null }

/** Before the window, in it, or after it; the moment it ends is already `over`. */
export type Phase = 'coming' | 'going' | 'over'

/** How maintenance stands at a moment; `share` is how much of it is done, `leftMs` what is left until it begins or ends. */
export type Standing = { phase: Phase; startMs: number; endMs: number; leftMs: number; share: number }

/** How maintenance stands at a moment (epoch milliseconds); undefined when it has no window. */
export function standingOf({ starts_at, ends_at }: Window, nowMs: number): Standing | undefined {
  if (starts_at === null || ends_at === null) return undefined
  const startMs = Date.parse(starts_at)
  const endMs = Date.parse(ends_at)
  if (nowMs < startMs) return { phase: 'coming', startMs, endMs, leftMs: startMs - nowMs, share: 0 }
  if (nowMs >= endMs) return { phase: 'over', startMs, endMs, leftMs: 0, share: 1 }
  const share = (nowMs - startMs) / (endMs - startMs)
  return { phase: 'going', startMs, endMs, leftMs: endMs - nowMs, share }
}

/** A countdown as a clock, `00:27:52`, and the whole days before it. The last second is shown until it has passed. */
export function clockOf(ms: number): { days: number; clock: string } {
  const whole = Math.ceil(Math.max(0, ms) / SECOND_MS) * SECOND_MS
  const hours = Math.floor((whole % DAY_MS) / HOUR_MS)
  const minutes = Math.floor((whole % HOUR_MS) / MINUTE_MS)
  const seconds = Math.floor((whole % MINUTE_MS) / SECOND_MS)
  return { days: Math.floor(whole / DAY_MS), clock: [hours, minutes, seconds].map(two).join(':') }
}
