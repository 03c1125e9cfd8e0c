import type { TargetEntry } from '../../core/directory.ts'
import type { Exchange } from '../exchange.ts'
import { write } from '../flow.ts'
import { replyHeaders, STREAM_HEADERS } from '../headers.ts'
import type { UpstreamAnswer } from '../upstream-answer.ts'
import { chunksOf } from './reach.ts'

/** Sends an answer that is here already, with some headers beside those that every reply has. */
export function sendWhole(
  exchange: Exchange,
  bytes: Uint8Array,
  answer?: Pick<UpstreamAnswer, 'status' | 'headers'>,
  more?: Record<string, string>,
): void {
  const headers = { ...replyHeaders(exchange, answer?.headers ?? {}, { waitedMs: 0 }), ...more }
  exchange.reply.writeHead(answer?.status ?? 200, { ...headers, 'content-length': bytes.length })
  exchange.reply.end(bytes)
}

/** Sends an answer that may be as long as it likes, at the caller's pace. */
export async function sendOn(exchange: Exchange, answer: UpstreamAnswer, target: TargetEntry): Promise<void> {
  const length = answer.headers['content-length']
  exchange.reply.writeHead(answer.status, {
    ...replyHeaders(exchange, answer.headers, { waitedMs: 0 }),
    ...STREAM_HEADERS,
    ...(length !== undefined && { 'content-length': length }),
  })
  for await (const chunk of chunksOf(answer, target)) await write(exchange.reply, chunk, exchange.signal)
  exchange.reply.end()
}
