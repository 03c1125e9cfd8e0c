import { SECOND_MS } from '../core/time.ts'
import type { Turn } from '../protocols/protocol.ts'
import type { Exchange, Reply } from './exchange.ts'
import { idHeaders, STREAM_HEADERS } from './headers.ts'

/** How long the head of a stream waits for somebody to answer (faults.md, retry rule 2). */
const HEAD_MS = 10 * SECOND_MS
const SILENCE_MS = 15 * SECOND_MS

/** What every client of every dialect passes over, between the elements of a JSON array too; a comment breaks some (wire.md §0.8). */
const BEAT = Buffer.from('\n\n')

/**
 * An exchange whose stream is never silent for long, so that nobody on the way takes it for dead. When its head has to go
 * first, status 200 is spent; who answers is still open.
 */
export function keepAlive(exchange: Exchange, turn: Turn): { exchange: Exchange } & Disposable {
  if (!turn.stream) return { exchange, [Symbol.dispose]: () => undefined }
  const { reply, signal } = exchange
  let timer = setTimeout(beat, HEAD_MS)
  /** Whether what has gone out so far is whole, and all of it has been taken. */
  let whole = true
  let taken = true

  function beat(): void {
    if (signal.aborted) return
    if (!reply.headersSent) reply.writeHead(200, headOf(exchange, turn))
    if (whole && taken) write(BEAT)
    begin()
  }

  function begin(): void {
    clearTimeout(timer)
    timer = setTimeout(beat, SILENCE_MS)
  }

  function write(bytes: Uint8Array): boolean {
    whole = turn.streamType !== undefined || LINE_ENDS.has(bytes.at(-1))
    taken = reply.write(bytes)
    if (!taken)
      reply.once('drain', () => {
        taken = true
      })
    return taken
  }

  const alive: Reply = {
    get headersSent() {
      return reply.headersSent
    },
    get socket() {
      return reply.socket
    },
    writeHead(status, headers) {
      begin()
      return reply.headersSent ? undefined : reply.writeHead(status, headers)
    },
    write(bytes) {
      timer.refresh()
      return write(bytes)
    },
    end: (bytes) => reply.end(bytes),
    destroy: () => reply.destroy(),
    once: (event, listener) => reply.once(event, listener),
    off: (event, listener) => reply.off(event, listener),
  }
  return { exchange: { ...exchange, reply: alive }, [Symbol.dispose]: () => clearTimeout(timer) }
}

/** An event ends with a line; a document that comes instead of events may be cut anywhere, but never inside a text at one. */
const LINE_ENDS: ReadonlySet<number | undefined> = new Set([0x0a, 0x0d])

function headOf({ id, extraHeaders }: Exchange, { streamType = 'text/event-stream' }: Turn): Record<string, string> {
  return { 'content-type': streamType, ...idHeaders(id), ...extraHeaders, ...STREAM_HEADERS }
}
