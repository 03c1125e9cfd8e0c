import { Readable } from 'node:stream'
import { decoderOf } from './body.ts'
import { type FailureClass, UpstreamFailure } from './failure.ts'
import type { UpstreamAnswer } from './upstream-call.ts'

/**
 * What opens to more than this many times its size is no answer (docs/faults.md, rule 6). A little may always; less than what is
 * held back of an answer, so that another candidate can still be asked.
 */
const MOST_TIMES = 10
const FREE_BYTES = 128 * 1024

/** An answer as its upstream meant it: some compress although they are asked not to, and nobody here reads that. */
export function decoded(answer: UpstreamAnswer): UpstreamAnswer {
  const encoding = answer.headers['content-encoding']
  if (!encoding || encoding === 'identity') return answer
  const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = answer.headers
  const decoder = decoderOf(encoding)
  const failed = (reason: FailureClass, cause?: unknown): never => {
    answer.cancel(reason)
    decoder?.destroy()
    throw cause instanceof UpstreamFailure ? cause : new UpstreamFailure(reason, { cause })
  }
  if (!decoder) return { ...answer, headers, next: async () => failed('bad_answer') }
  let wait: [withinMs: number, late: FailureClass] = [0, 'idle_timeout']
  let open = 0
  async function* pulled(): AsyncGenerator<Buffer> {
    for (let chunk = await answer.next(...wait); chunk; chunk = await answer.next(...wait)) yield chunk
  }
  const source = Readable.from(pulled(), { objectMode: false })
  source.on('error', (error) => decoder.destroy(error))
  const chunks: AsyncIterator<Buffer, undefined> = source.pipe(decoder)[Symbol.asyncIterator]()
  return {
    ...answer,
    headers,
    async next(...within) {
      wait = within
      const { value: bytes } = await chunks.next().catch((cause: unknown) => failed('bad_answer', cause))
      if (!bytes) return null
      open += bytes.length
      return open > Math.max(FREE_BYTES, MOST_TIMES * decoder.bytesWritten) ? failed('too_large') : bytes
    },
  }
}
