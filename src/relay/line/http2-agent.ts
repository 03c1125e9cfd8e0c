import { subscribe } from 'node:diagnostics_channel'
import type { ClientHttp2Stream } from 'node:http2'
import { Readable } from 'node:stream'
import { Agent, type buildConnector, type Dispatcher } from 'undici'
import { UpstreamFailure } from '../failure.ts'
import type { UpstreamRequest } from '../upstream.ts'
import type { CallControl, CallHandler } from './call-handler.ts'
import { PIECE_BYTES } from './connector.ts'
import { addField, type Fields } from './response-head.ts'
import { MOST_HEAD_BYTES, MOST_IDLE_MS, type Route } from './route.ts'

/** Connections that speak HTTP/2 where they are offered it, by undici. */
export function http2Agent(connect: buildConnector.connector, isBlocked: (hostname: string) => boolean): Route {
  const agent = new Agent({
    connect,
    allowH2: true,
    // Every live stream may hold one: what bounds them is the listener's own limit.
    connections: null,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MOST_HEAD_BYTES,
    keepAliveTimeout: MOST_IDLE_MS,
  })
  return {
    send({ url, method, headers, body }, call) {
      if (isBlocked(url.hostname)) throw new UpstreamFailure('blocked_address')
      const sized = body ? { ...headers, 'content-length': String(body.length) } : headers
      const request = { origin: url.origin, path: url.pathname + url.search, method, headers: sized }
      agent.dispatch({ ...request, body: body && sendable(body) }, handlerOf(call))
    },
    retire: () => void agent.close(),
    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}

/** Who is told its stream, in the turn in which undici opens it. */
let opening: ((stream: ClientHttp2Stream) => void) | null = null
subscribe('http2.client.stream.created', (message) => {
  opening?.((message as { stream: ClientHttp2Stream }).stream)
  opening = null
})

/** undici's events as a call hears them. */
function handlerOf(call: CallHandler): Dispatcher.DispatchHandler {
  let isBegun = false
  let stream: ClientHttp2Stream | null = null
  return {
    onRequestStart(controller) {
      if (call.isOver) return controller.abort(new UpstreamFailure('reset'))
      isBegun = true
      opening = (opened) => {
        stream = opened
      }
      call.onSending(controlBy(controller))
    },
    onResponseStart(controller, status, told) {
      // A buffer for each name and each value, for as long as the answer lasts.
      controller.rawHeaders = null
      if (status >= 200) call.onHead(status, fieldsOf(told))
    },
    onResponseData(controller, chunk) {
      if (!call.onBody(chunk, 0, chunk.length)) controller.pause()
    },
    onResponseEnd() {
      // undici takes a stream that its server cancelled for one that has ended (RFC 9113 §8.1).
      if (stream?.rstCode) call.onError(new UpstreamFailure('reset'))
      else call.onEnd()
    },
    // The request may have been read, whatever the system calls the end of the connection.
    onResponseError: (_controller, cause) => call.onError(isBegun ? new UpstreamFailure('reset', { cause }) : cause),
  }
}

function controlBy(controller: Dispatcher.DispatchController): CallControl {
  return { resume: () => controller.resume(), abort: () => controller.abort(new UpstreamFailure('reset')) }
}

function fieldsOf(told: Record<string, string | string[] | undefined>): Fields {
  const fields: Fields = {}
  for (const [name, values = []] of Object.entries(told))
    for (const value of typeof values === 'string' ? [values] : values) addField(fields, name, value)
  return fields
}

/** From here on a stream, which takes 3 KiB itself, is less to keep than the body. */
const LARGE_BYTES = 8 * 1024

/** undici keeps a request as long as its answer lasts; given as a stream, a large body is let go once it is sent. */
function sendable(body: UpstreamRequest['body'] & object): Uint8Array | Readable {
  if (!(body instanceof Uint8Array))
    return Readable.from(body.open(), { objectMode: false, highWaterMark: PIECE_BYTES })
  if (body.length < LARGE_BYTES) return body
  const parts = [body]
  return Readable.from({
    *[Symbol.iterator]() {
      for (let part = parts.pop(); part; part = parts.pop()) yield part
    },
  })
}
