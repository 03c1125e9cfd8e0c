import { expect, test } from 'vitest'
import type { TargetEntry } from '../../core/directory.ts'
import { createHealth, type Lesson } from './health.ts'
import { ASKING, aTarget, POLICY, testClock } from './test-targets.ts'

const a = aTarget('a')
const INVALID: Lesson = { kind: 'ailing', status: 'invalid', reason: 'http_401', restMs: null }

/** What becomes of a target in whose old form so many requests are under way when it is replaced, and all of them teach this. */
function lookAfter(lesson: Lesson, requests: number, replaced: TargetEntry) {
  const saved: string[] = []
  const health = createHealth({
    clock: testClock(),
    saved: (_id, { status }) => void saved.push(status),
    admitsTarget: () => null,
    policy: () => POLICY,
  })
  const leases = Array.from({ length: requests }, () => health.lease({ target: a, protocol: 'openai-chat' }, ASKING))
  health.follow([replaced])
  for (const lease of leases) {
    if ('reason' in lease) throw new Error(lease.reason)
    lease.learn(lesson)
    lease[Symbol.dispose]()
  }
  const now = health.look({ target: replaced, protocol: 'openai-chat' }, ASKING)?.reason ?? null
  return { now, saved, inFlight: health.credential(a.credential.id)?.inFlight }
}

test.each([
  ['a secret', INVALID, 1, aTarget('a', { credential: { secret: 'new' } })],
  ['a secret, of a model', { kind: 'absent' } as const, 1, aTarget('a', { credential: { secret: 'new' } })],
  ['an address', { kind: 'failing' } as const, 5, aTarget('a', { endpoint: { baseUrl: 'https://b.example/v1' } })],
])('what is said of %s that was replaced meanwhile is no news of the one in its place', (_name, lesson, times, to) => {
  expect(lookAfter(lesson, times, to)).toEqual({ now: null, saved: [], inFlight: 0 })
})

test('what has not changed still teaches', () => {
  expect(lookAfter(INVALID, 1, aTarget('a'))).toMatchObject({ now: 'invalid', saved: ['invalid'] })
})
