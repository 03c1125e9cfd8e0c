import { expect, test } from 'vitest'
import { createBreaker } from './breaker.ts'
import { POLICY, testClock } from './test-targets.ts'

/** A breaker, and answers that begin well and then break off or come to their end. */
function stage() {
  const breaker = createBreaker(testClock().monotonicMs, () => POLICY.breaker)
  const answers = (...ends: ('breaks' | 'ends')[]) => {
    for (const end of ends) {
      using pass = breaker.enter()
      breaker.succeeded(pass)
      if (end === 'ends') breaker.ended(pass)
      else breaker.failed(pass, true)
    }
  }
  return { breaker, answers }
}

test('an endpoint that begins every answer and ends none is left alone after five of them', () => {
  const { breaker, answers } = stage()
  answers('breaks', 'breaks', 'breaks', 'breaks')
  expect(breaker.state).toBe('closed')
  answers('breaks')
  expect(breaker.state).toBe('open')
})

test('an answer that comes to its end among those that break off keeps it going', () => {
  const { breaker, answers } = stage()
  answers('breaks', 'breaks', 'breaks', 'breaks', 'ends', 'breaks', 'breaks')
  expect(breaker.state).toBe('closed')
})
