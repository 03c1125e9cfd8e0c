import { Crowd } from '../../core/crowd.ts'
import { SECOND_MS } from '../../core/time.ts'

/** Something that has to have happened at some time, or ends. */
export type Timed = {
  /** Ends what is late, and says when to look again. */
  check(now: number): number
}

/** How often is looked where nothing has to be sooner: far cheaper than a timer for each wait. */
const CHECK_MS = SECOND_MS
/** Calls whose limits lie close together are looked at together. */
const LEAST_MS = 20

/** Looks after the time limits of all calls with one timer. */
export class LateWatch {
  readonly #calls = new Crowd<Timed>()
  #timer: NodeJS.Timeout | undefined
  #wakesAt = Infinity

  /** Looks at a call about once a second, and at `dueAt` if that is sooner; disposing ends it. */
  add(call: Timed, dueAt: number): Disposable {
    if (this.#wakesAt === Infinity || dueAt < this.#wakesAt) this.#wakeAt(dueAt)
    return this.#calls.add(call)
  }

  #wakeAt(dueAt: number): void {
    const now = performance.now()
    clearTimeout(this.#timer)
    const afterMs = Math.ceil(Math.min(CHECK_MS, Math.max(0, dueAt - now)))
    this.#wakesAt = now + afterMs
    // What is waited for keeps the process alive by itself.
    this.#timer = setTimeout(() => this.#look(), afterMs).unref()
  }

  #look(): void {
    this.#wakesAt = Infinity
    if (this.#calls.size === 0) return
    const now = performance.now()
    let dueAt = now + CHECK_MS
    for (const call of this.#calls) dueAt = Math.min(dueAt, call.check(now))
    this.#wakeAt(Math.max(dueAt, now + LEAST_MS))
  }
}
