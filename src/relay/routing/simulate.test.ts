import { expect, test } from 'vitest'
import type { TargetEntry } from '../../core/directory.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/time.ts'
import { createDirectory } from '../directory.ts'
import { conversationNamed } from './conversation.ts'
import { createRouting } from './routing.ts'
import { simulate, type Simulated } from './simulate.ts'
import { aTarget, MODEL, POLICY, testClock } from './test-targets.ts'

function world(targets: TargetEntry[]) {
  const clock = testClock()
  const directory = createDirectory()
  const price = { version: 'v', rates: { input: 2_000_000_000n }, tiers: [] }
  const models = [{ ...MODEL, price }]
  directory.replace({ keys: [], models, targets, limits: [], accounts: [], limitUse: [] })
  const routing = createRouting({
    clock,
    translates: () => true,
    saved: () => undefined,
    admitsTarget: () => null,
    policy: () => POLICY,
  })
  const ask = (more: Partial<Simulated> = {}) => {
    const caller = { allowModels: null, allowProviders: null, userId: 'u' }
    const asked = {
      caller,
      at: clock.now(),
      model: 'm',
      protocol: 'openai-chat',
      stream: true,
      policy: POLICY,
    } as const
    return simulate({ ...asked, ...more }, { directory, routing, dice: () => 0.5 })
  }
  return {
    clock,
    routing,
    ask,
    told: (more?: Partial<Simulated>) => ask(more).fates.map(({ target, behind }) => [target.provider.id, behind]),
  }
}

const anthropic = { dialect: 'anthropic', capabilities: ['messages'] } as const

test('each candidate tells what put it behind the one before it', () => {
  const { told } = world([
    aTarget('heavy', { weight: 9 }),
    aTarget('light'),
    aTarget('twin'),
    aTarget('translated', { endpoint: anthropic }),
    aTarget('second', { credential: { priority: 2 } }),
    aTarget('fallback', { priority: 2 }),
  ])
  expect(told()).toEqual([
    ['heavy', null],
    ['light', 'weight'],
    ['twin', 'equal'],
    ['translated', 'protocol'],
    ['second', 'credential_priority'],
    ['fallback', 'priority'],
  ])
})

test('a strategy that is not saved yet is tried for the model that has none, and names what it looked at', () => {
  const { told, routing } = world([
    aTarget('dear', { weight: 9, provider: { multiplierMicros: 2_000_000n } }),
    aTarget('cheap'),
  ])
  expect(told()[0]).toEqual(['dear', null])
  const lowestCost = { ...POLICY, strategy: 'lowest_cost' as const }
  expect(told({ policy: lowestCost })).toEqual([
    ['cheap', null],
    ['dear', 'cost'],
  ])
  for (const [name, ms] of [
    ['dear', 90],
    ['cheap', 900],
  ] as const)
    routing.latencies.add({ endpointId: `${name}-endpoint`, model: 'm', stream: true }, ms)
  expect(told({ policy: { ...POLICY, strategy: 'lowest_latency' } })).toEqual([
    ['dear', null],
    ['cheap', 'latency'],
  ])
})

test('a conversation that is named finds who answered it, as long as it stays, and asking forgets nothing', () => {
  const { ask, told, routing, clock } = world([
    aTarget('heavy', { weight: 9 }),
    aTarget('light'),
    aTarget('other', { priority: 2 }),
  ])
  const light = { target: aTarget('light'), protocol: 'openai-chat' } as const
  routing.affinity.stick(conversationNamed({ userId: 'u', model: 'm' }, 's1'), light)
  clock.pass(4 * MINUTE_MS)
  expect(told({ session: 's1' })).toEqual([
    ['light', null],
    ['heavy', 'affinity'],
    ['other', 'priority'],
  ])
  expect(ask({ session: 's1' }).fates[0]?.answeredMs).toBe(4 * MINUTE_MS)
  for (const other of [
    { session: 's2' },
    { session: 's1', caller: { allowModels: null, allowProviders: null, userId: 'somebody else' } },
  ])
    expect(told(other)[0]).toEqual(['heavy', null])
  expect(told({ session: 's1', policy: { ...POLICY, affinityMs: 0 } })[0]).toEqual(['heavy', null])
  clock.pass(HOUR_MS)
  expect(told({ session: 's1' })[0]).toEqual(['heavy', null])
  expect(told({ session: 's1', policy: { ...POLICY, affinityMs: 2 * HOUR_MS } })[0]).toEqual(['light', null])
})

test('who answered a conversation counts for nothing where one of a better tier goes before it', () => {
  const { ask, told, routing } = world([
    aTarget('best'),
    aTarget('answered', { priority: 2, weight: 9 }),
    aTarget('other', { priority: 2 }),
  ])
  const answered = { target: aTarget('answered'), protocol: 'openai-chat' } as const
  routing.affinity.stick(conversationNamed({ userId: 'u', model: 'm' }, 's1'), answered)
  expect(told({ session: 's1' })).toEqual([
    ['best', null],
    ['answered', 'priority'],
    ['other', 'weight'],
  ])
  expect(ask({ session: 's1' }).fates.map(({ answeredMs }) => answeredMs)).toEqual([null, null, null])
})

test('what the input would cost is told by the factor of each provider, and nothing where no length is given', () => {
  const { ask } = world([aTarget('a'), aTarget('b', { priority: 2, provider: { multiplierMicros: 1_500_000n } })])
  const costs = (inputTokens?: number) => ask({ inputTokens }).fates.map(({ costNanos }) => costNanos)
  expect(costs(1_000_000)).toEqual([2_000_000_000n, 3_000_000_000n])
  expect(costs()).toEqual([null, null])
  expect(ask()).toMatchObject({ maxAttempts: 3 })
})

test('a provider with three credentials has no more of the requests than one with one, also while some of them rest', () => {
  const found = { status: 'invalid', reason: null, until: Date.UTC(2027, 0) } as const
  const three = (resting: readonly string[] = []) =>
    ['a', 'b', 'c'].map((name) =>
      aTarget(name, { provider: { id: 'three' }, ...(resting.includes(name) && { credential: { found } }) }),
    )
  const { ask, told } = world([...three(), aTarget('one')])
  expect(told()).toEqual([
    ['one', null],
    ['three', 'weight'],
    ['three', 'equal'],
    ['three', 'equal'],
  ])
  const shares = [1 / 2, 1 / 6, 1 / 6, 1 / 6].map((share) => expect.closeTo(share, 9))
  expect(ask().fates.map(({ share }) => share)).toEqual(shares)
  const { fates } = world([...three(['b', 'c']), aTarget('one')]).ask()
  expect(fates.map(({ target, share }) => [target.credential.id, share])).toEqual([
    ['a-credential', 0.5],
    ['one-credential', 0.5],
    ['b-credential', null],
    ['c-credential', null],
  ])
})
