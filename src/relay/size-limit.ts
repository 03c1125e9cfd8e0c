import { UpstreamFailure } from './failure.ts'
import type { UpstreamAnswer } from './upstream-call.ts'

/** An answer that is no stream is never larger than this (docs/faults.md, rule 6). */
const MOST_BYTES = 64 * 1024 * 1024

/** An answer that breaks off once it is larger than an answer that is one document may be. */
export function withinSize(answer: UpstreamAnswer): UpstreamAnswer {
  let left = MOST_BYTES
  const tooLarge = () => {
    answer.cancel('too_large')
    throw new UpstreamFailure('too_large')
  }
  return {
    status: answer.status,
    headers: answer.headers,
    cancel: (reason) => answer.cancel(reason),
    async next(withinMs, late) {
      // Told before anything of it has gone out, so that another candidate can still be asked.
      if (Number(answer.headers['content-length'] ?? 0) > MOST_BYTES) tooLarge()
      const chunk = await answer.next(withinMs, late)
      left -= chunk?.length ?? 0
      if (left < 0) tooLarge()
      return chunk
    },
  }
}
