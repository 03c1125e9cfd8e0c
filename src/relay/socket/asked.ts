import { asRecord } from '../../core/json.ts'
import { NO_USAGE } from '../../core/usage.ts'
import type { AskedAnswer } from '../../protocols/realtime/asked-answer.ts'
import { type Booking, brokenBy, type Ending, opened, type Running, type Talk } from './running.ts'

/** The answers that a caller has asked for and their upstream has not begun, in order. */
export type Asked = {
  readonly size: number
  /** Has one let in before anybody is asked for it, and resolves to whether it may be asked for; `isOpen` says whether it still can be. */
  ask(answer: AskedAnswer, isOpen: () => boolean): Promise<boolean>
  /** The one that begins now; undefined where its upstream has begun one unasked. */
  next(): Running | undefined
  /** The upstream has refused something, maybe one of them. */
  rejected(error: unknown): void
  /** None of them will begin any more. */
  close(ending: Ending): void
}

/** An upstream that answers nothing is not waited for with more than these. */
const MOST = 16

/** Opens the answers that are asked for in a session, `talk` what the next one comes to; `end` books one that will not begin. */
export function openAsked(booking: Booking, talk: () => Talk, end: (one: Running, ending: Ending) => void): Asked {
  const waiting: { one: Running; eventId: string }[] = []

  function endOne(at: number, ending: Ending): void {
    for (const { one } of waiting.splice(at, 1)) endUnbegun(one, ending)
  }

  function endUnbegun(one: Running, ending: Ending): void {
    // Nothing was made of it.
    one.seen.usage = NO_USAGE
    end(one, ending)
  }

  return {
    get size() {
      return waiting.length
    },
    async ask({ eventId, maxTokens }, isOpen) {
      const usual = talk()
      const own = maxTokens === undefined ? usual : { ...usual, maxTokens }
      const one = opened(booking, { heard: null, talk: own, isBegun: false })
      const permit = await one.permit
      if (one.cut) booking.declined(one.cut, eventId)
      if (!permit) return false
      if (!isOpen()) {
        endUnbegun(one, { end: 'caller_gone' })
        return false
      }
      if (waiting.length === MOST) endOne(0, brokenBy(null))
      waiting.push({ one, eventId })
      return true
    },
    next: () => waiting.shift()?.one,
    rejected(error) {
      const { event_id: of } = asRecord(error)
      // Vendors that do not say what they refuse are taken to mean the first: should it begin all the same, it is let in anew.
      const at = typeof of === 'string' ? waiting.findIndex(({ eventId }) => eventId === of) : 0
      if (at >= 0) endOne(at, brokenBy(error))
    },
    close(ending) {
      while (waiting.length > 0) endOne(0, ending)
    },
  }
}
