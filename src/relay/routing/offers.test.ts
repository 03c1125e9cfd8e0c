import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../core/time.ts'
import type { Health, Lesson } from './health.ts'
import { openHealth } from './test-health.ts'
import { aTarget } from './test-targets.ts'

const ABSENT: Lesson = { kind: 'absent' }
const WELL: Lesson = { kind: 'well' }

const a = aTarget('a')

test('a model that is not there rests, and nothing else of its credential, endpoint or protocol', () => {
  const { ask, look } = openHealth()
  ask(a, ABSENT)
  expect(look(a)).toBe('absent')
  expect(look(aTarget('a', { upstreamName: 'other' }))).toBeNull()
  expect(look(aTarget('a', { credential: { id: 'second' } }))).toBeNull()
  expect(look(aTarget('a', { endpoint: { id: 'second' } }))).toBeNull()
  expect(look(a, 'openai-responses')).toBeNull()
})

test('one request tries after a minute, after two, and after ten at most; its answer ends the rest', () => {
  const { ask, look, clock, lease } = openHealth()
  for (const minutes of [1, 2, 4, 8, 10, 10]) {
    ask(a, ABSENT)
    clock.pass(minutes * MINUTE_MS - 1)
    expect(look(a)).toBe('absent')
    clock.pass(1)
    expect(look(a)).toBeNull()
  }
  {
    using probe = lease(a)
    expect(look(a)).toBe('absent')
    probe.learn(WELL)
  }
  expect(look(a)).toBeNull()
  ask(a, ABSENT)
  clock.pass(MINUTE_MS)
  expect(look(a)).toBeNull()
})

test('requests that ran together say it once, and an answer to one that went before says nothing of now', () => {
  const { look, clock, lease } = openHealth()
  using first = lease(a)
  using second = lease(a)
  using before = lease(a)
  first.learn(ABSENT)
  second.learn(ABSENT)
  before.learn(WELL)
  expect(look(a)).toBe('absent')
  clock.pass(MINUTE_MS)
  expect(look(a)).toBeNull()
})

test('a probe that ends without a word gives its right back', () => {
  const { ask, look, clock, lease } = openHealth()
  ask(a, ABSENT)
  clock.pass(MINUTE_MS)
  lease(a)[Symbol.dispose]()
  expect(look(a)).toBeNull()
})

test('as a last resort it is asked all the same', () => {
  const { ask, look, lease } = openHealth()
  ask(a, ABSENT)
  using held = lease(a, true)
  held.learn(WELL)
  expect(look(a)).toBeNull()
})

test.each<[string, (health: Health) => void, string | null]>([
  ['nothing has changed', (health) => health.follow([a]), 'absent'],
  ['the credential is new', (health) => health.follow([aTarget('a', { credential: { secret: 'new' } })]), null],
  [
    'the address is new',
    (health) => health.follow([aTarget('a', { endpoint: { baseUrl: 'https://new.test' } })]),
    null,
  ],
  ['the route was gone in between', (health) => (health.follow([]), health.follow([a])), null],
  [
    'the operator has its credential tried anew',
    (health) => health.recover({ kind: 'credential', id: a.credential.id }),
    null,
  ],
])('what was found out when %s', (_name, change, reason) => {
  const { ask, look, health } = openHealth()
  health.follow([a])
  ask(a, ABSENT)
  change(health)
  expect(look(a)).toBe(reason)
})
