import { expect, test } from 'vitest'
import type { TargetEntry } from '../../core/directory.ts'
import { createHealth, type Lesson } from './health.ts'
import { ASKING, aTarget, POLICY, testClock } from './test-targets.ts'

const INVALID: Lesson = { kind: 'ailing', status: 'invalid', reason: 'http_401', restMs: null }
const FAILING: Lesson = { kind: 'failing' }

/** One endpoint asked with two credentials, and another asked with the first of them. */
const first = aTarget('a')
const second = aTarget('a', { credential: { id: 'second' } })
const elsewhere = aTarget('a', { endpoint: { id: 'elsewhere' } })

function world() {
  const clock = testClock()
  const turns: string[] = []
  const health = createHealth({
    clock,
    saved: () => undefined,
    admitsTarget: () => null,
    policy: () => POLICY,
    turned: (id, state, model) => void turns.push([id, model, state].filter(Boolean).join(' ')),
  })
  const learn = (target: TargetEntry, lesson: Lesson, times = 1) => {
    for (let n = 0; n < times; n += 1) {
      const lease = health.lease({ target, protocol: 'openai-chat' }, ASKING)
      if ('reason' in lease) throw new Error(lease.reason)
      using held = lease
      held.learn(lesson)
    }
  }
  const looks = () =>
    [first, second, elsewhere].map((target) => health.look({ target, protocol: 'openai-chat' }, ASKING)?.reason ?? null)
  return { clock, health, learn, looks, turns }
}

test('a credential that recovers says nothing of the endpoints it is used with, whoever else asks them', () => {
  const { health, learn, looks } = world()
  learn(first, FAILING, POLICY.breaker.inARow)
  learn(elsewhere, INVALID)
  expect(looks()).toEqual(['invalid', 'breaker', 'invalid'])
  health.recover({ kind: 'credential', id: 'a-credential' })
  expect(looks()).toEqual(['breaker', 'breaker', null])
})

test('an endpoint that recovers says nothing of its credentials, nor of another endpoint, and its breaker is told to close', () => {
  const { health, learn, looks, turns } = world()
  for (const target of [first, elsewhere]) learn(target, FAILING, POLICY.breaker.inARow)
  expect(looks()).toEqual(['breaker', 'breaker', 'breaker'])
  health.recover({ kind: 'endpoint', id: 'a-endpoint' })
  learn(first, INVALID)
  expect(looks()).toEqual(['invalid', null, 'invalid'])
  health.recover({ kind: 'endpoint', id: 'a-endpoint' })
  expect(looks()).toEqual(['invalid', null, 'invalid'])
  expect(turns).toEqual([
    'a-endpoint open',
    'a-endpoint m open',
    'elsewhere open',
    'elsewhere m open',
    'a-endpoint closed',
    'a-endpoint m closed',
  ])
})

test('an upstream that says it lacks the model is there and answers: its breaker closes', () => {
  const { clock, health, learn } = world()
  learn(first, FAILING, POLICY.breaker.inARow)
  clock.pass(POLICY.breaker.firstMs)
  learn(first, { kind: 'absent' })
  expect(health.endpoint('a-endpoint')?.breaker).toBe('closed')
})
