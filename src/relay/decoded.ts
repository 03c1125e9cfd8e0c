import { type Decoder, decoderOf } from './body.ts'
import { type FailureClass, UpstreamFailure } from './failure.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

/**
 * What opens to more than this many times its size is no answer (docs/faults.md, rule 6). A little may always; less than what is
 * held back of an answer, so that another candidate can still be asked.
 */
const MOST_TIMES = 10
const FREE_BYTES = 128 * 1024

/** What says that nothing is compressed; the names of a character set stand here by mistake (RFC 9110 §8.4.1). */
const PLAIN: ReadonlySet<string> = new Set(['', 'identity', 'none', 'utf-8', 'utf8'])

/** An answer as its upstream meant it: some compress although they are asked not to, and nobody here reads that. */
export function decoded(answer: UpstreamAnswer): UpstreamAnswer {
  const told = answer.headers['content-encoding']
  if (told === undefined) return answer
  const encoding = told.trim().toLowerCase()
  if (PLAIN.has(encoding)) {
    delete answer.headers['content-encoding']
    return answer
  }
  const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = answer.headers
  const decoder = decoderOf(encoding)
  const failed = (reason: FailureClass, cause?: unknown): never => {
    answer.cancel(reason)
    decoder?.destroy()
    throw cause instanceof UpstreamFailure ? cause : new UpstreamFailure(reason, { cause })
  }
  const opened = { status: answer.status, headers, cancel: (reason: FailureClass) => answer.cancel(reason) }
  if (!decoder) return { ...opened, next: async () => failed('bad_answer') }
  const pieces = createOpener(decoder)
  let wholly = false
  let open = 0
  return {
    ...opened,
    async next(...within) {
      const pull = async () => {
        const piece = await answer.next(...within)
        wholly = piece === null
        return piece
      }
      const bytes = await pieces.next(pull).catch((cause: unknown) => failed('bad_answer', cause))
      if (!bytes) {
        // What comes after the end of what was compressed is nobody's: it would hold its connection for ever.
        if (!wholly) answer.cancel('bad_answer')
        return null
      }
      open += bytes.length
      return open > Math.max(FREE_BYTES, MOST_TIMES * decoder.bytesWritten) ? failed('too_large') : bytes
    },
  }
}

/**
 * Opens piece after piece, each pulled when all of the one before is out and somebody asks for more: a stream that read by itself
 * could break before anybody listens, and would wait for its next piece as long as the last reader had said.
 */
function createOpener(decoder: Decoder) {
  let failure: Error | null = null
  let busy = false
  let ended = false
  let wake: () => void = () => undefined
  const fed = (error?: Error | null) => {
    failure ??= error ?? null
    busy = false
    wake()
  }
  decoder.on('error', fed)
  decoder.on('readable', () => wake())
  decoder.on('end', () => {
    ended = true
    wake()
  })
  return {
    /** The next bytes that are open, null at the end; throws what is wrong with what was pulled. */
    async next(pull: () => Promise<Buffer | null>): Promise<Buffer | null> {
      for (;;) {
        const bytes = decoder.read() as Buffer | null
        if (bytes) return bytes
        if (failure) throw failure
        if (ended) return null
        if (busy) await new Promise<void>((resolve) => (wake = resolve))
        else {
          const piece = await pull()
          busy = true
          if (piece) decoder.write(piece, fed)
          else decoder.end()
        }
      }
    },
  }
}
