import { expect, test } from 'vitest'
import type { BreakerPolicy } from '../../core/policy.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/time.ts'
import { createBreakers } from './breakers.ts'
import { POLICY, testClock } from './test-targets.ts'

type Call = readonly [userId: string, model: string, how: 'well' | 'failing' | 'unreached' | 'broken']

/** The breakers of an endpoint that is asked by some users for some models. */
function stage(rules: Partial<BreakerPolicy> = {}) {
  const clock = testClock()
  const breakers = createBreakers(
    clock.monotonicMs,
    () => ({ ...POLICY.breaker, ...rules }),
    () => undefined,
  )
  const why = (userId: string, model = 'm') => breakers.refusal(model, userId)?.reason ?? null
  /** Sends what may go. */
  const ask = (...calls: Call[]) => {
    for (const [userId, model, how] of calls) {
      if (why(userId, model)) continue
      const asker = { userId, model }
      using pass = breakers.enter(asker)
      if (how === 'well' || how === 'broken') breakers.succeeded(pass, asker)
      if (how === 'well') breakers.ended(pass, asker)
      else if (how === 'unreached') breakers.unreached(pass)
      else breakers.failed(pass, asker, how === 'broken')
    }
  }
  const times = (n: number, ...calls: Call[]) => ask(...Array.from({ length: n }, () => calls).flat())
  return { clock, breakers, why, ask, times }
}

const FAILS: Call = ['ann', 'm', 'failing']

test('what one user’s failures open keeps nobody else away, and the first who is well leaves it to that user', () => {
  const { times, ask, why, breakers } = stage()
  times(5, FAILS)
  expect([why('ann'), why('ann', 'n'), why('ben'), breakers.state]).toEqual(['breaker', null, null, 'open'])
  ask(['ben', 'm', 'well'])
  expect([why('ann'), why('ann', 'n'), why('ben'), breakers.state]).toEqual(['breaker_caller', null, null, 'closed'])
  expect(breakers.resting()).toMatchObject([{ model: 'm', userId: 'ann', breaker: 'open' }])
})

test.each([0.1, 0.5, 0.9])(
  'a user whose calls all fail takes nothing from others however many they are: %d of all',
  (share) => {
    const { clock, breakers, why, ask } = stage()
    const asks = (n: number) => Math.floor((n + 1) * share) > Math.floor(n * share)
    for (let n = 0; n < 500; n += 1) {
      clock.pass(SECOND_MS / 10)
      // As a last resort, which goes whatever rests.
      if (asks(n)) breakers.failed(breakers.enter({ userId: 'ann', model: 'm' }), { userId: 'ann', model: 'm' })
      else expect(why('ben')).toBeNull()
      if (!asks(n)) ask(['ben', 'm', 'well'])
    }
    expect([why('ann'), why('ben'), why('ben', 'n')]).toEqual([expect.stringContaining('breaker'), null, null])
  },
)

test('a model that is down for everybody rests, as often as others of its endpoint are well in between', () => {
  const { times, why, breakers } = stage()
  times(5, ['ann', 'n', 'failing'], ['ben', 'm', 'well'], ['ben', 'n', 'failing'])
  expect([why('ann', 'n'), why('eve', 'n'), why('ann'), breakers.state]).toEqual([
    'breaker_model',
    'breaker_model',
    null,
    'closed',
  ])
  expect(breakers.resting()).toMatchObject([{ model: 'n', userId: null, breaker: 'open' }])
})

test('an endpoint that fails whoever asks for whatever rests after five failures, as one that cannot be reached', () => {
  const mixed = stage()
  mixed.ask(FAILS, ['ben', 'n', 'failing'], FAILS, FAILS)
  expect(mixed.why('eve', 'o')).toBeNull()
  mixed.ask(FAILS)
  expect([mixed.why('eve', 'o'), mixed.breakers.resting()]).toEqual(['breaker', []])
  const dead = stage()
  dead.times(5, ['ann', 'm', 'unreached'])
  expect(dead.why('eve', 'o')).toBe('breaker')
})

test('where one user had opened it, the first failures of another user and another model make all of it rest', () => {
  const { times, ask, why } = stage()
  times(5, FAILS)
  ask(['ben', 'm', 'failing'])
  expect([why('eve'), why('eve', 'n')]).toEqual(['breaker', null])
  ask(['ben', 'n', 'failing'])
  expect([why('eve'), why('eve', 'n')]).toEqual(['breaker', 'breaker'])
})

test('a gateway of one user has the breaker it always had: five failures, a probe, twice the rest', () => {
  const { times, ask, why, clock, breakers } = stage()
  times(5, FAILS)
  clock.pass(5 * SECOND_MS)
  expect(why('ann')).toBeNull()
  ask(FAILS)
  expect([why('ann'), breakers.untilMs]).toEqual(['breaker', clock.monotonicMs() + 10 * SECOND_MS])
  clock.pass(10 * SECOND_MS)
  using probe = breakers.enter({ userId: 'ann', model: 'm' })
  expect(why('ann')).toBe('breaker')
  breakers.succeeded(probe, { userId: 'ann', model: 'm' })
  expect([why('ann'), breakers.state]).toEqual([null, 'closed'])
})

test('answers that break off count for a model and a user too, until one is whole', () => {
  const { times, ask, why } = stage()
  times(4, ['ann', 'n', 'broken'], ['ben', 'm', 'well'])
  ask(['ann', 'n', 'well'])
  times(4, ['ann', 'n', 'broken'], ['ben', 'm', 'well'])
  expect(why('ann', 'n')).toBeNull()
  ask(['ann', 'n', 'broken'], ['ben', 'm', 'well'])
  expect([why('ann', 'n'), why('ben', 'n'), why('ann')]).toEqual(['breaker_model', null, null])
})

test('what rests for one user ends by their own probe, and is known no more once all is well again', () => {
  const { times, ask, why, clock, breakers } = stage()
  times(5, FAILS)
  ask(['ben', 'm', 'well'])
  clock.pass(5 * SECOND_MS)
  expect(breakers.resting()).toEqual([])
  ask(['ann', 'm', 'failing'], ['ben', 'm', 'well'])
  expect(breakers.refusal('m', 'ann')?.untilMs).toBe(clock.monotonicMs() + 10 * SECOND_MS)
  clock.pass(MINUTE_MS)
  times(12, ['ann', 'm', 'well'])
  times(4, FAILS)
  expect(why('ann')).toBeNull()
})

test('of a thousand users who fail the oldest are forgotten, and a reset forgets all', () => {
  const { times, ask, why, breakers } = stage()
  times(5, ['first', 'm', 'failing'])
  ask(['ben', 'm', 'well'])
  expect(why('first')).toBe('breaker_caller')
  for (let n = 0; n < 1000; n += 1) ask([`user-${n}`, 'm', 'failing'], ['ben', 'm', 'well'], ['eve', 'm', 'well'])
  expect(why('first')).toBeNull()
  times(5, ['last', 'm', 'failing'])
  ask(['ben', 'm', 'well'])
  expect(why('last')).toBe('breaker_caller')
  breakers.reset()
  expect([why('last'), breakers.resting()]).toEqual([null, []])
})

test('who failed and has not come again for ten minutes is forgotten while others are well', () => {
  const { times, ask, why, clock } = stage()
  times(5, FAILS)
  ask(['ben', 'm', 'well'])
  clock.pass(10 * MINUTE_MS)
  ask(['ben', 'm', 'well'], FAILS)
  expect(why('ann')).toBe('breaker_caller')
  clock.pass(10 * MINUTE_MS + 1)
  times(2, ['ben', 'm', 'well'])
  ask(FAILS)
  expect(why('ann')).toBeNull()
})

test('whose rests may be an hour long is not forgotten while one lasts', () => {
  const { times, ask, why, clock } = stage({ firstMs: 1800 * SECOND_MS, mostMs: 3600 * SECOND_MS })
  times(5, FAILS)
  ask(['ben', 'm', 'well'])
  clock.pass(20 * MINUTE_MS)
  times(2, ['ben', 'm', 'well'])
  expect(why('ann')).toBe('breaker_caller')
  clock.pass(100 * MINUTE_MS + 1)
  times(2, ['ben', 'm', 'well'])
  ask(FAILS)
  expect(why('ann')).toBeNull()
})
