import { expect, test } from 'vitest'
import { SECOND_MS } from '../../core/time.ts'
import { createBreaker } from './breaker.ts'
import { ASKING, POLICY, testClock } from './test-targets.ts'

const ANN = { ...ASKING, model: 'm' }

/** A breaker, and answers that begin well and then break off or come to their end. */
function stage(policy: Partial<typeof POLICY.breaker> = {}) {
  const clock = testClock()
  const turns: string[] = []
  const breaker = createBreaker(
    clock.monotonicMs,
    () => ({ ...POLICY.breaker, ...policy }),
    (state) => void turns.push(state),
  )
  const go = (times: number, how: 'succeeded' | 'failed', asker = ANN) => {
    for (let n = 0; n < times; n += 1) {
      using pass = breaker.enter()
      breaker[how](pass, asker)
    }
  }
  const restMs = () => breaker.untilMs && breaker.untilMs - clock.monotonicMs()
  const answers = (...ends: ('breaks' | 'ends')[]) => {
    for (const end of ends) {
      using pass = breaker.enter()
      breaker.succeeded(pass, ANN)
      if (end === 'ends') breaker.ended(pass)
      else breaker.failed(pass, ANN, true)
    }
  }
  /** Rests once, and is found well by the probe after it. */
  const restAndRecover = () => {
    go(5, 'failed')
    clock.pass(restMs() ?? 0)
    go(1, 'succeeded')
  }
  return { breaker, clock, go, answers, restMs, restAndRecover, turns }
}

test('what turns is said as it does, and nothing of what stays', () => {
  const { go, restAndRecover, turns, clock, restMs } = stage()
  go(4, 'failed')
  expect(turns).toEqual([])
  restAndRecover()
  expect(turns).toEqual(['open', 'closed'])
  go(1, 'failed')
  clock.pass(restMs() ?? 0)
  go(1, 'failed')
  expect(turns.slice(2)).toEqual(['open', 'open'])
})

test('an endpoint that begins every answer and ends none is left alone after five of them', () => {
  const { breaker, answers } = stage()
  answers('breaks', 'breaks', 'breaks', 'breaks')
  expect(breaker.state).toBe('closed')
  answers('breaks')
  expect(breaker.state).toBe('open')
})

test('an answer that comes to its end among those that break off keeps it going', () => {
  const { breaker, answers } = stage()
  answers('breaks', 'breaks', 'breaks', 'breaks', 'ends', 'breaks', 'breaks', 'breaks', 'breaks')
  expect(breaker.state).toBe('closed')
})

test('half of twenty calls within thirty seconds are too many failures, however they are spread', () => {
  const { breaker, clock, go } = stage()
  const pair = () => {
    go(1, 'succeeded')
    clock.pass(SECOND_MS)
    go(1, 'failed')
  }
  for (let n = 0; n < 9; n += 1) pair()
  go(1, 'succeeded')
  expect(breaker.state).toBe('closed')
  go(1, 'failed')
  expect(breaker.state).toBe('open')
})

test('a third of the calls are not, and neither are those of a minute ago', () => {
  const { breaker, clock, go } = stage({ inARow: 100 })
  for (let n = 0; n < 20; n += 1) {
    go(2, 'succeeded')
    go(1, 'failed')
  }
  expect(breaker.state).toBe('closed')
  clock.pass(60 * SECOND_MS)
  go(19, 'failed')
  expect(breaker.state).toBe('closed')
})

test('after a probe ten calls must go well; one that fails among them opens again for twice as long', () => {
  const { breaker, go, restMs, restAndRecover } = stage()
  restAndRecover()
  go(9, 'succeeded')
  go(1, 'failed')
  expect(restMs()).toBe(10_000)
  breaker.reset()
  restAndRecover()
  go(10, 'succeeded')
  go(4, 'failed')
  expect(breaker.state).toBe('closed')
  go(1, 'failed')
  expect(restMs()).toBe(5000)
})

test('what failed before a rest is forgotten after it', () => {
  const { breaker, clock, go } = stage({ inARow: 100 })
  go(20, 'failed')
  expect(breaker.state).toBe('open')
  clock.pass(5000)
  go(11, 'succeeded')
  go(6, 'failed')
  expect(breaker.state).toBe('closed')
  const other = stage()
  other.answers('breaks', 'breaks', 'breaks', 'breaks', 'breaks')
  other.clock.pass(5000)
  other.go(11, 'succeeded')
  other.answers('breaks', 'breaks', 'breaks', 'breaks')
  expect(other.breaker.state).toBe('closed')
  other.answers('breaks')
  expect(other.breaker.state).toBe('open')
})

test('news of requests that were sent before a rest is old', () => {
  const { breaker, go, answers, restMs, restAndRecover } = stage()
  const old = breaker.enter()
  go(5, 'failed')
  breaker.succeeded(old, ANN)
  expect(restMs()).toBe(5000)
  // Who goes although it rests, for want of another, makes the rest no longer.
  go(5, 'failed')
  expect(restMs()).toBe(5000)
  breaker.reset()
  restAndRecover()
  breaker.failed(old, ANN)
  expect(breaker.state).toBe('closed')
  go(10, 'succeeded')
  answers('breaks', 'breaks', 'breaks', 'breaks')
  breaker.ended(old)
  answers('breaks')
  expect(breaker.state).toBe('open')
})

test('what is reset begins anew in every way', () => {
  const { breaker, go, answers, restMs, restAndRecover } = stage()
  restAndRecover()
  breaker.reset()
  go(4, 'failed')
  breaker.reset()
  go(4, 'failed')
  expect(breaker.state).toBe('closed')
  go(1, 'failed')
  expect(restMs()).toBe(5000)
  breaker.reset()
  answers('breaks', 'breaks', 'breaks', 'breaks')
  breaker.reset()
  answers('breaks', 'breaks', 'breaks', 'breaks')
  expect(breaker.state).toBe('closed')
  const other = stage({ inARow: 100 })
  other.go(19, 'failed')
  other.breaker.reset()
  other.go(1, 'failed')
  expect(other.breaker.state).toBe('closed')
})

test('what failed thirty seconds ago counts no more', () => {
  const { breaker, clock, go } = stage({ inARow: 100 })
  clock.pass(SECOND_MS / 2)
  go(19, 'failed')
  clock.pass(30 * SECOND_MS)
  go(18, 'succeeded')
  go(1, 'failed')
  expect(breaker.state).toBe('closed')
  go(1, 'failed')
  expect(breaker.state).toBe('closed')
})
