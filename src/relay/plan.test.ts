import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelEntry, TargetEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import { createDirectory } from './directory.ts'
import { usableModels } from './models.ts'
import { plan } from './plan.ts'
import type { Translates } from './routing/candidates.ts'
import type { Lesson } from './routing/health.ts'
import { createRouting } from './routing/routing.ts'
import { simulate } from './routing/simulate.ts'
import { ASKING, aTarget, CALLER, MODEL, POLICY, testClock } from './routing/test-targets.ts'

type World = Partial<Pick<ModelEntry, 'price' | 'laterPrices' | 'strategy'>> & {
  dice?: () => number
  translates?: Translates
}

/** A gateway's memory over some targets, and the plan it makes. */
function world(targets: TargetEntry[], { dice = () => 0.5, translates = () => false, ...facts }: World = {}) {
  const directory = createDirectory()
  const model: ModelEntry = { ...MODEL, ...facts }
  directory.replace({ keys: [], models: [model], targets, limits: [], accounts: [], limitUse: [] })
  const clock = testClock()
  const routing = createRouting({
    clock,
    translates,
    saved: () => undefined,
    admitsTarget: () => null,
    policy: () => POLICY,
  })
  const turn = openaiChat.read({ path: '', query: new URLSearchParams(), body: Buffer.from('{"model":"m"}') })
  const headers = { 'session-id': 's1' }
  const planned = () =>
    plan({ caller: CALLER, protocol: openaiChat, turn, headers, at: clock.now() }, { ...routing, directory, dice })
  return {
    clock,
    routing,
    directory,
    planned,
    order: () => planned().candidates.map(({ target }) => target.credential.id.replace('-credential', '')),
    fates: () => planned().skips.map(({ target, reason }) => [target.provider.id, reason]),
    refusal: () => planned().refusal(),
  }
}

const anthropic = { dialect: 'anthropic', capabilities: ['messages'] } as const

/** Lets a candidate fail in a way that makes its credential rest. */
function ail({ routing, planned }: ReturnType<typeof world>, name: string, restMs: number | null = null) {
  const candidate = planned().candidates.find(({ target }) => target.credential.id === `${name}-credential`)
  if (!candidate) throw new Error(`${name} is not asked`)
  const lease = routing.health.lease(candidate, ASKING)
  if ('reason' in lease) throw new Error(`${name} is ${lease.reason}`)
  using held = lease
  held.learn({ kind: 'ailing', status: 'cooling', reason: 'http_429', restMs })
}

test('candidates come by the priority of their provider, then of their credential, whatever the dice say', () => {
  const { order } = world([
    aTarget('d', { priority: 3 }),
    aTarget('b', { priority: 1, credential: { priority: 2 } }),
    aTarget('a', { priority: 1 }),
    aTarget('c', { priority: 2 }),
  ])
  expect(order()).toEqual(['a', 'b', 'c', 'd'])
})

const seeded = () => {
  let seed = 1
  return () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
}

test.each([
  ['among equals the first is drawn by weight', null, 1],
  ['under `weighted` the weights decide alone, whatever the priorities', 'weighted' as const, 9],
])('%s', (_name, strategy, priority) => {
  const targets = [aTarget('light'), aTarget('heavy', { weight: 3, priority })]
  const { order } = world(targets, { dice: seeded(), strategy })
  const firsts = Array.from({ length: 2000 }, () => order()[0])
  const share = firsts.filter((name) => name === 'heavy').length / firsts.length
  expect(share).toBeGreaterThan(0.7)
  expect(share).toBeLessThan(0.8)
})

test('the cheapest of a tier goes first under `lowest_cost`, and no dearer tier before it', () => {
  const cost = (multiplierMicros: bigint) => ({ provider: { multiplierMicros } })
  const targets = [aTarget('dear', cost(2_000_000n)), aTarget('cheap', cost(500_000n))]
  const { order } = world([...targets, aTarget('free', { priority: 2, ...cost(0n) })], { strategy: 'lowest_cost' })
  expect(order()).toEqual(['cheap', 'dear', 'free'])
})

test('the quickest of a tier goes first under `lowest_latency`, but first those that nobody has measured', () => {
  const { order, routing } = world([aTarget('slow'), aTarget('quick'), aTarget('new')], { strategy: 'lowest_latency' })
  const measure = (name: string, ms: number) =>
    routing.latencies.add({ endpointId: `${name}-endpoint`, model: 'm', stream: false }, ms)
  measure('slow', 900)
  measure('quick', 90)
  expect(order()).toEqual(['new', 'quick', 'slow'])
  measure('new', 400)
  expect(order()).toEqual(['quick', 'new', 'slow'])
})

test('a provider is asked in the caller’s own protocol where it can be, and in another only where that is translated', () => {
  const own = aTarget('both')
  const other = aTarget('both', { endpoint: { id: 'second', ...anthropic } })
  const only = aTarget('only', { endpoint: anthropic, priority: 0 })
  const { order, fates } = world([other, own, only])
  expect(order()).toEqual(['both'])
  expect(fates()).toEqual([
    ['both', 'format'],
    ['only', 'format'],
  ])
  const translating = world([other, own, only], { translates: () => true })
  expect(translating.planned().candidates.map(({ protocol }) => protocol)).toEqual([
    'anthropic-messages',
    'openai-chat',
  ])
  expect(translating.fates()).toEqual([['both', 'format']])
})

test('inside a tier whoever needs no translation goes first', () => {
  const targets = [aTarget('translated', { endpoint: anthropic, weight: 1000 }), aTarget('native')]
  expect(world(targets, { translates: () => true, dice: seeded() }).order()).toEqual(['native', 'translated'])
})

test('what cannot be asked says why: switched off, not for this model, without the capability', () => {
  const { fates, order } = world([
    aTarget('off', { enabled: false }),
    aTarget('elsewhere', { credential: { allowModels: ['other'] } }),
    aTarget('embeds', { endpoint: { capabilities: ['embeddings'] } }),
    aTarget('fits', { credential: { allowModels: ['other', 'm'] } }),
  ])
  expect(order()).toEqual(['fits'])
  expect(fates().toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
    ['elsewhere', 'model'],
    ['embeds', 'capability'],
    ['off', 'disabled'],
  ])
})

test('what nobody serves is refused for good, and what rests until it is over', () => {
  expect(world([aTarget('other', { endpoint: anthropic })]).refusal().code).toBe('model_not_served')
  expect(world([]).refusal().code).toBe('no_upstream')
  expect(world([aTarget('off', { enabled: false })]).refusal().code).toBe('no_upstream')
  const resting = world([aTarget('a'), aTarget('b')])
  ail(resting, 'a', 40_000)
  ail(resting, 'b', 20_000)
  resting.clock.pass(500)
  expect(resting.order()).toEqual([])
  expect(resting.fates()).toEqual([
    ['a', 'cooling'],
    ['b', 'cooling'],
  ])
  expect(resting.refusal()).toMatchObject({ code: 'no_upstream', details: { seconds: 20 } })
  resting.clock.pass(20_000)
  expect(resting.order()).toEqual(['b'])
})

test('when only broken endpoints are left, one of them is asked rather than nobody', () => {
  const broken = world([aTarget('a'), aTarget('b', { priority: 2 })])
  for (const candidate of broken.planned().candidates)
    for (let n = 0; n < 5; n += 1) {
      const lease = broken.routing.health.lease(candidate, ASKING)
      if ('reason' in lease) throw new Error(lease.reason)
      lease.learn({ kind: 'failing' })
      lease[Symbol.dispose]()
    }
  const { candidates, lastResort, skips } = broken.planned()
  expect([candidates.map(({ target }) => target.provider.id), lastResort]).toEqual([['a'], true])
  expect(skips.map(({ target, reason }) => [target.provider.id, reason])).toEqual([['b', 'breaker']])
})

test('a model that nobody has is asked for once more, but not before somebody who only failed', () => {
  const lacking = world([aTarget('a'), aTarget('b', { priority: 2 })])
  const [a, b] = lacking.planned().candidates
  if (!a || !b) throw new Error('there are no candidates')
  const learn = (candidate: typeof a, lesson: Lesson, times = 1) => {
    for (let n = 0; n < times; n += 1) {
      const lease = lacking.routing.health.lease(candidate, ASKING)
      if ('reason' in lease) throw new Error(lease.reason)
      using held = lease
      held.learn(lesson)
    }
  }
  learn(a, { kind: 'absent' })
  expect([lacking.order(), lacking.fates()]).toEqual([['b'], [['a', 'absent']]])
  learn(b, { kind: 'failing' }, 5)
  expect([lacking.order(), lacking.planned().lastResort]).toEqual([['b'], true])
  const lackingBoth = world([aTarget('a'), aTarget('b', { priority: 2 })])
  for (const candidate of lackingBoth.planned().candidates) {
    const lease = lackingBoth.routing.health.lease(candidate, ASKING)
    if ('learn' in lease) lease.learn({ kind: 'absent' })
  }
  expect([lackingBoth.order(), lackingBoth.planned().lastResort]).toEqual([['a'], true])
})

test('a credential whose wait is over is asked by others beside its probe when there is nobody else', () => {
  const cooled = world([aTarget('a')])
  const [candidate] = cooled.planned().candidates
  if (!candidate) throw new Error('there is no candidate')
  // Of four that run at once, half are what it bears from then on.
  const running = Array.from({ length: 3 }, () => cooled.routing.health.lease(candidate, ASKING))
  ail(cooled, 'a', 20_000)
  for (const lease of running) if ('learn' in lease) lease[Symbol.dispose]()
  cooled.clock.pass(19_999)
  expect(cooled.order()).toEqual([])
  cooled.clock.pass(1)
  const probe = cooled.routing.health.lease(candidate, ASKING)
  const beside = cooled.planned()
  expect([beside.candidates.map(({ target }) => target.provider.id), beside.lastResort]).toEqual([['a'], true])
  expect(cooled.routing.health.lease(candidate, beside)).not.toHaveProperty('reason')
  expect(cooled.routing.health.lease(candidate, ASKING)).toMatchObject({ reason: 'cooling' })
  if ('learn' in probe) probe.learn({ kind: 'ailing', status: 'cooling', reason: 'http_429', restMs: 5000 })
  expect(cooled.order()).toEqual([])
})

test('whoever answered a conversation goes first again, unless it rests or a better tier is well', () => {
  const here = world([aTarget('a'), aTarget('b'), aTarget('fallback', { priority: 2 })], { dice: seeded() })
  const stick = (name: string) => {
    const { candidates, conversation } = here.planned()
    const candidate = candidates.find(({ target }) => target.provider.id === name)
    if (candidate && conversation) here.routing.affinity.stick(conversation, candidate)
  }
  stick('b')
  expect(new Set(Array.from({ length: 20 }, () => here.order()[0]))).toEqual(new Set(['b']))
  stick('fallback')
  expect(here.order()[2]).toBe('fallback')
  stick('b')
  ail(here, 'b', 60_000)
  expect(here.order()).toEqual(['a', 'fallback'])
})

type Step =
  | { kind: 'ail'; name: string; restMs: number | null }
  | { kind: 'stick'; name: string }
  | { kind: 'pass'; ms: number }

/** What may happen between two requests; to whoever is not asked now nothing does. */
function take(here: ReturnType<typeof world>, step: Step): void {
  if (step.kind === 'pass') return here.clock.pass(step.ms)
  if (!here.order().includes(step.name)) return
  if (step.kind === 'ail') return ail(here, step.name, step.restMs)
  const { candidates, conversation } = here.planned()
  const candidate = candidates.find(({ target }) => target.provider.id === step.name)
  if (candidate && conversation) here.routing.affinity.stick(conversation, candidate)
}

const SIMULATED = { model: 'm', protocol: 'openai-chat', stream: false, policy: POLICY } as const

test('the first of a plan never rests, and a simulation says what the plan does', () => {
  const name = fc.constantFrom('a', 'b', 'c')
  const step = fc.oneof(
    fc.record({ kind: fc.constant('ail' as const), name, restMs: fc.constantFrom(null, 1000, 30_000, 90_000_000) }),
    fc.record({ kind: fc.constant('stick' as const), name }),
    fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 90_000 }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const here = world([aTarget('a'), aTarget('b'), aTarget('c', { priority: 2 })])
      for (const it of steps) {
        take(here, it)
        const { candidates, refusal } = here.planned()
        for (const candidate of candidates) expect(here.routing.health.look(candidate, ASKING)).toBeNull()
        const asked = { ...SIMULATED, caller: CALLER, at: here.clock.now() }
        const simulated = simulate(asked, { directory: here.directory, routing: here.routing, dice: () => 0.5 })
        const kept = simulated.fates.filter(({ position }) => position !== null)
        expect(new Set(kept.map(({ target }) => target))).toEqual(new Set(candidates.map(({ target }) => target)))
        expect(simulated.fates).toHaveLength(3)
        expect(simulated.refusal).toEqual(candidates.length === 0 ? refusal() : null)
      }
    }),
  )
})

test('a model is served from the moment on that it has a price, and no longer than it has one', () => {
  const from = testClock().now() + 60_000
  const { price } = MODEL
  const soon = world([aTarget('a')], { price: null, laterPrices: [{ from, price }] })
  const ending = world([aTarget('a')], { laterPrices: [{ from, price: null }] })
  const listed = ({ directory, clock }: ReturnType<typeof world>) =>
    usableModels(CALLER, { directory, at: clock.now() }).length
  expect(() => soon.planned()).toThrow(expect.objectContaining({ code: 'model_unpriced' }))
  expect([listed(soon), listed(ending), ending.order()]).toEqual([0, 1, ['a']])
  for (const { clock } of [soon, ending]) clock.pass(60_000)
  expect(() => ending.planned()).toThrow(expect.objectContaining({ code: 'model_unpriced' }))
  expect([listed(soon), listed(ending), soon.order()]).toEqual([1, 0, ['a']])
})

test('a simulation of a model that is refused is refused the same way', () => {
  const { clock, directory, routing } = world([aTarget('a')])
  const caller = { allowModels: ['other'], allowProviders: null, userId: 'u' }
  const asked = { caller, at: clock.now(), model: 'm', protocol: 'openai-chat', stream: true, policy: POLICY } as const
  expect(() => simulate(asked, { directory, routing, dice: () => 0 })).toThrow(GatewayError)
})
