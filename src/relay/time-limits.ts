import type { UpstreamAnswer } from './upstream-call.ts'

/** An answer that also ends when the time for all of it is up, whoever waits for what. */
export function withinTotal(answer: UpstreamAnswer, leftMs: () => number): UpstreamAnswer {
  return {
    ...answer,
    next(withinMs, late) {
      const most = Math.max(0, leftMs())
      return most < withinMs ? answer.next(most, 'total_timeout') : answer.next(withinMs, late)
    },
  }
}
