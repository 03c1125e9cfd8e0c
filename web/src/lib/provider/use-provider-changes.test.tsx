import { beforeEach, expect, test, vi } from 'vitest'
import { adminGetProvider, adminListProviders, type Provider } from '../../../../src/contract/providers.ts'
import { ask, keyOf, queryClient } from '../query.ts'
import { draw } from '../../test-draw.ts'
import { useProviderChanges } from './use-provider-changes.ts'

// Of a provider only what is changed here counts.
const provider = { id: 'prv_1', name: 'One', status: 'active', priority: 1, version: 1 } as Provider
const saved = { ...provider, status: 'disabled', version: 2 }
const one = ask(adminGetProvider, { params: { id: provider.id } }).queryKey
const list = keyOf(adminListProviders, {})

const seen: ReturnType<typeof useProviderChanges>[] = []
function Reader() {
  seen.push(useProviderChanges())
  return null
}

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => Response.json(saved))
  await draw(<Reader />, { texts: ['providers'] })
})

test('what is changed in the list stands on the provider’s own page at once', async () => {
  queryClient.setQueryData(one, provider)
  await seen.at(-1)?.setEnabled(provider, false)
  expect(queryClient.getQueryData(one)).toMatchObject({ status: 'disabled', version: 2 })
})

test('a list that was asked for before a change does not undo it', async () => {
  const { promise: held, resolve: arrive } = Promise.withResolvers<object>()
  queryClient.setQueryData(list, { items: [provider] })
  const asking = queryClient.fetchQuery({ queryKey: list, queryFn: () => held, staleTime: 0 }).catch(() => null)
  await seen.at(-1)?.setEnabled(provider, false)
  arrive({ items: [provider] })
  await asking
  expect(queryClient.getQueryData(list)).toMatchObject({ items: [{ status: 'disabled' }] })
})

/** A server that keeps one provider, refuses what was made from another version, and answers when it is told to. */
function slowServer() {
  let kept = provider
  const asked: { status?: 'active' | 'disabled' }[] = []
  const held: (() => void)[] = []
  vi.stubGlobal('fetch', async (_: string, { method, headers, body }: RequestInit) => {
    if (method !== 'PATCH') return Response.json({ items: [kept] })
    await new Promise<void>((resolve) => held.push(resolve))
    if (new Headers(headers).get('if-match') !== `"${kept.version}"`) {
      return Response.json({ code: 'version_conflict' }, { status: 409 })
    }
    asked.push(JSON.parse(body as string))
    kept = { ...kept, ...asked.at(-1), version: kept.version + 1 }
    return Response.json(kept)
  })
  const answerNext = async () => {
    await vi.waitUntil(() => held.length > 0)
    held.shift()?.()
  }
  return { asked, answerNext, kept: () => kept }
}

const shown = () => (queryClient.getQueryData(list) as { items: Provider[] }).items[0]

test('a switch that is pressed again before the answer ends as the last press says, here and on the server', async () => {
  const server = slowServer()
  queryClient.setQueryData(list, { items: [provider] })
  const off = seen.at(-1)?.setEnabled(provider, false)
  const on = seen.at(-1)?.setEnabled(shown() ?? provider, true)
  expect(shown()?.status).toBe('active')
  await server.answerNext()
  await off
  expect(shown()?.status).toBe('active')
  await server.answerNext()
  await on
  expect(server.asked).toEqual([{ status: 'disabled' }, { status: 'active' }])
  expect(server.kept().status).toBe('active')
  expect(shown()).toMatchObject({ status: 'active', version: 3 })
})
