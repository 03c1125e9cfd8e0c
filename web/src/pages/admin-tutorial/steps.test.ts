import { expect, test } from 'vitest'
import { stepsOf, type Found } from './steps.ts'

const NOTHING: Found = {
  providers: [],
  users: { active: 1, disabled: 0, exhausted: 0 },
  keys: { active: 0 },
  used: false,
}

const provider = (priced: boolean, lastUsed: string | null): Found['providers'][number] => ({
  status: 'active',
  credentials: [
    {
      id: 'c',
      name: 'main',
      last4: 'abcd',
      status: 'active',
      reason: null,
      priority: 1,
      weight: 1,
      allow_models: null,
      last_used_at: lastUsed,
      balance: null,
      balance_failure: null,
    },
  ],
  routes: [
    { id: 'r1', model: 'a', upstream_name: 'a', enabled: true, priced: true },
    { id: 'r2', model: 'b', upstream_name: 'b', enabled: true, priced },
  ],
})

const states = (found: Found) => Object.fromEntries(stepsOf(found).map(({ id, state }) => [id, state]))

test('a new gateway has every step before it', () => {
  expect(new Set(Object.values(states(NOTHING)))).toEqual(new Set(['open']))
})

test('a model without a price and a credential nobody used keep their steps from being done', () => {
  expect(states({ ...NOTHING, providers: [provider(false, null)] })).toMatchObject({
    provider: 'done',
    test: 'open',
    models: 'done',
    prices: 'partly',
  })
})

test('models without a price are told by name, each once', () => {
  const steps = stepsOf({ ...NOTHING, providers: [provider(false, null), provider(false, null)] })
  expect(steps.find(({ id }) => id === 'prices')?.lacking).toEqual(['b'])
})

test('a gateway in use has done them all', () => {
  const found: Found = {
    providers: [provider(true, '2026-11-01T00:00:00.000Z')],
    users: { active: 2, disabled: 0, exhausted: 0 },
    keys: { active: 1 },
    used: true,
  }
  expect(new Set(Object.values(states(found)))).toEqual(new Set(['done']))
})
