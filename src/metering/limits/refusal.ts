import { type ErrorCode, GatewayError } from '../../core/errors.ts'
import type { LimitWindow } from '../../core/limits.ts'
import { SECOND_MS } from '../../core/time.ts'
import { paces } from './counter.ts'
import type { Part } from './part.ts'

const CODES: Readonly<Record<LimitWindow, ErrorCode>> = {
  minute: 'rate_limited',
  '5h': 'limit_reached_5h',
  day: 'limit_reached_day',
  week: 'limit_reached_week',
  month: 'limit_reached_month',
  total: 'limit_reached_total',
}

/** What a caller is told whose request does not fit: of several reasons the one that lasts longest. */
export function refusalOf(parts: readonly Part[], at: { now: number; zone: string }): GatewayError {
  const longest = parts.toSorted((a, b) => endOf(b) - endOf(a))[0]
  if (!longest?.counter) return new GatewayError('balance_exhausted')
  const { limit } = longest.counter
  const end = endOf(longest)
  const seconds = Math.max(1, Math.ceil((end - at.now) / SECOND_MS))
  if (paces(limit)) return new GatewayError('rate_limited', { seconds })
  const code = CODES[limit.window]
  return end === Infinity ? new GatewayError(code) : new GatewayError(code, { seconds, resets: wallTime(end, at.zone) })
}

/** When there is room again: nobody knows of what runs at once, which counts as soonest, and never of what is spent for good. */
function endOf({ counter }: Part): number {
  if (!counter) return Infinity
  if (counter.limit.metric === 'concurrency') return 0
  return counter.span.end ?? Infinity
}

function wallTime(ms: number, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime()
  return `${local.toString({ smallestUnit: 'minute' }).replace('T', ' ')} (${zone})`
}
