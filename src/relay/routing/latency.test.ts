import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../core/time.ts'
import { createLatencies } from './latency.ts'
import { testClock } from './test-targets.ts'

const keyOf = (endpointId: string) => ({ endpointId, model: 'm', stream: true })
const [QUICK, SLOW] = [keyOf('quick'), keyOf('slow')]

/** An endpoint that was slow, and so many answers of another after it. */
function measured(answers: number) {
  const clock = testClock()
  const latencies = createLatencies(clock.monotonicMs)
  latencies.add(SLOW, 20_000)
  for (let n = 0; n < answers; n += 1) latencies.add(QUICK, 900)
  return { clock, latencies }
}

test('a mean counts no more when ten minutes and twenty answers of the model have passed over it', () => {
  const { clock, latencies } = measured(19)
  clock.pass(10 * MINUTE_MS)
  expect(latencies.get(SLOW)).toBe(20_000)
  latencies.add(QUICK, 900)
  expect(latencies.get(SLOW)).toBeUndefined()
  expect(latencies.get(QUICK)).toBeCloseTo(900)
})

test('after a pause nobody is new again', () => {
  const { clock, latencies } = measured(10)
  clock.pass(600 * MINUTE_MS)
  expect([latencies.get(SLOW), latencies.get(QUICK)]).toEqual([20_000, 900])
})

test('an old figure does not weigh on the new one', () => {
  const { clock, latencies } = measured(20)
  clock.pass(10 * MINUTE_MS)
  latencies.add(SLOW, 300)
  expect(latencies.get(SLOW)).toBe(300)
  latencies.add(SLOW, 800)
  expect(latencies.get(SLOW)).toBe(400)
})

test('while one request measures it, or after that failed, the old figure holds for another ten minutes', () => {
  const { clock, latencies } = measured(20)
  clock.pass(10 * MINUTE_MS)
  latencies.measuring(SLOW)
  expect(latencies.get(SLOW)).toBe(20_000)
  for (let n = 0; n < 20; n += 1) latencies.add(QUICK, 900)
  clock.pass(10 * MINUTE_MS)
  expect(latencies.get(SLOW)).toBeUndefined()
  latencies.measuring(SLOW)
  latencies.add(SLOW, 300)
  expect(latencies.get(SLOW)).toBe(300)
})

test('a figure that is not old is left as it is by the next request', () => {
  const { latencies } = measured(1)
  latencies.measuring(SLOW)
  latencies.add(SLOW, 10_000)
  expect(latencies.get(SLOW)).toBe(18_000)
})
