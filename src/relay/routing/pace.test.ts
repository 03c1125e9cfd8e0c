import { expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '../../core/time.ts'
import { createPace } from './pace.ts'
import { testClock } from './test-targets.ts'

test('what began within the last minute counts, and what is older is forgotten bit by bit', () => {
  const clock = testClock()
  const pace = createPace(clock.monotonicMs)
  expect(pace.perMinute).toBe(0)
  for (let n = 0; n < 12; n += 1) {
    pace.count()
    clock.pass(5 * SECOND_MS)
  }
  expect(pace.perMinute).toBe(11)
  clock.pass(30 * SECOND_MS)
  expect(pace.perMinute).toBe(5)
})

test('after a long pause there is nothing, and counting begins anew', () => {
  const clock = testClock()
  const pace = createPace(clock.monotonicMs)
  pace.count()
  pace.count()
  clock.pass(1000 * MINUTE_MS)
  expect(pace.perMinute).toBe(0)
  pace.count()
  expect(pace.perMinute).toBe(1)
})
