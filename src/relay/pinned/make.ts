import type { TargetEntry } from '../../core/directory.ts'
import { GatewayError } from '../../core/errors.ts'
import { Stopper } from '../../core/stop.ts'
import type { UpstreamAnswer } from '../upstream-answer.ts'
import { lessonOfFailure } from '../classify.ts'
import { abortClass, cutBy, failureOf, neverSent, UpstreamFailure } from '../failure.ts'
import type { Exchange } from '../exchange.ts'
import type { Health } from '../routing/health.ts'
import type { Making } from './create.ts'
import { reach, type Reaching, verdictOn, wholeOf } from './reach.ts'
import { isFile } from './routes.ts'

/** Who answered, and what; an error that is the caller's own mistake is an answer too. */
export type Made = { target: TargetEntry; answer: UpstreamAnswer; bytes: Buffer }

const MOST_ASKED = 3

/** Said by who stands before an upstream that may be at work, or fell over while it was: a second batch would be paid for by nobody. */
const MAYBE_MADE: ReadonlySet<number> = new Set([408, 500, 502, 504, 520, 524])

/** Has something made by the first who will; throws why nobody did. */
export async function make(making: Making, by: Reaching & { health: Pick<Health, 'lease'> }): Promise<Made> {
  const { exchange, health } = by
  const reaching = isFile(making.kind) ? by : { ...by, exchange: toTheEnd(exchange) }
  let failure = making.refusal
  let asked = 0
  for (const candidate of making.candidates) {
    if (asked === MOST_ASKED) break
    const lease = health.lease(candidate, by.caller)
    if ('reason' in lease) continue
    using held = lease
    asked += 1
    const { target } = candidate
    if (exchange.signal.aborted) throw cutBy(exchange.signal) ?? new UpstreamFailure(abortClass(exchange.signal))
    try {
      const answer = await reach(target, making.callTo(target), reaching)
      const bytes = await wholeOf(answer, target)
      if (answer.status < 300) {
        held.learn({ kind: 'well' })
        return { target, answer, bytes }
      }
      const verdict = verdictOn(answer, bytes, { exchange, target })
      held.learn(verdict.lesson)
      if (verdict.callers) return { target, answer, bytes }
      failure = verdict.error
      if (!isFile(making.kind) && MAYBE_MADE.has(answer.status)) break
    } catch (error) {
      const fault = failureOf(error)
      held.learn(lessonOfFailure(fault))
      failure = cutBy(exchange.signal) ?? new GatewayError('upstream_failed', {}, { cause: fault })
      // It may have been made all the same: asked again, there would be two.
      if (!neverSent(fault)) break
    }
  }
  throw failure
}

/** A batch that was sent runs whether its caller waits or not: who it belongs to, and is paid by, is in the answer alone. */
function toTheEnd(exchange: Exchange): Exchange {
  return { ...exchange, signal: new Stopper() }
}
