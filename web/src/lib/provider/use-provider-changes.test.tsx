import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminGetProvider, adminListProviders, type Provider } from '../../../../src/contract/providers.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { ask, keyOf, queryClient } from '../query.ts'
import { useProviderChanges } from './use-provider-changes.ts'

// Of a provider only what is changed here counts.
const provider = { id: 'prv_1', name: 'One', status: 'active', priority: 1, version: 1 } as Provider
const saved = { ...provider, status: 'disabled', version: 2 }
const one = ask(adminGetProvider, { params: { id: provider.id } }).queryKey
const list = keyOf(adminListProviders, {})

let root: Root
const seen: ReturnType<typeof useProviderChanges>[] = []
function Reader() {
  seen.push(useProviderChanges())
  return null
}

beforeEach(async () => {
  await loadTexts('providers')
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async () => Response.json(saved))
  root = createRoot(document.createElement('div'))
  act(() => root.render(<Reader />))
})

afterEach(() => {
  act(() => root.unmount())
  queryClient.clear()
  vi.unstubAllGlobals()
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
