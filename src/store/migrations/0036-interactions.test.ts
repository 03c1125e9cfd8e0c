import { describe, expect, test } from 'vitest'
import type { Capability } from '../../core/protocol.ts'
import { engines } from '../test-store.ts'
import { up } from './0036-interactions.ts'

const GOOGLE = 'https://generativelanguage.googleapis.com'
const ENDPOINTS: [baseUrl: string, before: Capability[], after: Capability[]][] = [
  [GOOGLE, ['generate', 'embeddings'], ['generate', 'embeddings', 'interactions']],
  [`${GOOGLE}/`, ['embeddings', 'generate'], ['embeddings', 'generate', 'interactions']],
  [GOOGLE, ['generate'], ['generate']],
  ['https://proxy.example', ['generate', 'embeddings'], ['generate', 'embeddings']],
]

describe.each(engines)('interactions on %s', (_, open) => {
  test('are offered by Google’s own endpoints, but for those that somebody has narrowed', async () => {
    await using store = await open()
    for (const [index, [baseUrl, capabilities]] of ENDPOINTS.entries()) {
      const id = `p${index}`
      const facts = { slug: id, name: id, preset: 'gemini', priority: 1, weight: 1, note: '' }
      const endpoints = [{ dialect: 'gemini', baseUrl, capabilities }] as const
      const more = { multiplierMicros: 1_000_000n, allowPrivate: false, credentials: [], routes: [] }
      const { ok } = await store.providers.create({ id, ...facts, ...more, endpoints })
      expect(ok).toBe(true)
    }
    await up(store.db.kysely)
    const offered = await Promise.all(
      ENDPOINTS.map(async (_one, index) => (await store.providers.get(`p${index}`))?.endpoints[0]?.capabilities),
    )
    expect(offered).toEqual(ENDPOINTS.map(([, , after]) => after))
  })
})
