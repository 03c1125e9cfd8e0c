import { expect, test } from 'vitest'
import type { TargetEntry } from '../../core/directory.ts'
import { createHealth, type Lesson } from './health.ts'
import { ASKING, aTarget, POLICY, testClock } from './test-targets.ts'

const cooling = (restMs: number): Lesson => ({ kind: 'ailing', status: 'cooling', reason: 'http_429', restMs })
const candidate = (target: TargetEntry) => ({ target, protocol: 'openai-chat' }) as const

function world() {
  const clock = testClock()
  const health = createHealth({ clock, saved: () => undefined, admitsTarget: () => null, policy: () => POLICY })
  const lease = (target: TargetEntry) => {
    const given = health.lease(candidate(target), ASKING)
    if ('reason' in given) throw new Error(given.reason)
    return given
  }
  return {
    clock,
    lease,
    refused: (target: TargetEntry) => health.lease(candidate(target), ASKING),
    why: (target: TargetEntry) => health.look(candidate(target), ASKING),
    ask: (target: TargetEntry, lesson: Lesson, times = 1) => {
      for (let n = 0; n < times; n += 1) {
        using held = lease(target)
        held.learn(lesson)
      }
    },
  }
}

test('who rests says how long it still does, to who looks and to who wants to ask, until its time is up', () => {
  const { ask, lease, why, refused, clock } = world()
  const [cold, broken, absent] = [aTarget('cold'), aTarget('broken'), aTarget('absent')]
  ask(cold, cooling(20_000))
  ask(broken, { kind: 'failing' }, 5)
  ask(absent, { kind: 'absent' })
  clock.pass(1_500)
  expect(why(cold)).toEqual({ reason: 'cooling', waitMs: 18_500, hindrance: { leftMs: 18_500 } })
  expect(refused(cold)).toEqual(why(cold))
  expect(why(broken)).toMatchObject({ reason: 'breaker', hindrance: { leftMs: 3_500 } })
  expect(why(absent)).toMatchObject({ reason: 'absent', hindrance: { leftMs: 58_500 } })
  clock.pass(18_500)
  using _probe = lease(cold)
  expect(why(cold), 'a probe may take any time').toEqual({ reason: 'cooling', waitMs: 0, hindrance: undefined })
})

test('who is full says how many requests are under way of how many may be, as its operator said or its upstream bears', () => {
  const { lease, why, clock } = world()
  const narrow = aTarget('narrow', { endpoint: { maxConcurrency: 2 } })
  using _one = lease(narrow)
  using _two = lease(narrow)
  expect(why(narrow)).toMatchObject({ reason: 'concurrency', hindrance: { inFlight: 2, limit: 2 } })
  const borne = aTarget('borne')
  using first = lease(borne)
  using _second = lease(borne)
  using _third = lease(borne)
  first.learn(cooling(1))
  clock.pass(1)
  expect(why(borne)).toMatchObject({ reason: 'concurrency', hindrance: { inFlight: 3, limit: 1 } })
})
