import type { Arrival } from './exchange.ts'

/** A star stands for every name but that of the one header that says who is asking. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'authorization, *',
  'access-control-max-age': '7200',
} as const

/**
 * Lets pages of any origin call and read the relay, as those of the vendors do: a key is in what a page sends and never in a
 * cookie, so that no page can do more than its own key allows. True where the call only asked whether it may.
 */
export function openToOtherOrigins({ method, headers, reply }: Arrival): boolean {
  if (headers.origin === undefined) return false
  reply.setHeader('access-control-allow-origin', '*')
  reply.setHeader('access-control-expose-headers', '*')
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false
  reply.writeHead(204, PREFLIGHT)
  reply.end()
  return true
}
