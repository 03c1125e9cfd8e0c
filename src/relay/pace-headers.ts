import type { Dialect } from '../core/protocol.ts'
import { iso, SECOND_MS } from '../core/time.ts'
import type { Pace, PaceState } from '../metering/limits/pace.ts'

/** How fast a caller may go, in the headers a dialect's client libraries read (wire.md §1.5, §1.8); Google's read none. */
export function paceHeaders(dialect: Dialect, pace: Pace): Record<string, string> {
  const write = WRITERS[dialect]
  return Object.assign(
    {},
    pace.requests && write('requests', pace.requests),
    pace.tokens && write('tokens', pace.tokens),
  )
}

type Writer = (what: 'requests' | 'tokens', state: PaceState) => Record<string, string>

const WRITERS: Readonly<Record<Dialect, Writer>> = {
  openai: (what, { limit, remaining, resetMs }) => ({
    [`x-ratelimit-limit-${what}`]: String(limit),
    [`x-ratelimit-remaining-${what}`]: String(remaining),
    [`x-ratelimit-reset-${what}`]: duration(resetMs),
  }),
  anthropic: (what, { limit, remaining, resetsAt }) => ({
    [`anthropic-ratelimit-${what}-limit`]: String(limit),
    [`anthropic-ratelimit-${what}-remaining`]: String(remaining),
    [`anthropic-ratelimit-${what}-reset`]: iso(resetsAt),
  }),
  gemini: () => ({}),
}

/** Go's way to write a duration, as OpenAI does: `120ms`, `1s`, `6m0s`. */
function duration(ms: number): string {
  if (ms < SECOND_MS) return `${Math.ceil(ms)}ms`
  const seconds = Math.ceil(ms / SECOND_MS)
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`
}
