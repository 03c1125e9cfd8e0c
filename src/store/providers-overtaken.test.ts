import { describe, expect, test } from 'vitest'
import { createEnvelope } from '../vault/envelope.ts'
import { providersIn } from './providers.ts'
import { overtaken } from './test-overtaken.ts'
import { engines } from './test-store.ts'

const PROVIDER = {
  id: 'p1',
  slug: 'p1',
  name: 'Acme',
  preset: 'custom',
  priority: 100,
  weight: 1,
  multiplierMicros: 1_000_000n,
  allowPrivate: false,
  note: '',
  endpoints: [{ dialect: 'openai', baseUrl: 'https://api.acme.example/v1', capabilities: ['chat'] }],
  credentials: [],
  routes: [],
} as const

describe.each(engines)('providers on %s', (_, open) => {
  test('that somebody deletes meanwhile are not brought back by a change', async () => {
    await using store = await open()
    await store.providers.create(PROVIDER)
    const late = providersIn(
      overtaken(store.db, (tx) => tx.updateTable('provider').set({ status: 'deleted' }).execute()),
      store.clock,
      createEnvelope(Buffer.alloc(32, 7), 'test'),
    )
    expect(await late.patch('p1', { status: 'active' })).toMatchObject({ refused: 'version_conflict' })
    expect(await store.providers.get('p1')).toBeUndefined()
  })
})
