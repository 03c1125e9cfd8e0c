import { connect, type Socket } from 'node:net'
import { SECOND_MS } from '../core/time.ts'
import { type FailureClass, failureOf, UpstreamFailure } from './failure.ts'
import type { Upstream } from './upstream.ts'
import { guardedLookup, isBlockedHost } from './wall.ts'

/** One call to an address that an operator gave. */
type PostRequest = { url: string; headers: Record<string, string>; body: string; allowPrivate: boolean }

const POST_MS = 10 * SECOND_MS
const MAX_ANSWER_BYTES = 64 * 1024

/** Posts a text through the wall and reads the answer; https alone, unless the address may be private. Rejects with a `code`. */
export async function post(upstream: Upstream, request: PostRequest): Promise<{ status: number; body: string }> {
  try {
    return await posted(upstream, request)
  } catch (cause) {
    throw coded(failureOf(cause).class, cause)
  }
}

async function posted(upstream: Upstream, { url, headers, body, allowPrivate }: PostRequest) {
  const target = new URL(url)
  if (target.protocol !== 'https:' && !allowPrivate) throw new UpstreamFailure('blocked_address')
  const until = performance.now() + POST_MS
  const request = { method: 'POST' as const, url: target, headers: { ...headers, 'user-agent': 'yumen' }, allowPrivate }
  const answer = await upstream.send({ ...request, body: Buffer.from(body) }, POST_MS, AbortSignal.timeout(POST_MS))
  const parts: Buffer[] = []
  let size = 0
  const next = () => answer.next(Math.max(0, until - performance.now()), 'idle_timeout')
  for (let chunk = await next(); chunk; chunk = await next()) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) answer.cancel('too_large')
    parts.push(chunk)
  }
  return { status: answer.status, body: Buffer.concat(parts).toString('utf8') }
}

/** Opens a connection through the wall to a host that an operator gave; rejects with a `code`. */
export function dial({
  host,
  port,
  allowPrivate,
}: {
  host: string
  port: number
  allowPrivate: boolean
}): Promise<Socket> {
  if (isBlockedHost(host, allowPrivate)) return Promise.reject(coded('blocked_address'))
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: guardedLookup(allowPrivate), timeout: POST_MS })
    socket.once('connect', () => {
      socket.setTimeout(0)
      resolve(socket)
    })
    socket.once('timeout', () => socket.destroy(coded('connect_timeout')))
    socket.once('error', reject)
  })
}

function coded(code: FailureClass, cause?: unknown): Error {
  return Object.assign(new Error('the address cannot be reached', { cause }), { code })
}
