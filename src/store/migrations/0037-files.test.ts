import { describe, expect, test } from 'vitest'
import type { Capability, Dialect } from '../../core/protocol.ts'
import { engines } from '../test-store.ts'
import { up } from './0037-files.ts'

const ANTHROPIC = 'https://api.anthropic.com'
const GOOGLE = 'https://generativelanguage.googleapis.com'
const ENDPOINTS: [dialect: Dialect, baseUrl: string, before: Capability[], after: Capability[]][] = [
  ['anthropic', ANTHROPIC, ['messages', 'batches'], ['messages', 'batches', 'files']],
  ['anthropic', `${ANTHROPIC}/`, ['batches', 'messages'], ['batches', 'messages', 'files']],
  ['anthropic', ANTHROPIC, ['messages'], ['messages']],
  ['gemini', GOOGLE, ['generate', 'interactions', 'embeddings'], ['generate', 'interactions', 'embeddings', 'files']],
  ['gemini', GOOGLE, ['generate', 'embeddings'], ['generate', 'embeddings']],
  ['anthropic', 'https://proxy.example', ['messages', 'batches'], ['messages', 'batches']],
]

describe.each(engines)('files on %s', (_, open) => {
  test('are offered by their vendors’ own endpoints, but for those that somebody has narrowed', async () => {
    await using store = await open()
    for (const [index, [dialect, baseUrl, capabilities]] of ENDPOINTS.entries()) {
      const id = `p${index}`
      const facts = { slug: id, name: id, preset: 'custom', priority: 1, weight: 1, note: '' }
      const endpoints = [{ dialect, baseUrl, capabilities }] as const
      const more = { multiplierMicros: 1_000_000n, allowPrivate: false, credentials: [], routes: [] }
      const { ok } = await store.providers.create({ id, ...facts, ...more, endpoints })
      expect(ok).toBe(true)
    }
    await up(store.db.kysely)
    const offered = await Promise.all(
      ENDPOINTS.map(async (_one, index) => (await store.providers.get(`p${index}`))?.endpoints[0]?.capabilities),
    )
    expect(offered).toEqual(ENDPOINTS.map(([, , , after]) => after))
  })
})
