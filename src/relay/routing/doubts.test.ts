import { expect, test } from 'vitest'
import type { TargetEntry } from '../../core/directory.ts'
import { MINUTE_MS } from '../../core/time.ts'
import { createHealth, type Lesson } from './health.ts'
import { ASKING, aTarget, POLICY, testClock } from './test-targets.ts'

const DOUBTED: Lesson = { kind: 'doubted', reason: 'http_403' }

function world(refused: boolean) {
  const clock = testClock()
  const tried: string[] = []
  const health = createHealth({
    clock,
    saved: () => undefined,
    admitsTarget: () => null,
    policy: () => POLICY,
    refuses: ({ credential }) => {
      tried.push(credential.id)
      return Promise.resolve(refused)
    },
  })
  const held = (target: TargetEntry) => {
    const lease = health.lease({ target, protocol: 'openai-chat' }, ASKING)
    if ('reason' in lease) throw new Error(lease.reason)
    return lease
  }
  const ask = async (target: TargetEntry, lesson: Lesson) => {
    using lease = held(target)
    lease.learn(lesson)
    await Promise.resolve()
  }
  const look = (target: TargetEntry) => health.look({ target, protocol: 'openai-chat' }, ASKING)?.reason ?? null
  return { clock, health, tried, held, ask, look }
}

const a = aTarget('a')

test('a refusal that a caller may have brought about makes no credential rest, however often it comes', async () => {
  const { ask, look, tried } = world(false)
  for (let n = 0; n < 20; n += 1) await ask(a, DOUBTED)
  expect(look(a)).toBeNull()
  expect(tried).toEqual([a.credential.id])
})

test('whoever is refused the list of models too rests, each time longer, until a request goes well', async () => {
  const { ask, look, clock, health, tried } = world(true)
  await ask(a, DOUBTED)
  expect(look(a)).toBe('invalid')
  expect(health.credential(a.credential.id)).toMatchObject({ status: 'invalid', reason: 'http_403' })
  clock.pass(MINUTE_MS)
  expect(look(a)).toBeNull()
  await ask(a, DOUBTED)
  clock.pass(MINUTE_MS)
  expect([look(a), tried.length]).toEqual(['invalid', 2])
  clock.pass(MINUTE_MS)
  await ask(a, { kind: 'well' })
  expect(look(a)).toBeNull()
})

test('what is found out of a secret that was replaced meanwhile says nothing of the new one', async () => {
  const { held, health, look } = world(true)
  const newer = aTarget('a', { credential: { secret: 'another-secret' } })
  using lease = held(a)
  lease.learn(DOUBTED)
  health.follow([newer])
  await Promise.resolve()
  expect(look(newer)).toBeNull()
})
