import { costNanos } from '../catalog/cost.ts'
import type { Nanos } from '../core/money.ts'
import { priceAt } from '../core/price.ts'
import type { AttemptRecord, RequestRecord, SkipReason } from '../core/records.ts'
import { MINUTE_MS, SECOND_MS } from '../core/time.ts'
import type { Permit } from '../metering/open-request.ts'
import type { Answer, Ask } from './attempt.ts'
import { lessonOfEnd } from './classify.ts'
import type { Exchange } from './exchange.ts'
import { type Asked, askHedged, type Asking, type Hedging } from './hedge.ts'
import type { Plan } from './plan.ts'
import type { Candidate, Skip } from './routing/candidates.ts'
import { skipped, tellingSkips } from './routing/fates.ts'
import type { Lease } from './routing/health.ts'

/** What asking needs of the gateway. */
export type AskSteps = {
  /** The right to ask a candidate, or why it is not asked now. */
  lease(candidate: Candidate, lastResort: boolean): Lease | SkipReason
  attempt(ask: Ask): Promise<Answer>
  /** However many candidates there are, a request is not sent more often than this (docs/routing.md). */
  maxAttempts(): number
  /** After so long without a word from the first candidate another is asked beside it; 0: never. */
  hedgeMs(): number
  /** Takes one retry of the gateway's budget; false when there is none left. */
  mayRetry(): boolean
  /** Remembers who answered, and how soon. */
  answered(ask: Ask, answer: Answer, conversation: string | null): void
  /** What the upstream keeps of an answer by this id is the caller's from now on. */
  kept(id: string, record: RequestRecord): Promise<void>
  /** So many events of an answer made no sense and were left out of it. */
  leftOut(events: number, record: RequestRecord): void
  /** Waits about so long; ends early when the signal fires. */
  pause(ms: number, signal: AbortSignal): Promise<void>
  /** Waits just so long; ends early when the signal fires. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/** A request as it is put to one candidate after another. */
export type Question = Pick<Ask, 'exchange' | 'protocol' | 'userId' | 'incoming' | 'turn' | 'form'>

/** Over all attempts: by then somebody must have begun to answer. */
const DEADLINE_MS = 15 * MINUTE_MS
/** A wait an upstream asks for is waited here only if it is so short that the caller would lose more by coming back. */
const MAX_PAUSE_MS = 2 * SECOND_MS

/** Who answers, with the right to ask them; whoever has it disposes of that. */
export type Answered = { answer: Answer & { ok: true }; lease: Lease }

/** Asks the candidates of a plan in turn until one answers; throws the last failure. */
export async function askInTurn(plan: Plan, question: Question, permit: Permit, steps: AskSteps): Promise<Answered> {
  const untilMs = question.exchange.elapsedMs() + DEADLINE_MS
  const queue = queueOf({ plan, question, permit, steps, untilMs })
  let failure: (Answer & { ok: false }) | null = null
  for (let first = queue.next(false); first; first = queue.next(failure.sent)) {
    const { asked, answer } = await asking(first, queue.hedging(), steps)
    if (answer.ok) {
      steps.answered(asked.ask, answer, plan.conversation)
      return { answer, lease: asked.lease }
    }
    failure = answer
    if (!answer.retry) break
    if (queue.isEmpty() && (await pausedFor(answer, untilMs, question, steps))) queue.putBack(asked.candidate)
  }
  throw failure?.error ?? plan.refusal()
}

type Queueing = { plan: Plan; question: Question; permit: Permit; steps: AskSteps; untilMs: number }

/** The candidates of a plan that have not had their turn yet. */
function queueOf({ plan, question, permit, steps, untilMs }: Queueing) {
  const { exchange } = question
  const rows = rowsOf(permit, exchange)
  for (const skip of tellingSkips(plan.skips, plan.candidates)) rows.skipped(skip)
  const waiting = [...plan.candidates]
  let n = 0
  /** The next one that may be asked now; `again`: an upstream may have seen the request already. */
  const next = (again: boolean): Asked | null => {
    if (n >= steps.maxAttempts()) return null
    for (let candidate = waiting.shift(); candidate; candidate = waiting.shift()) {
      const lease = steps.lease(candidate, plan.lastResort)
      if (typeof lease === 'string') {
        rows.skipped({ ...candidate, reason: lease })
        continue
      }
      if (again && !steps.mayRetry()) {
        lease[Symbol.dispose]()
        waiting.unshift(candidate)
        return null
      }
      n += 1
      const { target, protocol: spoken } = candidate
      const ask: Ask = { ...question, model: plan.model, target, spoken, n, untilMs }
      return begun({ candidate, ask, lease }, permit, rows)
    }
    return null
  }
  return {
    next,
    isEmpty: () => waiting.length === 0,
    putBack: (candidate: Candidate) => void waiting.push(candidate),
    /** Whether the first candidate's silence brings on another, and how; null: it does not. */
    hedging(): Hedging | null {
      const hedgeMs = steps.hedgeMs()
      if (hedgeMs === 0 || n > 1 || waiting.length === 0) return null
      return { ...steps, hedgeMs, another: () => (exchange.signal.aborted ? null : next(true)) }
    },
  }
}

/** A candidate that is asked from now on. */
function begun({ candidate, ask, lease }: Omit<Asked, 'over'>, permit: Permit, rows: Rows): Asked {
  const { target } = candidate
  const row = rows.asking(candidate)
  permit.asking(target)
  return {
    candidate,
    ask,
    lease,
    over(answer, answers) {
      if (!answers) answer.record.upstreamCostNanos = costOf(ask, answer.record)
      row(answer.record)
      lease.learn(answer.lesson)
      if (answers) return
      permit.lost(target, answer.record)
      lease[Symbol.dispose]()
    },
  }
}

/** What the operator pays for an attempt that is not who answers: the caller pays for that one alone. */
function costOf({ model, exchange, target }: Ask, { usage }: AttemptRecord): Nanos {
  const price = priceAt(model, exchange.at)
  return price ? costNanos(usage, price, target.provider.multiplierMicros) : 0n
}

async function asking(first: Asked, hedging: Hedging | null, steps: Pick<AskSteps, 'attempt'>): Promise<Asking> {
  if (hedging) return askHedged(first, hedging)
  try {
    const answer = await steps.attempt(first.ask)
    first.over(answer, answer.ok)
    return { asked: first, answer }
  } catch (fault) {
    first.lease[Symbol.dispose]()
    throw fault
  }
}

type Rows = ReturnType<typeof rowsOf>

/** The request's own record of its candidates, numbered in the order in which each had its turn. */
function rowsOf(permit: Permit, exchange: Exchange) {
  let n = 0
  return {
    skipped(skip: Skip) {
      n += 1
      permit.tried(skip.target, skipped(skip, { n, atMs: exchange.elapsedMs() }))
    },
    /** Numbers a candidate; its row follows when it is known what came of it. */
    asking({ target, protocol }: Candidate) {
      n += 1
      const turn = n
      return (record: AttemptRecord) => {
        record.n = turn
        permit.tried(target, record, protocol)
      }
    },
  }
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
  using _lease = lease
  if (answer.seen) permit.delivering(answer.seen)
  const { seen, finish, ...delivery } = await answer.deliver(() => permit.progressed())
  if (seen) lease.learn(lessonOfEnd(delivery.end))
  const record = await permit.settle({ ...delivery, delivered: seen })
  if (seen?.kept) await steps.kept(seen.kept, record)
  if (seen?.leftOut) steps.leftOut(seen.leftOut, record)
  finish()
  return record
}
