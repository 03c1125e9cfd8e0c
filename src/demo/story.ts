import { GatewayError } from '../core/errors.ts'
import type { ErrorCode, ErrorDetails } from '../core/errors.ts'
import type { RequestEnd, SkipReason } from '../core/records.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { pick } from './dice.ts'
import type { Dice } from './dice.ts'

/** How one upstream fails, and what the caller is told when no other is asked. */
export type Failure = {
  /** The upstream's status; null when there was no answer. */
  upstreamStatus: number | null
  attemptClass: string
  retryable: boolean
  /** Milliseconds until it has failed. */
  afterMs: number
  end: RequestEnd
  httpStatus: number
  errorClass: string
  message: string | null
}

/** What happens to one request: answered at once, by another upstream, not at all, or not waited for. */
export type Story =
  | { kind: 'answered'; skipped: SkipReason | null }
  | { kind: 'switched'; first: Failure }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'cancelled' }

const FAILURES: readonly (readonly [Failure, number])[] = [
  [failure({ status: 429, afterMs: 210, end: 'upstream_error', code: 'upstream_busy', details: { seconds: 12 } }), 30],
  [failure({ status: 529, afterMs: 640, end: 'upstream_error', code: 'upstream_failed' }), 22],
  [failure({ status: 502, afterMs: 1800, end: 'upstream_error', code: 'upstream_broke', by: 'reset' }), 18],
  [
    failure({
      status: 504,
      afterMs: 60_000,
      end: 'first_token_timeout',
      code: 'upstream_timeout',
      by: 'first_token_timeout',
    }),
    12,
  ],
]

/** The caller's own mistake: no other upstream is asked, and the upstream's words go to the caller, not into the row. */
const BAD_REQUEST: Failure = {
  upstreamStatus: 400,
  attemptClass: 'http_400',
  retryable: false,
  afterMs: 180,
  end: 'upstream_error',
  httpStatus: 400,
  errorClass: 'http_400',
  message: null,
}

/** Two bad stretches of the first choice, in hours before now: short ones on which the others took over. */
export const INCIDENTS: readonly { fromHours: number; toHours: number }[] = [
  { fromHours: (11 * DAY_MS) / HOUR_MS + 5, toHours: (11 * DAY_MS) / HOUR_MS + 3 },
  { fromHours: 29, toHours: 28 },
]

/** Rolls what happens to a request made `agoMs` before now; only with a second upstream can one stand in for the other. */
export function storyOf(agoMs: number, hasSecond: boolean, dice: Dice): Story {
  const hoursAgo = agoMs / HOUR_MS
  const incident = INCIDENTS.some(({ fromHours, toHours }) => hoursAgo < fromHours && hoursAgo >= toHours)
  const kind = pick(dice, incident && hasSecond ? BAD_TIMES : GOOD_TIMES)
  if (kind === 'cancelled') return { kind }
  if (kind === 'failed') {
    const refused = pick(dice, [
      [true, 15],
      [false, 85],
    ] as const)
    return { kind, failure: refused ? BAD_REQUEST : pick(dice, FAILURES) }
  }
  if (kind === 'switched' && hasSecond) return { kind, first: pick(dice, FAILURES) }
  return { kind: 'answered', skipped: kind === 'skipped' ? 'cooling' : null }
}

const GOOD_TIMES = [
  ['answered', 93],
  ['switched', 2.6],
  ['failed', 3],
  ['cancelled', 1.4],
] as const
const BAD_TIMES = [
  ['skipped', 62],
  ['switched', 25],
  ['failed', 12],
  ['cancelled', 1],
] as const

type FailureFacts = {
  status: number
  afterMs: number
  end: RequestEnd
  code: ErrorCode
  details?: ErrorDetails
  /** How the connection failed when the upstream gave no status. */
  by?: string
}

function failure({ status, afterMs, end, code, details, by }: FailureFacts): Failure {
  return {
    upstreamStatus: by === undefined ? status : null,
    attemptClass: by ?? `http_${status}`,
    retryable: true,
    afterMs,
    end,
    httpStatus: status,
    errorClass: code,
    message: new GatewayError(code, details).message,
  }
}
