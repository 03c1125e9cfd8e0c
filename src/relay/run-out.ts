import type { CallControl, CallHandler } from './line/call-handler.ts'
import type { LateWatch, Timed } from './line/late-watch.ts'

/** A caller who leaves ends their call upstream within a second, whatever is left of it (docs/faults.md, rule 7). */
const MOST_MS = 750
/** What may follow the last word: the end of the body, and a remark or two before it. */
const MOST_BYTES = 16 * 1024

const nothing = () => undefined

/**
 * What is left of an answer after its last word, which nobody reads: once it has run out, its connection carries another call.
 * Clients leave at the last word, every turn, and each would cost a new connection to the upstream.
 */
export class RunOut implements CallHandler, Timed {
  readonly isOver = false
  readonly onWaiting = nothing
  readonly onSending = nothing
  readonly onHead = nothing
  readonly #control: CallControl
  readonly #place: Disposable
  readonly #endsAt = performance.now() + MOST_MS
  #left = MOST_BYTES

  constructor(control: CallControl, watch: LateWatch) {
    this.#control = control
    this.#place = watch.add(this, this.#endsAt)
  }

  onBody(_bytes: Buffer, from: number, to: number): boolean {
    this.#left -= to - from
    if (this.#left < 0) this.#cut()
    return true
  }

  onEnd(): void {
    this.#place[Symbol.dispose]()
  }

  onError(): void {
    this.#place[Symbol.dispose]()
  }

  check(now: number): number {
    if (now >= this.#endsAt) this.#cut()
    return this.#endsAt
  }

  #cut(): void {
    this.#place[Symbol.dispose]()
    this.#control.abort()
  }
}
