import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Probe } from '../../../../src/contract/providers.ts'
import type { ProviderPart } from '../../../../src/core/routing.ts'
import { toast, useToasts } from '../toast.ts'
import { draw } from '../../test-draw.ts'
import { useProbeNow } from './use-probe-now.ts'

const answered = (status: number | null): Probe => ({
  dialect: 'openai',
  base_url: `https://${status ?? 'nobody'}.example/v1`,
  ok: status === 200,
  http_status: status,
  ms: 120,
  detail: status === 200 ? null : 'why',
  models: [],
})

let asked: string[] = []
const shown: ReturnType<typeof useToasts>[] = []
const probing: ReturnType<typeof useProbeNow>[] = []

function Reader({ part }: { part: ProviderPart }) {
  shown.push(useToasts())
  probing.push(useProbeNow({ provider: { id: 'p', name: 'Acme' }, part, name: 'main' }))
  return null
}

beforeEach(() => void (asked = []))

afterEach(() => {
  for (const { id } of shown.at(-1) ?? []) act(() => toast.close(id))
})

/** Probes a part of a provider whose endpoints answer with these statuses; null: they cannot be reached. */
async function probed(part: ProviderPart, statuses: readonly (number | null)[]) {
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json({
      ok: statuses.every((status) => status === 200),
      results: statuses.map(answered),
      models: [],
    })
  })
  await draw(<Reader part={part} />, { texts: ['providers'] })
  await act(async () => probing.at(-1)?.probe())
  return (shown.at(-1) ?? []).map(({ variant, message }) => [variant, message])
}

const CREDENTIAL: ProviderPart = { kind: 'credential', id: 'c' }
const TEST = '/api/admin/providers/p/test'
const RECOVERED = '/api/admin/providers/p/credentials/c/recover'

test.each([
  ['all endpoints take it', [200, 200], 'success', null],
  ['one cannot be reached and the others take it', [null, 200], 'warning', 'https://nobody.example/v1 · why'],
] as const)('a credential rests no more where %s', async (_name, statuses, variant, message) => {
  const [[told, said] = []] = await probed(CREDENTIAL, statuses)
  expect(asked).toEqual([`${TEST}?credential=c`, RECOVERED])
  expect(told).toBe(variant)
  if (message !== null) expect(said).toBe(message)
})

test.each([
  ['an endpoint refuses it', [200, 401], 'https://401.example/v1 · 401 · why'],
  ['nobody can be reached', [null], 'why'],
] as const)('a credential goes on resting where %s', async (_name, statuses, message) => {
  expect(await probed(CREDENTIAL, statuses)).toEqual([['error', message]])
  expect(asked).toEqual([`${TEST}?credential=c`])
})

test('an endpoint is tried alone, and nothing else recovers with it', async () => {
  const [[told] = []] = await probed({ kind: 'endpoint', id: 'e' }, [200])
  expect(told).toBe('success')
  expect(asked).toEqual([`${TEST}?endpoint=e`, '/api/admin/providers/p/endpoints/e/recover'])
})
