import type { Dialect } from '../core/protocol.ts'
import { iso, SECOND_MS } from '../core/time.ts'
import type { Pace, PaceState } from '../metering/limits/pace.ts'

/**
 * How fast a caller may go, in the headers a dialect's client libraries read (wire.md §1.5, §1.8), added to those there are;
 * Google's read none.
 */
export function paceHeaders(
  dialect: Dialect,
  { requests, tokens }: Pace,
  headers: Record<string, string> = {},
): Record<string, string> {
  const told = TOLD[dialect]
  if (!told) return headers
  if (requests) write(headers, told.requests, told.resetOf(requests), requests)
  if (tokens) write(headers, told.tokens, told.resetOf(tokens), tokens)
  return headers
}

/** Put together once: a name that is made anew is a text that nobody has seen before. */
type Names = { limit: string; remaining: string; reset: string }
type Told = { requests: Names; tokens: Names; resetOf: (state: PaceState) => string }

const openai = (what: string): Names => ({
  limit: `x-ratelimit-limit-${what}`,
  remaining: `x-ratelimit-remaining-${what}`,
  reset: `x-ratelimit-reset-${what}`,
})
const anthropic = (what: string): Names => ({
  limit: `anthropic-ratelimit-${what}-limit`,
  remaining: `anthropic-ratelimit-${what}-remaining`,
  reset: `anthropic-ratelimit-${what}-reset`,
})

const TOLD: Readonly<Record<Dialect, Told | null>> = {
  openai: {
    requests: openai('requests'),
    tokens: openai('tokens'),
    resetOf: ({ resetMs }) => duration(resetMs),
  },
  anthropic: {
    requests: anthropic('requests'),
    tokens: anthropic('tokens'),
    resetOf: ({ resetsAt }) => iso(resetsAt),
  },
  gemini: null,
}

function write(headers: Record<string, string>, names: Names, reset: string, { limit, remaining }: PaceState): void {
  headers[names.limit] = String(limit)
  headers[names.remaining] = String(remaining)
  headers[names.reset] = reset
}

/** Go's way to write a duration, as OpenAI does: `120ms`, `1s`, `6m0s`. */
function duration(ms: number): string {
  if (ms < SECOND_MS) return `${Math.ceil(ms)}ms`
  const seconds = Math.ceil(ms / SECOND_MS)
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`
}
