import { expect, test } from 'vitest'
import type { KeyEntry, TargetEntry } from '../core/directory.ts'
import { ONE_MICROS } from '../core/money.ts'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import { createDirectory } from './directory.ts'
import { plan } from './plan.ts'

const caller: KeyEntry = {
  id: 'k',
  hash: 'h',
  name: 'key',
  userId: 'u',
  status: 'active',
  userStatus: 'active',
  expiresAt: null,
  allowModels: null,
  allowIps: null,
  multiplierMicros: ONE_MICROS,
}

function target(name: string, { priority = 1, weight = 1, anthropic = false } = {}): TargetEntry {
  return {
    model: 'm',
    upstreamName: 'm',
    priority,
    weight,
    provider: { id: name, name, preset: 'custom', multiplierMicros: ONE_MICROS, allowPrivate: false },
    endpoint: anthropic
      ? { id: name, dialect: 'anthropic', baseUrl: 'https://a.example', capabilities: ['messages'] }
      : { id: name, dialect: 'openai', baseUrl: 'https://a.example/v1', capabilities: ['chat'] },
    credential: { id: name, last4: '0000', secret: 's', priority: 1, weight: 1 },
  }
}

function planned(targets: TargetEntry[], dice: () => number = () => 0.5): string[] {
  const directory = createDirectory()
  const model = { id: 'm', aliases: [], displayName: 'M', vendor: '', context: null, maxOutput: null, createdAt: 0 }
  directory.replace({ keys: [], models: [{ ...model, price: { version: 'v', rates: {}, tiers: [] } }], targets })
  const turn = openaiChat.read({ path: '', query: new URLSearchParams(), body: Buffer.from('{"model":"m"}') })
  return plan(caller, openaiChat, turn, { directory, dice }).targets.map(({ provider }) => provider.id)
}

test('candidates come by priority, whatever the dice say', () => {
  expect(planned([target('c', { priority: 3 }), target('a', { priority: 1 }), target('b', { priority: 2 })])).toEqual([
    'a',
    'b',
    'c',
  ])
})

test('among equals the first is drawn by weight', () => {
  let seed = 1
  const dice = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  const firsts = Array.from({ length: 2000 }, () => planned([target('light'), target('heavy', { weight: 3 })], dice)[0])
  const share = firsts.filter((name) => name === 'heavy').length / firsts.length
  expect(share).toBeGreaterThan(0.7)
  expect(share).toBeLessThan(0.8)
})

test('only endpoints that speak the protocol are candidates', () => {
  expect(planned([target('other', { anthropic: true }), target('own')])).toEqual(['own'])
})

test('a model nobody serves in the protocol is told apart from one that nobody serves now', () => {
  expect(() => planned([target('other', { anthropic: true })])).toThrow('through this API')
  expect(() => planned([])).toThrow('No upstream is available')
})
