import type { IncomingHttpHeaders } from 'node:http'
import { HIDDEN } from '../core/hide-values.ts'
import { redact } from '../core/redact.ts'

/** Of a caller: what tells which program asked, in which version of a protocol, and how its body is packed. */
const OF_CALLERS =
  /^(?:accept|accept-encoding|accept-language|content-encoding|content-length|content-type|user-agent|anthropic-(?:version|beta|dangerous-direct-browser-access)|openai-beta|api-revision|originator|x-app|x-(?:client-)?request-id|x-goog-api-client|x-stainless-[a-z-]{1,40})$/

/** Of an answer: what it is, whose it is, how fast the caller may go, and when to come back. */
const OF_ANSWERS =
  /^(?:content-length|content-type|cache-control|retry-after|retry-after-ms|server-timing|x-should-retry|(?:x-)?request-id|x-yumen-[a-z-]{1,40}|(?:x|anthropic)-ratelimit-[a-z-]{1,40})$/

/** Where upstreams tell what they call a request, and their support asks for. */
const IDS_OF_UPSTREAMS = ['request-id', 'x-request-id', 'apim-request-id', 'x-amzn-requestid'] as const

const MOST_HEADERS = 40
const MOST_CHARACTERS = 500

type Headers = Readonly<Record<string, unknown>>
type Hidden = ReadonlySet<string>

/** The headers of a caller that may be kept, and the names of those to be hidden; keys, cookies and whatever nobody knows are not among them. */
export const keptOfCaller = (headers: Headers, hidden: Hidden): Record<string, string> =>
  kept(headers, OF_CALLERS, hidden)

/** The same of the answer the caller got. */
export const keptOfAnswer = (headers: Headers, hidden: Hidden): Record<string, string> =>
  kept(headers, OF_ANSWERS, hidden)

/** What an upstream calls the request; null where it does not tell. */
export function upstreamIdIn(headers: IncomingHttpHeaders): string | null {
  const told = IDS_OF_UPSTREAMS.map((name) => headers[name]).find((value) => typeof value === 'string')
  return typeof told === 'string' && told !== '' ? bounded(told) : null
}

function kept(headers: Headers, names: RegExp, hidden: Hidden): Record<string, string> {
  const found = Object.entries(headers).flatMap(([said, value]): [string, string][] => {
    const name = said.toLowerCase()
    if (hidden.has(name) && value !== undefined) return [[name, HIDDEN]]
    const isTold = names.test(name) && (typeof value === 'string' || typeof value === 'number')
    return isTold ? [[name, bounded(String(value))]] : []
  })
  return Object.fromEntries(found.slice(0, MOST_HEADERS))
}

// Redacted first: half of a key does not look like one.
const bounded = (value: string): string => redact(value).slice(0, MOST_CHARACTERS)
