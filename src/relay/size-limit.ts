import type { FailureClass } from './failure.ts'
import { UpstreamFailure } from './failure.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

/** An answer that is no stream is never larger than this (docs/faults.md, rule 6). */
const MOST_BYTES = 64 * 1024 * 1024

/** An answer that breaks off once it is larger than an answer that is one document may be. */
export function withinSize(answer: UpstreamAnswer): UpstreamAnswer {
  // Nearly every answer says how long it is, and cannot become longer than that.
  return Number(answer.headers['content-length']) <= MOST_BYTES ? answer : new BoundedAnswer(answer)
}

class BoundedAnswer implements UpstreamAnswer {
  readonly status: number
  readonly headers: UpstreamAnswer['headers']
  readonly #answer: UpstreamAnswer
  #left = MOST_BYTES

  constructor(answer: UpstreamAnswer) {
    this.#answer = answer
    this.status = answer.status
    this.headers = answer.headers
  }

  async next(withinMs: number, late: FailureClass): Promise<Buffer | null> {
    // Told before anything of it has gone out, so that another candidate can still be asked.
    if (Number(this.headers['content-length'] ?? 0) > MOST_BYTES) this.#tooLarge()
    const chunk = await this.#answer.next(withinMs, late)
    this.#left -= chunk?.length ?? 0
    if (this.#left < 0) this.#tooLarge()
    return chunk
  }

  cancel(reason: FailureClass): void {
    this.#answer.cancel(reason)
  }

  #tooLarge(): never {
    this.cancel('too_large')
    throw new UpstreamFailure('too_large')
  }
}
