import type { ModelEntry, TargetEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import type { AttemptRecord, RequestRecord } from '../core/records.ts'
import { SECOND_MS } from '../core/time.ts'
import type { Journal } from './journal/journal.ts'
import { type Admitted, type Delivered, interruptedRecord, type Outcome, settledRecord } from './record.ts'

/** What an admitted request holds until it is settled, exactly once, whatever ends it. */
export type Permit = AsyncDisposable & {
  /** The model the request is for, once it is known. */
  resolved(model: ModelEntry): void
  /** Notes what asking a candidate gave. */
  tried(target: TargetEntry, attempt: AttemptRecord): void
  /** The answer goes out now, and this says at any time how far it has come. */
  delivering(seen: Delivered): void
  /**
   * Books the outcome and resolves with the settled record once it is in the journal; the answer's last bytes wait for it. A
   * second call changes nothing and gives the first one's. Rejects with `not_ready` when the journal cannot be written.
   */
  settle(outcome: Outcome): Promise<RequestRecord>
}

/** The journal, as the ledger needs it. */
export type Book = Pick<Journal, 'admit' | 'meter' | 'settle' | 'ready'>

export type Ledger = AsyncDisposable & {
  /**
   * Admits a request and resolves when that is in the journal, or rejects with `not_ready` while no more records can be
   * kept; `elapsedMs` counts from its arrival.
   */
  admit(admitted: Admitted, elapsedMs: () => number): Promise<Permit>
  /** Requests admitted and not settled yet. */
  readonly open: number
}

/** How often the journal is told how far an answer has come: what a crash can leave unbilled of a long stream. */
const METER_MS = 5 * SECOND_MS
const LOOK_MS = SECOND_MS
const FAREWELL_MS = 5 * SECOND_MS

/** The book of requests under way. Disposing waits for them to settle, for five seconds at most. */
export function createLedger(book: Book): Ledger {
  const open = new Set<OpenRequest>()
  const look = setInterval(() => {
    if (book.ready) for (const request of open) request.meter()
  }, LOOK_MS)
  look.unref()
  return {
    async admit(admitted, elapsedMs) {
      if (!book.ready) throw new GatewayError('not_ready')
      const request = new OpenRequest({ admitted, elapsedMs, book, close: () => open.delete(request) })
      open.add(request)
      try {
        await book.admit(request.interrupted())
      } catch (error) {
        // Its line may still be written once the disk recovers; then the row must say that it was refused.
        request.settle(NOT_ADMITTED).catch(() => undefined)
        throw error
      }
      return request
    },
    get open() {
      return open.size
    },
    async [Symbol.asyncDispose]() {
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, FAREWELL_MS)
      await Promise.race([Promise.allSettled(open.values().map(({ settled }) => settled)), late.promise])
      clearTimeout(timer)
      clearInterval(look)
    },
  }
}

/** A request that ended without saying how did so by a fault of ours; nothing was delivered, so nothing is charged. */
const FAULT: Outcome = {
  end: 'gateway_error',
  httpStatus: 500,
  errorClass: 'internal',
  errorMessage: null,
  delivered: null,
}

const NOT_READY = new GatewayError('not_ready')
const NOT_ADMITTED: Outcome = {
  end: 'gateway_error',
  httpStatus: NOT_READY.status,
  errorClass: NOT_READY.code,
  errorMessage: NOT_READY.message,
  delivered: null,
}

type Opening = { admitted: Admitted; elapsedMs: () => number; book: Book; close: () => void }

/** A request from its admission until it is settled. */
class OpenRequest implements Permit {
  readonly #opening: Opening
  readonly #attempts: AttemptRecord[] = []
  readonly #settled = Promise.withResolvers<void>()
  #model: ModelEntry | null = null
  #target: TargetEntry | null = null
  #seen: Delivered | null = null
  #metered = { atMs: 0, pieces: 0 }
  #booked: Promise<RequestRecord> | null = null

  constructor(opening: Opening) {
    this.#opening = opening
  }

  /** Resolves when the outcome is booked, or cannot be. */
  get settled(): Promise<void> {
    return this.#settled.promise
  }

  resolved(model: ModelEntry): void {
    this.#model = model
  }

  tried(target: TargetEntry, attempt: AttemptRecord): void {
    this.#target = target
    this.#attempts.push(attempt)
  }

  delivering(seen: Delivered): void {
    this.#seen = seen
    // The first line follows within a second: many streams do not live five.
    this.#metered = { atMs: this.#opening.elapsedMs() - METER_MS, pieces: 0 }
  }

  /** Notes in the journal how far the answer has come, when it has come further and the last note is old enough. */
  meter(): void {
    const { elapsedMs, book } = this.#opening
    const pieces = this.#seen?.pieces ?? 0
    const atMs = elapsedMs()
    if (pieces === this.#metered.pieces || atMs - this.#metered.atMs < METER_MS) return
    this.#metered = { atMs, pieces }
    book.meter(this.interrupted())
  }

  /** The row as it would be if the process died now. */
  interrupted(): RequestRecord {
    return interruptedRecord(this.#opening.admitted, this.#trail(), this.#seen, this.#opening.elapsedMs())
  }

  settle(outcome: Outcome): Promise<RequestRecord> {
    this.#booked ??= this.#book(outcome)
    return this.#booked
  }

  async #book(outcome: Outcome): Promise<RequestRecord> {
    const { admitted, elapsedMs, book, close } = this.#opening
    try {
      const record = settledRecord(admitted, this.#trail(), outcome, elapsedMs())
      await book.settle(record)
      return record
    } finally {
      close()
      this.#settled.resolve()
    }
  }

  #trail() {
    return { model: this.#model, target: this.#target, attempts: this.#attempts }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#booked) return
    await this.settle(FAULT)
  }
}
