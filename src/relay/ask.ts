import { costNanos } from '../catalog/cost.ts'
import type { Nanos } from '../core/money.ts'
import { priceAt } from '../core/price.ts'
import type { AttemptRecord, RequestRecord } from '../core/records.ts'
import type { Stop } from '../core/stop.ts'
import { MINUTE_MS, SECOND_MS } from '../core/time.ts'
import type { Permit } from '../metering/open-request.ts'
import type { Answer, Ask } from './attempt.ts'
import { lessonOfEnd } from './classify.ts'
import { type Asked, askHedged, type Asking, type Hedging } from './hedge.ts'
import type { Plan } from './plan.ts'
import type { Candidate, Skip } from './routing/candidates.ts'
import { skipped, tellingSkips } from './routing/fates.ts'
import type { AskedBy, Lease, Refusal } from './routing/health.ts'

/** What asking needs of the gateway. */
export type AskSteps = {
  /** The right to ask a candidate, or why it is not asked now. */
  lease(candidate: Candidate, by: AskedBy): Lease | Refusal
  attempt(ask: Ask): Promise<Answer>
  /** However many candidates there are, a request is not sent more often than this (docs/routing.md). */
  maxAttempts(): number
  /** After so long without a word from the first candidate another is asked beside it; 0: never. */
  hedgeMs(): number
  /** Takes one retry of the gateway's budget; false when there is none left. */
  mayRetry(): boolean
  /** Remembers who answered, and how soon. */
  answered(ask: Ask, answer: Answer, conversation: string | null): void
  /** Remembers how long somebody had said nothing when another answered in their place. */
  outrun(ask: Ask, record: AttemptRecord): void
  /** What the upstream keeps of an answer by this id is the caller's from now on. */
  kept(id: string, record: RequestRecord): Promise<void>
  /** So many events of an answer made no sense and were left out of it. */
  leftOut(events: number, record: RequestRecord): void
  /** Waits about so long; ends early when the signal fires. */
  pause(ms: number, signal: Stop): Promise<void>
  /** Waits just so long; ends early when the signal fires. */
  wait(ms: number, signal: Stop): Promise<void>
}

/** A request as it is put to one candidate after another. */
export type Question = Pick<Ask, 'exchange' | 'protocol' | 'userId' | 'incoming' | 'room' | 'turn' | 'form'>

/** Over all attempts: by then somebody must have begun to answer. */
const DEADLINE_MS = 15 * MINUTE_MS
/** A wait an upstream asks for is waited here only if it is so short that the caller would lose more by coming back. */
const MAX_PAUSE_MS = 2 * SECOND_MS

/** Who answers, with the right to ask them; whoever has it disposes of that. */
export type Answered = { answer: Answer & { ok: true }; lease: Lease }

/** Asks the candidates of a plan in turn until one answers; throws the last failure. */
export async function askInTurn(plan: Plan, question: Question, permit: Permit, steps: AskSteps): Promise<Answered> {
  const untilMs = question.exchange.elapsedMs() + DEADLINE_MS
  const queue = new Queue({ plan, question, permit, steps, untilMs })
  let failure: (Answer & { ok: false }) | null = null
  for (let first = queue.next(false); first; first = queue.next(failure.sent)) {
    const hedging = queue.hedging()
    const { asked, answer } = hedging ? await askHedged(first, hedging) : await askAlone(first, steps)
    if (answer.ok) {
      steps.answered(asked.ask, answer, plan.conversation)
      return { answer, lease: asked.lease }
    }
    failure = answer
    if (!answer.retry) break
    if (queue.isEmpty && (await pausedFor(answer, untilMs, question, steps))) queue.putBack(asked.candidate)
  }
  throw failure?.error ?? plan.refusal()
}

async function askAlone(asked: Asked, { attempt }: Pick<AskSteps, 'attempt'>): Promise<Asking> {
  try {
    const answer = await attempt(asked.ask)
    asked.over(answer, answer.ok)
    return { asked, answer }
  } catch (fault) {
    asked.lease[Symbol.dispose]()
    throw fault
  }
}

type Queueing = { plan: Plan; question: Question; permit: Permit; steps: AskSteps; untilMs: number }

/** The candidates of a plan that have not had their turn yet, and the request's own record of those that had, numbered in that order. */
class Queue {
  readonly #of: Queueing
  readonly #waiting: Candidate[]
  /** How many were asked, and how many rows there are of who was asked or passed over. */
  #asked = 0
  #rows = 0
  /** An upstream may have seen the request. */
  #seen = false

  constructor(of: Queueing) {
    this.#of = of
    this.#waiting = [...of.plan.candidates]
    for (const skip of tellingSkips(of.plan.skips, of.plan.candidates)) this.#skipped(skip)
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  putBack(candidate: Candidate): void {
    this.#waiting.push(candidate)
  }

  /** One to be asked beside the first; who has no room for it now may have some when the first has failed. */
  beside(): Asked | null {
    const full: Candidate[] = []
    const asked = this.next(true, ({ target, protocol }) => void full.push({ target, protocol }))
    this.#waiting.unshift(...full)
    return asked
  }

  /** The next one that may be asked now; `again`: an upstream may have seen the request already. */
  next(again: boolean, passOver = (skip: Skip) => this.#skipped(skip)): Asked | null {
    const { plan, question, steps, untilMs } = this.#of
    if (this.#asked >= steps.maxAttempts() || question.exchange.elapsedMs() >= untilMs) return null
    for (let candidate = this.#waiting.shift(); candidate; candidate = this.#waiting.shift()) {
      const lease = steps.lease(candidate, plan)
      if ('reason' in lease) {
        passOver({ ...candidate, ...lease })
        continue
      }
      if (again && !steps.mayRetry()) {
        lease[Symbol.dispose]()
        this.#waiting.unshift(candidate)
        return null
      }
      this.#seen ||= again
      return this.#begun(candidate, lease)
    }
    return null
  }

  /** Whether the first candidate's silence brings on another, and how; null: it does not. */
  hedging(): Hedging | null {
    const { question, steps } = this.#of
    const hedgeMs = steps.hedgeMs()
    if (hedgeMs === 0 || this.#asked > 1 || this.isEmpty) return null
    return { ...steps, hedgeMs, another: () => (question.exchange.signal.aborted ? null : this.beside()) }
  }

  #begun(candidate: Candidate, lease: Lease): Asked {
    const { plan, question, permit, untilMs } = this.#of
    const { target, protocol: spoken } = candidate
    this.#asked += 1
    this.#rows += 1
    const { exchange, protocol, userId, incoming, turn, form } = question
    const about = { exchange, protocol, userId, incoming, turn, form }
    const ask: Ask = { ...about, model: plan.model, target, spoken, n: this.#asked, untilMs, again: this.#seen }
    permit.asking(target)
    return new BegunAttempt({ candidate, ask, lease, row: this.#rows, permit })
  }

  #skipped(skip: Skip): void {
    const { permit, question } = this.#of
    this.#rows += 1
    permit.tried(skip.target, skipped(skip, { n: this.#rows, atMs: question.exchange.elapsedMs() }))
  }
}

/** A candidate that is asked; `row` is its number in the request's own record. */
class BegunAttempt implements Asked {
  readonly candidate: Candidate
  readonly ask: Ask
  readonly lease: Lease
  readonly #row: number
  readonly #permit: Permit

  constructor({ candidate, ask, lease, row, permit }: Omit<Asked, 'over'> & { row: number; permit: Permit }) {
    this.candidate = candidate
    this.ask = ask
    this.lease = lease
    this.#row = row
    this.#permit = permit
  }

  over(answer: Answer, answers: boolean): void {
    const { target, protocol } = this.candidate
    const { record } = answer
    if (!answers) record.upstreamCostNanos = costOf(this.ask, answer)
    record.n = this.#row
    this.#permit.tried(target, record, protocol)
    this.lease.learn(answer.lesson)
    if (answers) return
    this.#permit.lost(target, record)
    this.lease[Symbol.dispose]()
  }
}

/** What the operator pays for an attempt that is not who answers: the caller pays for that one alone. */
function costOf({ model, exchange, target }: Ask, { record: { usage }, seen }: Answer): Nanos {
  const price = priceAt(model, exchange.at)
  return price ? costNanos(usage, price, target.provider.multiplierMicros, seen?.serviceTier ?? null) : 0n
}

/** Whether a short wait that the only candidate left asked for is over, so that it may be asked again. */
async function pausedFor(
  { restMs, error }: Answer & { ok: false },
  untilMs: number,
  { exchange }: Question,
  steps: AskSteps,
): Promise<boolean> {
  if (restMs === null || restMs > MAX_PAUSE_MS || error.code !== 'upstream_busy') return false
  if (exchange.elapsedMs() + restMs >= untilMs) return false
  await steps.pause(restMs, exchange.signal)
  return !exchange.signal.aborted
}

/** Delivers an answer; the caller sees its end only when its row is safe. */
export async function deliverAnswered(
  { answer, lease }: Answered,
  permit: Permit,
  steps: Pick<AskSteps, 'kept' | 'leftOut'>,
): Promise<RequestRecord> {
  try {
    if (answer.seen) permit.delivering(answer.seen)
    const { seen, finish, end, httpStatus, errorClass, errorMessage, drained } = await answer.deliver(() =>
      permit.progressed(),
    )
    if (seen) lease.learn(lessonOfEnd(end))
    const record = await permit.settle({ end, httpStatus, errorClass, errorMessage, delivered: seen, drained })
    if (seen?.kept) await steps.kept(seen.kept, record)
    if (seen?.leftOut) steps.leftOut(seen.leftOut, record)
    finish()
    return record
  } finally {
    lease[Symbol.dispose]()
  }
}
