import { expect, test, vi } from 'vitest'
import type { Probes } from '../../../../src/contract/providers.ts'
import { probeEach, testEach, triedOf } from './probe-each.ts'

const answer = (ok: boolean, ...models: string[]): Probes => ({
  ok,
  results: [
    {
      dialect: 'openai',
      base_url: 'https://a.example/v1',
      ok,
      http_status: ok ? 200 : 401,
      ms: 1,
      detail: null,
      models,
    },
  ],
  models: models.map((id) => ({ id, known: false, priced: false, routed: false })),
})

test('each credential is asked with, told by its name, and their models are told once', async () => {
  const answers: Record<string, Probes> = {
    main: answer(true, 'a', 'b'),
    spare: answer(false),
    third: answer(true, 'b'),
  }
  const asked = Object.keys(answers).map((name) => ({ name }))
  const told = await probeEach(asked, async ({ name }) => answers[name] ?? answer(false))
  expect(told.ok).toBe(false)
  expect(told.results.map(({ credential, ok }) => [credential, ok])).toEqual([
    ['main', true],
    ['spare', false],
    ['third', true],
  ])
  expect(told.models.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('one alone needs no name, and one that cannot be asked at all is thrown', async () => {
  const one = await probeEach([{ name: 'main' }], async () => answer(true))
  expect(one.results[0]).not.toHaveProperty('credential')
  await expect(probeEach([{ name: 'main' }], () => Promise.reject(new Error('away')))).rejects.toThrow('away')
})

test('a saved provider is tried with each credential that is on', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string | URL | Request) => {
    asked.push(new URL(url instanceof Request ? url.url : url, 'http://it').search)
    return Response.json(answer(true))
  })
  const credential = (id: string, status: 'active' | 'invalid' | 'disabled') => ({ id, name: id, status })
  // Of a provider only its credentials count here.
  const provider = {
    id: 'p',
    credentials: [credential('c1', 'active'), credential('c2', 'disabled'), credential('c3', 'invalid')],
  }
  await testEach(triedOf(provider as unknown as Parameters<typeof triedOf>[0]), new AbortController().signal)
  expect(asked).toEqual(['?credential=c1', '?credential=c3'])
})
