import { expect, test } from 'vitest'
import { SECOND_MS } from '../../core/time.ts'
import { guardCredential } from './credential-guard.ts'
import { testClock } from './test-targets.ts'

test.each([
  ['exhausted', [60, 120, 240]],
  ['invalid', [60, 120, 240]],
  ['cooling', [1, 1, 1]],
] as const)('where `Retry-After` is a second, what is %s rests for these seconds', (status, seconds) => {
  const clock = testClock()
  const found = { status: 'active', reason: null, until: null } as const
  const guard = guardCredential({ clock, found, changed: () => undefined })
  const rests = seconds.map(() => {
    using pass = guard.enter()
    guard.ailed(pass, { status, reason: 'word', restMs: SECOND_MS })
    const restMs = (guard.untilMs ?? 0) - clock.monotonicMs()
    clock.pass(restMs)
    return restMs / SECOND_MS
  })
  expect(rests).toEqual(seconds)
})
