import { expect, test } from 'vitest'
import type { TargetEntry } from '../../core/directory.ts'
import { HOUR_MS, SECOND_MS } from '../../core/time.ts'
import { DESCRIPTORS } from '../../providers/all.ts'
import type { Health, Lesson } from './health.ts'
import { modelsOfOne, openHealth } from './test-health.ts'
import { ASKING, aTarget } from './test-targets.ts'

const WELL: Lesson = { kind: 'well' }
const limited = (restMs: number | null = null): Lesson => ({ kind: 'limited', reason: 'http_429', restMs })

const [big, small, tiny] = modelsOfOne('big', 'small', 'tiny')

function world() {
  const opened = openHealth()
  return {
    ...opened,
    looks: () => [big, small, tiny].map((target) => opened.look(target)),
    credential: () => opened.health.credential('a-credential'),
  }
}

test('too many requests of one model rest that model; others of its credential go on, and the credential is well', () => {
  const { ask, look, why, looks, saved, credential, clock } = world()
  ask(big, limited(20_000))
  expect(looks()).toEqual(['limited', null, null])
  expect(why(big)).toEqual({ reason: 'limited', waitMs: 20_000, hindrance: { leftMs: 20_000 } })
  expect(look(big, 'openai-responses')).toBeNull()
  expect(look(aTarget('a', { upstreamName: 'big', endpoint: { id: 'second' } }))).toBeNull()
  expect(look(aTarget('a', { upstreamName: 'big', credential: { id: 'second' } }))).toBeNull()
  expect(credential()).toMatchObject({
    status: 'active',
    limit: null,
    limited: [{ model: 'big', until: clock.now() + 20_000 }],
  })
  expect(saved).toEqual([])
  clock.pass(20_000)
  expect(credential()?.limited).toEqual([])
})

test('two models that are refused at a time tell that the whole credential is limited', () => {
  const { ask, looks, saved, credential, clock } = world()
  ask(big, limited(20_000))
  ask(small, limited(10_000))
  expect(looks()).toEqual(['cooling', 'cooling', 'cooling'])
  expect(saved).toEqual([['a-credential', { status: 'cooling', reason: 'http_429', until: clock.now() + 10_000 }]])
  clock.pass(10_000)
  ask(tiny, WELL)
  expect(looks()).toEqual(['limited', null, null])
  expect(credential()?.status).toBe('active')
})

test('two names of one model, or two of a family, rest each by itself where the vendor documents nothing, and tell nothing of the credential', () => {
  const { ask, look, saved, health } = openHealth()
  const [alias, dated, sibling, other] = modelsOfOne(
    'claude-sonnet-4-6',
    'claude-sonnet-4-6-20260217',
    'claude-sonnet-4-5',
    'claude-haiku-5-5',
  )
  for (const target of [alias, dated, sibling]) ask(target, limited(20_000))
  expect([alias, dated, sibling, other].map((target) => look(target))).toEqual(['limited', 'limited', 'limited', null])
  expect(saved).toEqual([])
  expect(health.credential('a-credential')?.limited.map(({ model }) => model)).toHaveLength(3)
  ask(other, limited(10_000))
  expect(look(other)).toBe('cooling')
})

test('two that are refused one after the other do not, nor does one that is asked in two ways', () => {
  const { ask, health, looks, clock } = world()
  ask(big, limited(5000))
  clock.pass(5000)
  ask(small, limited(5000))
  expect(looks()).toEqual([null, 'limited', null])
  const lease = health.lease({ target: small, protocol: 'openai-responses' }, ASKING)
  if ('learn' in lease) lease.learn(limited(5000))
  expect(looks()).toEqual([null, 'limited', null])
})

test.each([
  ['a wait that was asked for is kept to', 20 * SECOND_MS, [20, 20, 20]],
  ['without one the rests grow from a second', null, [1, 2, 4, 8, 16, 32, 60, 60]],
  ['a day is believed for a minute', 24 * HOUR_MS, [60, 60]],
])('of a model %s, and then one request tries', (_name, askedMs, seconds) => {
  const { ask, look, clock, lease } = world()
  for (const restS of seconds) {
    ask(big, limited(askedMs))
    clock.pass(restS * SECOND_MS - 1)
    expect(look(big)).toBe('limited')
    clock.pass(1)
    expect(look(big)).toBeNull()
  }
  {
    using probe = lease(big)
    expect(look(big)).toBe('limited')
    probe.learn(WELL)
  }
  expect(look(big)).toBeNull()
  ask(big, limited())
  clock.pass(SECOND_MS)
  expect(look(big)).toBeNull()
})

test('requests of a model that ran together say it once, the longest wait holds, and an older answer says nothing of now', () => {
  const { lease, why } = world()
  using one = lease(big)
  using two = lease(big)
  using three = lease(big)
  one.learn(limited())
  two.learn(limited(10_000))
  three.learn(WELL)
  expect(why(big)).toMatchObject({ reason: 'limited', waitMs: 10_000 })
})

test('as a last resort others go beside the probe of a model when its time is up, and not before', () => {
  const { ask, lease, health, clock } = world()
  ask(big, limited(5000))
  const candidate = { target: big, protocol: 'openai-chat' } as const
  expect(health.lease(candidate, { ...ASKING, lastResort: true })).toMatchObject({ reason: 'limited' })
  clock.pass(5000)
  using _probe = lease(big)
  expect(health.lease(candidate, ASKING)).toMatchObject({ reason: 'limited' })
  clock.pass(2000)
  expect(health.lease(candidate, { ...ASKING, lastResort: true })).not.toHaveProperty('reason')
})

test('a credential that rests is tried by one request at a time, and one model that is refused says nothing of the others', () => {
  const { ask, looks, lease, clock, credential } = world()
  ask(big, limited())
  ask(small, limited())
  clock.pass(SECOND_MS)
  expect(looks()).toEqual([null, null, null])
  ask(big, limited(30_000))
  expect(looks()).toEqual(['limited', null, null])
  {
    using second = lease(tiny)
    expect(looks()).toEqual(['cooling', 'cooling', 'cooling'])
    second.learn(WELL)
  }
  expect(looks()).toEqual(['limited', null, null])
  expect(credential()?.status).toBe('active')
})

test('a credential that is still limited as a whole rests for longer once a second model is refused', () => {
  const { ask, why, looks, clock } = world()
  ask(big, limited())
  ask(small, limited())
  clock.pass(SECOND_MS)
  ask(big, limited())
  ask(tiny, limited())
  expect(looks()).toEqual(['cooling', 'cooling', 'cooling'])
  expect(why(small)?.waitMs).toBe(2 * SECOND_MS)
})

test('what a model bears is half of what ran, and takes nothing from the others of its credential', () => {
  const { lease, look, why, clock, credential } = world()
  const held = Array.from({ length: 8 }, () => lease(big))
  held[0]?.learn(limited())
  for (const one of held) one[Symbol.dispose]()
  clock.pass(SECOND_MS)
  {
    using probe = lease(big)
    probe.learn(WELL)
  }
  using _one = lease(big)
  using _two = lease(big)
  using _three = lease(big)
  using _four = lease(big)
  expect(why(big)).toMatchObject({ reason: 'concurrency', hindrance: { inFlight: 4, limit: 4 } })
  expect(look(small)).toBeNull()
  expect(credential()).toMatchObject({ inFlight: 4, limit: null })
})

test.each<[string, (health: Health) => void]>([
  ['the operator has it tried anew', (health) => health.recover({ kind: 'credential', id: 'a-credential' })],
  [
    'its secret is another',
    (health) =>
      health.follow([big, small].map((target) => ({ ...target, credential: { ...target.credential, secret: 'new' } }))),
  ],
])('all models of a credential are asked again when %s', (_name, change) => {
  const { ask, health } = world()
  health.follow([big, small])
  ask(big, limited(30_000))
  ask(small, limited(30_000))
  change(health)
  expect(health.credential('a-credential')?.limited).toEqual([])
})

test('a new directory changes nothing for the models that are still there', () => {
  const { ask, looks, health, credential } = world()
  ask(big, limited(30_000))
  health.follow([aTarget('a', { upstreamName: 'big' }), small])
  expect(looks()).toEqual(['limited', null, null])
  health.follow([small])
  expect(credential()?.limited).toEqual([])
})

/** The preset of a vendor that limits families as one. */
const SHARING = DESCRIPTORS.find(({ limitsFamilies }) => limitsFamilies === true)?.id ?? ''

const shared = (upstreamName: string, more: Parameters<typeof aTarget>[1] = {}) =>
  aTarget('a', { upstreamName, provider: { preset: SHARING }, ...more })

const SIBLINGS = ['claude-sonnet-4-6', 'claude-sonnet-4-6-20260217', 'claude-sonnet-4-5'].map((name) => shared(name))
const [sonnet, dated, older] = SIBLINGS as [TargetEntry, TargetEntry, TargetEntry]
const haiku = shared('claude-haiku-5-5')

test('where a vendor limits a family as one, a 429 of one name rests all of them, and says by whom', () => {
  const { ask, look, why, saved } = openHealth()
  ask(sonnet, limited(20_000))
  expect([...SIBLINGS, haiku].map((target) => look(target))).toEqual(['limited', 'limited', 'limited', null])
  expect(why(sonnet)).toEqual({ reason: 'limited', waitMs: 20_000, hindrance: { leftMs: 20_000 } })
  expect(why(older)).toEqual({
    reason: 'limited',
    waitMs: 20_000,
    hindrance: { leftMs: 20_000, by: 'claude-sonnet-4-6' },
  })
  expect(saved).toEqual([])
})

test('the rest of a family is of one credential, endpoint and protocol', () => {
  const { ask, look } = openHealth()
  ask(sonnet, limited(20_000))
  expect(look(older, 'openai-responses')).toBeNull()
  expect(look(shared('claude-sonnet-4-5', { endpoint: { id: 'second' } }))).toBeNull()
  expect(look(shared('claude-sonnet-4-5', { credential: { id: 'second' } }))).toBeNull()
})

test('one request of any of its names is the probe of a family, and what comes of it is of all', () => {
  const { ask, lease, look, why, clock, health } = openHealth()
  ask(sonnet, limited(5000))
  clock.pass(5000)
  {
    using probe = lease(older)
    expect(SIBLINGS.map((target) => look(target))).toEqual(['limited', 'limited', 'limited'])
    probe.learn(limited(7000))
  }
  expect(why(sonnet)).toMatchObject({ waitMs: 7000, hindrance: { by: 'claude-sonnet-4-5' } })
  expect(health.credential('a-credential')).toMatchObject({
    status: 'active',
    limited: [{ model: 'claude-sonnet-4-5' }],
  })
  clock.pass(7000)
  ask(dated, WELL)
  expect(SIBLINGS.map((target) => look(target))).toEqual([null, null, null])
})

test('its rests grow from name to name, as they would of one', () => {
  const { ask, why, clock } = openHealth()
  for (const [n, target] of [sonnet, older, dated, older].entries()) {
    ask(target, limited())
    expect(why(sonnet)?.waitMs).toBe(1000 * 2 ** n)
    clock.pass(1000 * 2 ** n)
  }
})

test('another family that is refused meanwhile tells of the whole credential', () => {
  const { ask, look } = openHealth()
  ask(sonnet, limited(20_000))
  ask(haiku, limited(10_000))
  expect([older, haiku].map((target) => look(target))).toEqual(['cooling', 'cooling'])
})

test('that a vendor lacks one name of a family says nothing of the others, nor does it end their rest', () => {
  const { ask, look, clock } = openHealth()
  ask(dated, { kind: 'absent' })
  expect(SIBLINGS.map((target) => look(target))).toEqual([null, 'absent', null])
  ask(sonnet, limited(5000))
  clock.pass(5000)
  ask(older, WELL)
  expect(SIBLINGS.map((target) => look(target))).toEqual([null, 'absent', null])
})

test('a family rests on while one of its names has a route, and begins anew with another secret', () => {
  const { ask, look, health } = openHealth()
  health.follow([...SIBLINGS, haiku])
  ask(sonnet, limited(20_000))
  health.follow([older, haiku])
  expect(look(older)).toBe('limited')
  health.follow([haiku])
  health.follow([older, haiku])
  expect(look(older)).toBeNull()
  ask(older, limited(20_000))
  const anew = [older, haiku].map((target) => ({ ...target, credential: { ...target.credential, secret: 'new' } }))
  health.follow(anew)
  expect(anew.map((target) => look(target))).toEqual([null, null])
})
