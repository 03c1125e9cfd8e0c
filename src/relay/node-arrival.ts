import type { IncomingMessage, ServerResponse } from 'node:http'
import { SECOND_MS } from '../core/time.ts'
import { readBody } from './body.ts'
import { ChunkedReply } from './chunked-reply.ts'
import { type Arrival, STALLED_MS } from './exchange.ts'
import { arriving, boundaryOf, readForm } from './forms/spooled-form.ts'

/** A request that node:http has read, and the reply to it; nothing of its body is read yet. */
export function nodeArrival(request: IncomingMessage, reply: ServerResponse, ip: string): Arrival {
  const gone = new AbortController()
  // These come once; `once` would keep a wrapper of each for as long as the answer lasts.
  reply.on('close', () => {
    if (!reply.writableFinished) gone.abort(new Error('the caller is gone'))
  })
  // The last bytes too must be taken; once they are, node sets the time after which an idle connection is closed.
  reply.on('prefinish', () => reply.socket?.setTimeout(STALLED_MS))
  const boundary = boundaryOf(request)
  return {
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    headers: request.headers,
    ip,
    reply: new ChunkedReply(reply),
    signal: gone.signal,
    cut: (why) => gone.abort(why),
    read: (mostBytes, take) => readBody(request, mostBytes, take),
    ...(boundary !== null && { form: (room) => readForm(request, boundary, room) }),
    stream: () => streamed(request),
    leave: () => leave(request, reply),
  }
}

/** What nobody reads any more goes by, so that a caller who is still sending hears what was answered meanwhile. */
async function* streamed(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* arriving(request)
  } finally {
    request.resume()
  }
}

const LEAVE_MS = 2 * SECOND_MS

/** A caller who is still sending would miss the answer if the connection closed under them: let them finish, but not for ever. */
function leave(request: IncomingMessage, reply: ServerResponse): void {
  if (request.complete || request.destroyed) return
  request.resume()
  const timer = setTimeout(() => request.destroy(), LEAVE_MS)
  request.once('close', () => clearTimeout(timer))
  reply.once('close', () => clearTimeout(timer))
}
