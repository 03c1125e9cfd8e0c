import type { ProtocolId } from '../core/protocol.ts'
import type { ModelEntry, TargetEntry } from '../core/directory.ts'
import type { GatewayError } from '../core/errors.ts'
import type { AttemptRecord, RequestRecord } from '../core/records.ts'
import type { Nanos } from '../core/money.ts'
import { SECOND_MS } from '../core/time.ts'
import { inputOf, type Usage } from '../core/usage.ts'
import type { Journal } from './journal/journal.ts'
import { Page } from './journal/page.ts'
import type { Hold } from './limits/hold.ts'
import type { Asking } from './limits/limits.ts'
import {
  type Admitted,
  type Delivered,
  interruptedRecord,
  needsFigures,
  type Outcome,
  settledRecord,
  tellsInput,
  usedSoFar,
} from './record.ts'
import { type AskedText, NOTHING_ASKED } from './tokenizer/asked-text.ts'
import type { Estimator } from './tokenizer/estimator.ts'

/** What an admitted request holds until it is settled, exactly once, whatever ends it. */
export type Permit = AsyncDisposable & {
  /** What it was expected to cost, in nano-dollars. */
  readonly expectedNanos: Nanos
  /** What stood against one that was let in all the same, as its upstream had begun it: nothing of it may go out. */
  readonly against: GatewayError | null
  /** The model the request is for, once it is known. */
  resolved(model: ModelEntry): void
  /** A candidate is asked now, and its limits count it. */
  asking(target: TargetEntry): void
  /** A candidate that was asked is not who answers. */
  lost(target: TargetEntry, attempt: AttemptRecord): void
  /** Notes what asking a candidate gave, and in which protocol it was asked where that is not the caller's. */
  tried(target: TargetEntry, attempt: AttemptRecord, spoken?: ProtocolId): void
  /** The answer goes out now, and this says at any time how far it has come. */
  delivering(seen: Delivered): void
  /**
   * More of the answer has come: sees to it that what is held covers it. When it does not, a stream is cut off; false: what
   * has come since the last call must not go out, and is not charged.
   */
  progressed(): boolean
  /**
   * Books the outcome and resolves with the settled record once it is in the journal; the answer's last bytes wait for it. A
   * second call changes nothing and gives the first one's. Rejects with `not_ready` when the journal cannot be written.
   */
  settle(outcome: Outcome): Promise<RequestRecord>
}

/** The journal, as the ledger needs it. */
export type Book = Pick<Journal, 'admit' | 'meter' | 'settle' | 'ready'>

/** What the ledger is told of a request, and how it ends the answer. */
export type Opening = {
  /** What limits need to know of the request. */
  asking: Asking
  /** What is counted where no usage is told. */
  text: AskedText
  /** Milliseconds since its arrival. */
  elapsedMs: () => number
  /** Ends the answer, and tells the caller why. */
  cut: (why: GatewayError) => void
}

/** How often the journal is told how far an answer has come: what a crash can leave unbilled of a long stream. */
const METER_MS = 5 * SECOND_MS

/** A request that ended without saying how did so by a fault of ours; nothing was delivered, so nothing is charged. */
const FAULT: Outcome = {
  end: 'gateway_error',
  httpStatus: 500,
  errorClass: 'internal',
  errorMessage: null,
  delivered: null,
}

type OpenRequestOptions = { opening: Opening; admitted: Admitted; hold: Hold; book: Book; estimate: Estimator }

/** `told` is the usage the answer had told by then, `tokens` how much of it had come, roughly. */
type Covered = { told: Delivered['usage']; tokens: number; usage: Usage }

const NONE: readonly AttemptRecord[] = []

/** A request from its admission until it is settled. */
export class OpenRequest implements Permit {
  readonly #admitted: Admitted
  readonly #hold: Hold
  readonly #book: Book
  readonly #page = new Page()
  readonly #estimate: Estimator
  readonly #elapsedMs: Opening['elapsedMs']
  readonly #cut: Opening['cut']
  #text: AskedText
  /** What the upstream had told when its word for the input was taken, and the text let go. */
  #told: Usage | null = null
  #attempts: readonly AttemptRecord[] = NONE
  /** For who waits for its end, which is nobody but the farewell. */
  #settled: PromiseWithResolvers<void> | null = null
  #model: ModelEntry | null = null
  #target: TargetEntry | null = null
  #spoken: ProtocolId | undefined
  #seen: Delivered | null = null
  /** When the journal was last told how far it had come, and how far that was. */
  #meteredMs = 0
  #meteredPieces = 0
  /** How far the answer had come when what is held was last seen to cover it. */
  #covered: Covered | null = null
  /** What was used of an answer whose last bytes did not go out; null: all that came did. */
  #delivered: Usage | null = null
  /** What is held could not be made to cover the answer. */
  #uncovered = false
  #booked: Promise<RequestRecord> | null = null
  /** Among those that are open, until it is settled. */
  place: Disposable | null = null

  constructor({ opening, admitted, hold, book, estimate }: OpenRequestOptions) {
    this.#elapsedMs = opening.elapsedMs
    this.#cut = opening.cut
    this.#text = opening.text
    this.#admitted = admitted
    this.#hold = hold
    this.#book = book
    this.#estimate = estimate
  }

  /** Resolves when the outcome is booked, or cannot be; to be asked for while it is open. */
  get settled(): Promise<void> {
    this.#settled ??= Promise.withResolvers<void>()
    return this.#settled.promise
  }

  get expectedNanos(): Nanos {
    return this.#hold.estimate.normal.cost
  }

  get against(): GatewayError | null {
    return this.#hold.against
  }

  resolved(model: ModelEntry): void {
    this.#model = model
  }

  asking(target: TargetEntry): void {
    this.#hold.asking(target)
  }

  lost(target: TargetEntry, attempt: AttemptRecord): void {
    this.#hold.lost(target, attempt)
  }

  tried(target: TargetEntry, attempt: AttemptRecord, spoken?: ProtocolId): void {
    if (attempt.decision === 'chosen') {
      this.#target = target
      this.#spoken = spoken
    }
    this.#attempts = [...this.#attempts, attempt]
  }

  delivering(seen: Delivered): void {
    this.#seen = seen
    // The first line follows within a second: many streams do not live five.
    this.#meteredMs = this.#elapsedMs() - METER_MS
    // What it begins with goes out unasked: should the very next of it not be covered, this much is charged.
    if (this.#hold.strict) this.#covered = coveredBy(seen, usedSoFar(this.#admitted, this.#model, seen).usage)
  }

  progressed(): boolean {
    const hold = this.#hold
    const seen = this.#seen
    // An answer that is whole is not cut, nor one in the middle of which nothing can be told.
    if (!seen || seen.terminal || !this.#admitted.stream) return true
    // Whoever reads on without a caller was not cut off by the first refusal.
    if (this.#uncovered) return false
    const last = this.#covered
    if (last && seen.usage === last.told && tokensIn(seen) - last.tokens < hold.strideTokens) return true
    const { usage, costNanos } = usedSoFar(this.#admitted, this.#model, seen)
    const end = hold.covers(usage, costNanos)
    if (!end) {
      this.#covered = coveredBy(seen, usage)
      return true
    }
    this.#uncovered = true
    this.#cut(end)
    if (hold.strict) this.#delivered = last?.usage ?? null
    return this.#delivered === null
  }

  /** Looks how far an answer has come that is taking its time. */
  look(): void {
    // What is settled must not be noted after that: read again, it would be open.
    if (!this.#seen || this.#booked) return
    if (tellsInput(this.#seen)) {
      this.#told = this.#seen.usage
      this.#text = NOTHING_ASKED
    } else this.#text.shorten()
    this.#meter(this.#seen)
  }

  /** Notes in the journal how far the answer has come, when it has come further and the last note is old enough. */
  #meter({ pieces }: Delivered): void {
    const atMs = this.#elapsedMs()
    if (!this.#book.ready || pieces === this.#meteredPieces || atMs - this.#meteredMs < METER_MS) return
    this.#meteredMs = atMs
    this.#meteredPieces = pieces
    this.#book.meter(this.#interrupted(), this.#page)
  }

  /** Resolves once the journal has it, or rejects with `not_ready`. */
  admit(): Promise<void> {
    return this.#book.admit(this.#interrupted(), this.#page)
  }

  /** The row as it would be if the process died now. */
  #interrupted(): RequestRecord {
    const delivered = this.#wentOut(this.#seen)
    const record = interruptedRecord(this.#admitted, this.#trail(), delivered, this.#elapsedMs())
    record.holdNanos = this.#hold.costNanos
    return record
  }

  settle(outcome: Outcome): Promise<RequestRecord> {
    this.#booked ??= this.#end(outcome)
    return this.#booked
  }

  async #end(told: Outcome): Promise<RequestRecord> {
    const delivered = this.#wentOut(told.delivered)
    const outcome = delivered === told.delivered ? told : { ...told, delivered }
    const totalMs = this.#elapsedMs()
    try {
      const counted = needsFigures(outcome, this.#admitted.inputTokens)
        ? { ...outcome, figures: await this.#estimate(this.#text, delivered?.text) }
        : outcome
      const record = settledRecord(this.#admitted, this.#trail(), counted, totalMs)
      this.#hold.settle(record)
      await this.#book.settle(record, this.#page)
      return record
    } finally {
      this.#hold.settle(null)
      this.place?.[Symbol.dispose]()
      this.#settled?.resolve()
    }
  }

  /** What of an answer has reached the caller, with the input that was told, though it may have been told otherwise later. */
  #wentOut(delivered: Delivered | null): Delivered | null {
    if (delivered && this.#delivered) return { ...delivered, usage: this.#delivered, estimated: true }
    if (!this.#told || !delivered?.usage || tellsInput(delivered)) return delivered
    return { ...delivered, usage: { ...delivered.usage, ...inputOf(this.#told) } }
  }

  #trail() {
    return { model: this.#model, target: this.#target, spoken: this.#spoken, attempts: this.#attempts }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#booked) return
    await this.settle(FAULT)
  }
}

function coveredBy(seen: Delivered, usage: Usage): Covered {
  return { told: seen.usage, tokens: tokensIn(seen), usage }
}

/** A piece is a token with some upstreams, and a paragraph with others. */
function tokensIn({ pieces, text, soundTokens = 0, imageTokens = 0 }: Delivered): number {
  return Math.max(pieces, Math.ceil(text?.rough ?? 0) + soundTokens + imageTokens)
}
