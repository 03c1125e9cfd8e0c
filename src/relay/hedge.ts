import { signalOf, type Stop } from '../core/stop.ts'
import type { Answer, Ask } from './attempt.ts'
import { OUTRUN } from './failure.ts'
import type { Candidate } from './routing/candidates.ts'
import type { Lease } from './routing/health.ts'

/** A candidate that is asked, for which there is a place. */
export type Asked = {
  candidate: Candidate
  ask: Ask
  lease: Lease
  /** Takes down what came of it; unless it is who answers, its place is free again. */
  over(answer: Answer, answers: boolean): void
}

/** What came of asking, and whom: who answers, or who failed last. */
export type Asking = { asked: Asked; answer: Answer }

/** How a second attempt comes about: after `hedgeMs` without a word, if there is another to ask. */
export type Hedging = {
  hedgeMs: number
  attempt: (ask: Ask) => Promise<Answer>
  /** Waits just so long; ends early when the signal fires. */
  wait: (ms: number, signal: Stop) => Promise<void>
  /** Another candidate, if one may be asked beside the first. */
  another: () => Asked | null
  /** Hears of a first candidate that was outrun. */
  outrun: (ask: Ask, record: Answer['record']) => void
}

/**
 * Asks a candidate, and another beside it when the first has nothing to say for too long: the sooner answer counts, and the
 * other attempt is ended at once. A failure leaves the other going.
 */
export async function askHedged(first: Asked, hedging: Hedging): Promise<Asking> {
  const one = begin(first, hedging)
  const runs = [one]
  try {
    const beside = (await isLate(one, hedging)) ? hedging.another() : null
    if (!beside) return over(one, await one.answer)
    const two = begin(beside, hedging)
    runs.push(two)
    const sooner = await Promise.race(runs.map((run) => run.answer.then(() => run)))
    const later = sooner === one ? two : one
    const answer = await sooner.answer
    if (decides(answer)) {
      later.end()
      outrun(later, await later.answer)
      // The second had not the time of the first.
      if (later === one) hedging.outrun(one.asked.ask, (await one.answer).record)
      return over(sooner, answer)
    }
    over(sooner, answer)
    return over(later, bothWays(answer, await later.answer))
  } catch (fault) {
    for (const { end, asked } of runs) {
      end()
      asked.lease[Symbol.dispose]()
    }
    await Promise.allSettled(runs.map((run) => run.answer))
    throw fault
  }
}

/** One of two attempts under way. */
type Run = { asked: Asked; answer: Promise<Answer>; end: () => void }

/** What an attempt learns for the reply is its own until it wins, and it may be ended alone. */
function begin(asked: Asked, { attempt }: Hedging): Run {
  const { ask } = asked
  const outrunBy = new AbortController()
  const exchange = {
    ...ask.exchange,
    signal: AbortSignal.any([signalOf(ask.exchange.signal), outrunBy.signal]),
    extraHeaders: { ...ask.exchange.extraHeaders },
  }
  return { asked, answer: attempt({ ...ask, exchange }), end: () => outrunBy.abort(OUTRUN) }
}

/** Whether the time passed before anything came of an attempt. */
async function isLate(run: Run, { hedgeMs, wait }: Hedging): Promise<boolean> {
  const over = new AbortController()
  try {
    return await Promise.race([run.answer.then(() => false), wait(hedgeMs, over.signal).then(() => true)])
  } finally {
    over.abort()
  }
}

/** An answer, or what is wrong with the request itself, which nobody else needs to be asked about. */
function decides(answer: Answer): boolean {
  return answer.ok || (!answer.retry && answer.lesson.kind === 'well')
}

function over({ asked }: Run, answer: Answer): Asking {
  asked.over(answer, answer.ok)
  return { asked, answer }
}

/** The last failure of two: whether somebody else may be asked is for both to say. */
function bothWays(sooner: Answer, later: Answer): Answer {
  if (sooner.ok || later.ok) return later
  return { ...later, retry: sooner.retry && later.retry, sent: sooner.sent || later.sent }
}

/** The caller is not charged for an attempt that was outrun. */
function outrun({ asked }: Run, answer: Answer): void {
  const { record } = answer
  if (answer.ok) {
    // Its caller may have left meanwhile, whereupon it would be read to its end, by nobody.
    answer.drop()
    record.usage = answer.seen?.usage ?? record.usage
    record.endedMs = asked.ask.exchange.elapsedMs()
    record.errorClass ??= 'hedged'
  }
  asked.over(answer, false)
}
