import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { TargetEntry } from '../core/directory.ts'
import { tellable } from '../protocols/translate/dropped.ts'
import { descriptorOf } from '../providers/all.ts'
import { headersFor, signingOf } from '../providers/provider.ts'
import type { Exchange } from './exchange.ts'
import type { Manner } from './manner.ts'
import type { UpstreamRequest } from './upstream.ts'

/**
 * Headers of a caller that mean something to the upstream; everything else stays here (wire.md §1.0): keys and cookies above all,
 * and the ids of workspaces and of whom to bill, as the account is the operator's.
 */
function passesOn(name: string): boolean {
  return name === 'openai-beta' || name === 'api-revision' || (name.startsWith('anthropic-') && !name.endsWith('-id'))
}

/** Users share the gateway's account with a vendor, so a key of one must not be that of another, whose answer it would get. */
function idempotencyKeyOf(userId: string, key: string): string {
  return createHash('sha256').update(`${userId} ${key}`).digest('hex').slice(0, 40)
}

/** Headers that are the same for every request of an entry of the directory, for as long as it is there. */
const ownOf = new WeakMap<TargetEntry, Readonly<Record<string, string>>>()

function ownHeaders(target: TargetEntry): Readonly<Record<string, string>> {
  let own = ownOf.get(target)
  if (!own) {
    const { provider, endpoint, credential } = target
    own = headersFor(descriptorOf(provider.preset), endpoint.dialect, credential.secret)
    ownOf.set(target, own)
  }
  return own
}

type About = { userId: string; contentType?: string | undefined; translated?: unknown }

/** The headers of a call to an upstream: what the caller may say in the upstream's own protocol, then what the gateway must. */
export function upstreamHeaders(
  exchange: Pick<Exchange, 'headers'>,
  target: TargetEntry,
  { userId, contentType = 'application/json', translated }: About,
): Record<string, string> {
  const headers: Record<string, string> = {
    ...ownHeaders(target),
    'content-type': contentType,
    // Google takes it for the form of the answer, which its path and query have said already.
    accept: (!translated && target.endpoint.dialect !== 'gemini' && exchange.headers.accept) || '*/*',
    // The tap reads the answer's bytes, so they must come as they are.
    'accept-encoding': 'identity',
    'user-agent': 'yumen',
  }
  if (translated) return headers
  for (const name in exchange.headers) {
    const value = passesOn(name) && exchange.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  const key = exchange.headers['idempotency-key']
  if (typeof key === 'string') headers['idempotency-key'] = idempotencyKeyOf(userId, key)
  return headers
}

/** What a call to a candidate is signed with, where its credential is not one of the headers. */
export function signingFor({ provider, endpoint, credential }: TargetEntry): UpstreamRequest['signing'] {
  const how = signingOf(descriptorOf(provider.preset), endpoint.dialect)
  return how ? { how, secret: credential.secret } : undefined
}

/** The headers of a reply that carries an upstream's answer; the upstream's limits, cookies and account names are not for callers. */
export function replyHeaders(
  exchange: Exchange,
  upstream: IncomingHttpHeaders,
  { waitedMs, translated }: { waitedMs: number; translated?: Manner['translated'] },
): Record<string, string> {
  const { id, extraHeaders } = exchange
  const type = translated?.contentType ?? upstream['content-type'] ?? 'application/json'
  const headers: Record<string, string> = {
    'content-type': type,
    'x-yumen-request-id': id,
    'x-request-id': id,
    'request-id': id,
    'server-timing': `gateway;dur=${Math.max(0, exchange.elapsedMs() - waitedMs).toFixed(1)}`,
  }
  if (!NO_PAGE.test(type)) Object.assign(headers, SHUT_IN)
  const dropped = translated ? tellable(translated.dropped) : []
  if (dropped.length > 0) headers['x-yumen-dropped'] = dropped.join(',')
  for (const name in extraHeaders) headers[name] = extraHeaders[name] ?? ''
  return headers
}

/** Types that no browser shows as a page, with nothing beside them that it could take for another type. */
const NO_PAGE = /^(?:application\/json|text\/event-stream)(?:; ?charset=[\w-]+)?$/i

/**
 * Whoever leads a browser to an answer chooses what is in it, by a key of their own in the address, and the console's tokens lie at
 * the same origin: what could be shown as a page is none of that origin, and runs nothing.
 */
const SHUT_IN = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
} as const

/** What keeps proxies from holding a stream back, whatever type it has. */
export const STREAM_HEADERS = { 'cache-control': 'no-cache', 'x-accel-buffering': 'no' } as const

/** The request's id under every name a client library looks for. */
export function idHeaders(id: string): Record<string, string> {
  return { 'x-yumen-request-id': id, 'x-request-id': id, 'request-id': id }
}
