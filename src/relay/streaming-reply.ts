import { EventEmitter } from 'node:events'
import type { StreamedAnswer } from '../core/play.ts'
import type { Reply } from './exchange.ts'

type StreamingReply = Reply & {
  /** Resolves when the head of the answer is written. */
  readonly answer: Promise<StreamedAnswer>
}

/** What is written ahead of a slow reader. */
const AHEAD_BYTES = 16 * 1024

/** A reply whose answer somebody in this process reads; `onGone` hears when they stop before its end, or take nothing for as long as they may. */
export function streamingReply(onGone: (why: Error) => void): StreamingReply {
  const answer = Promise.withResolvers<StreamedAnswer>()
  const drained = new EventEmitter()
  const body = channel({ onPull: () => drained.emit('drain'), onGone })
  let headersSent = false
  let stalled: NodeJS.Timeout | undefined
  const watch = (ms: number) => {
    const { room } = body
    stalled = setTimeout(() => (body.room > room ? watch(ms) : body.fail(new Error('nothing is taken'))), ms).unref()
  }
  return {
    answer: answer.promise,
    get headersSent() {
      return headersSent
    },
    // As a socket would: nothing is taken for so long, and whoever reads is gone.
    socket: {
      setTimeout(ms) {
        clearTimeout(stalled)
        if (ms > 0) watch(ms)
      },
    },
    writeHead(status, headers) {
      headersSent = true
      const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
      answer.resolve({ status, headers: Object.fromEntries(texts) as Record<string, string>, body: body.readable })
    },
    write: (bytes) => body.write(bytes),
    end(bytes) {
      if (bytes !== undefined) body.write(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
      body.close()
    },
    destroy: () => body.fail(new Error('the answer was broken off')),
    once: (event, listener) => drained.once(event, listener),
    off: (event, listener) => drained.off(event, listener),
  }
}

type Ends = { onPull: () => void; onGone: (why: Error) => void }

/** Bytes from a writer to a reader; what is written after its end is nobody's. */
function channel({ onPull, onGone }: Ends) {
  let open = true
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const readable = new ReadableStream<Uint8Array>(
    {
      start: (one) => {
        controller = one
      },
      pull: onPull,
      cancel: () => {
        open = false
        onGone(new Error('the reader is gone'))
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: AHEAD_BYTES }),
  )
  return {
    readable,
    /** What may still be written ahead; below zero while a reader has more than that to take. */
    get room() {
      return controller?.desiredSize ?? 0
    },
    write(bytes: Uint8Array): boolean {
      if (!open || bytes.length === 0) return true
      // Piece by piece: of a large event that a slow reader takes as one, nobody could tell that it is being taken.
      for (let at = 0; at < bytes.length; at += AHEAD_BYTES) controller?.enqueue(bytes.subarray(at, at + AHEAD_BYTES))
      return (controller?.desiredSize ?? 0) > 0
    },
    close() {
      if (!open) return
      open = false
      controller?.close()
    },
    fail(why: Error) {
      if (!open) return
      open = false
      controller?.error(why)
      onGone(why)
    },
  }
}
