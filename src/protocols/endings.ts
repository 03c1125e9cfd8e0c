import type { Json } from '../core/json.ts'

/** Which of several answers in one stream have begun, and which have ended. */
export class Endings {
  readonly #asked: number
  readonly #begun = new Set<unknown>()
  readonly #ended = new Set<unknown>()

  /** `asked`: how many answers were asked for, of which an upstream may make fewer. */
  constructor(asked: number) {
    this.#asked = asked
  }

  /** Takes down what a chunk brings of one answer; the first has no number with some vendors. */
  note({ index = 0 }: Json, ended: boolean): void {
    this.#begun.add(index)
    if (ended) this.#ended.add(index)
  }

  /** Every answer that was asked for has ended. */
  get all(): boolean {
    return this.#ended.size >= this.#asked
  }

  /** Every answer that has begun has ended, which is all there is when nothing more can come. */
  get allBegun(): boolean {
    return this.#begun.size > 0 && this.#ended.size === this.#begun.size
  }
}
