import { withoutEndSlashes } from '../core/paths.ts'
import { remembered } from '../core/remembered.ts'
import { queryOnwards } from '../protocols/query.ts'
import type { Ask } from './attempt.ts'
import { signingFor, upstreamHeaders } from './headers.ts'
import { reshaped } from './reshaped.ts'
import { withSeedNamed } from './seed-name.ts'
import { withoutAsking } from './stream-usage.ts'
import type { UpstreamRequest } from './upstream.ts'

/** The call by which a candidate is asked; `usageUnasked`: not for the usage of a stream. */
export function requestTo(
  { exchange, userId, turn, target, spoken: protocol, form }: Ask,
  usageUnasked: boolean,
): UpstreamRequest {
  const {
    path,
    query = '',
    body,
    contentType,
  } = reshaped(withSeedNamed(turn.addressedTo(target.upstreamName), turn, target), {
    target,
    protocol,
    stream: turn.stream,
  })
  const { translated } = turn
  const callers = translated ? [] : queryOnwards(target.endpoint.dialect, exchange.query)
  return {
    method: 'POST' as const,
    url: addressOf(withoutEndSlashes(target.endpoint.baseUrl) + path, query, callers),
    headers: upstreamHeaders(exchange, target, { userId, contentType, translated }),
    body: form && !translated ? form.filled(body) : usageUnasked ? withoutAsking(body) : body,
    allowPrivate: target.provider.allowPrivate,
    line: target.provider.line,
    connectMs: target.timeouts.connectMs,
    totalMs: target.timeouts.totalMs,
    signing: signingFor(target),
  }
}

/** Addresses that requests go to again and again; nobody changes them. */
const addresses = remembered((address) => new URL(address))

function addressOf(address: string, query: string, callers: ReturnType<typeof queryOnwards>): URL {
  if (query === '' && callers.length === 0) return addresses(address)
  const url = new URL(address)
  url.search = query
  for (const [name, value] of callers) url.searchParams.append(name, value)
  return url
}
