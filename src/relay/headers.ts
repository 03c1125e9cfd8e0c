import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { TargetEntry } from '../core/directory.ts'
import { tellable } from '../protocols/translate/dropped.ts'
import { descriptorOf } from '../providers/all.ts'
import { headersFor, signingOf } from '../providers/provider.ts'
import type { Exchange } from './exchange.ts'
import type { Manner } from './manner.ts'
import type { UpstreamRequest } from './upstream.ts'

/** Headers of a caller that mean something to the upstream; everything else, keys and cookies above all, stays here (wire.md §1.0). */
function passesOn(name: string): boolean {
  return name.startsWith('anthropic-') || name === 'openai-beta'
}

/** Users share the gateway's account with a vendor, so a key of one must not be that of another, whose answer it would get. */
function idempotencyKeyOf(userId: string, key: string): string {
  return createHash('sha256').update(`${userId} ${key}`).digest('hex').slice(0, 40)
}

type About = { userId: string; contentType?: string | undefined; translated?: unknown }

/** The headers of a call to an upstream: what the caller may say in the upstream's own protocol, then what the gateway must. */
export function upstreamHeaders(
  exchange: Pick<Exchange, 'headers'>,
  target: TargetEntry,
  { userId, contentType = 'application/json', translated }: About,
): Record<string, string> {
  const headers: Record<string, string> = {
    ...headersFor(descriptorOf(target.provider.preset), target.endpoint.dialect, target.credential.secret),
    'content-type': contentType,
    // Google takes it for the form of the answer, which its path and query have said already.
    accept: (!translated && target.endpoint.dialect !== 'gemini' && exchange.headers.accept) || '*/*',
    // The tap reads the answer's bytes, so they must come as they are.
    'accept-encoding': 'identity',
    'user-agent': 'yumen',
  }
  if (translated) return headers
  for (const [name, value] of Object.entries(exchange.headers)) {
    if (passesOn(name) && typeof value === 'string') headers[name] = value
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
  const dropped = tellable(translated?.dropped ?? [])
  return {
    'content-type': translated?.contentType ?? upstream['content-type'] ?? 'application/json',
    ...(upstream['content-encoding'] && { 'content-encoding': upstream['content-encoding'] }),
    ...(dropped.length > 0 && { 'x-yumen-dropped': dropped.join(',') }),
    ...idHeaders(exchange.id),
    ...exchange.extraHeaders,
    'server-timing': `gateway;dur=${Math.max(0, exchange.elapsedMs() - waitedMs).toFixed(1)}`,
  }
}

/** What keeps proxies from holding a stream back, whatever type it has. */
export const STREAM_HEADERS = { 'cache-control': 'no-cache', 'x-accel-buffering': 'no' } as const

/** The request's id under every name a client library looks for. */
export function idHeaders(id: string): Record<string, string> {
  return { 'x-yumen-request-id': id, 'x-request-id': id, 'request-id': id }
}
