import { expect, test } from 'vitest'
import { SECOND_MS } from '../../core/time.ts'
import { guardCredential } from './credential-guard.ts'
import { POLICY, testClock } from './test-targets.ts'

test.each([
  ['exhausted', [60, 120, 240]],
  ['invalid', [60, 120, 240]],
  ['cooling', [1, 1, 1]],
] as const)('where `Retry-After` is a second, what is %s rests for these seconds', (status, seconds) => {
  const clock = testClock()
  const found = { status: 'active', reason: null, until: null } as const
  const guard = guardCredential({ clock, found, changed: () => undefined, policy: () => POLICY })
  const rests = seconds.map(() => {
    using pass = guard.enter()
    guard.whole.ailed(pass, { status, reason: 'word', restMs: SECOND_MS })
    const restMs = (guard.whole.untilMs ?? 0) - clock.monotonicMs()
    clock.pass(restMs)
    return restMs / SECOND_MS
  })
  expect(rests).toEqual(seconds)
})

test('after a 429 it rests no longer than the cap of the moment, whatever is asked for', () => {
  const clock = testClock()
  let coolingMs = 90 * SECOND_MS
  const found = { status: 'active', reason: null, until: null } as const
  const guard = guardCredential({ clock, found, changed: () => undefined, policy: () => ({ coolingMs }) })
  const rests = [90, 5].map((seconds) => {
    coolingMs = seconds * SECOND_MS
    using pass = guard.enter()
    guard.whole.ailed(pass, { status: 'cooling', reason: 'word', restMs: 3600 * SECOND_MS })
    const restMs = (guard.whole.untilMs ?? 0) - clock.monotonicMs()
    clock.pass(restMs)
    return restMs / SECOND_MS
  })
  expect(rests).toEqual([90, 5])
})
