import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { adminUserModels } from '../../../../src/contract/catalogue.ts'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { ask, queryClient } from '../../lib/query.ts'
import { KeyFormView } from './key-form-view.tsx'

const KEY = {
  id: 'key_1',
  name: 'ci',
  note: '',
  expires_at: null,
  allow_models: null,
  allow_ips: null,
  limits: [],
} as unknown as ApiKey

test('a form on its way is not sent again by the keys that send it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await Promise.all((['keys', 'limits', 'ui'] as const).map((name) => loadTexts(name)))
  queryClient.setQueryData(ask(adminUserModels, { params: { id: 'user_1' } }).queryKey, { items: [] } as never)
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    place.remove()
    queryClient.clear()
    vi.unstubAllGlobals()
  })
  const change = vi.fn<() => Promise<unknown>>(() => new Promise(() => {}))
  const none = vi.fn<() => void>()
  const saver = { create: vi.fn<() => never>(), change, reload: vi.fn<() => Promise<null>>() }
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <KeyFormView
          edited={KEY}
          owner="user_1"
          zone="Asia/Shanghai"
          saver={saver}
          onCreated={none}
          onDirty={none}
          out={{ leave: none, settle: none, done: none }}
        />
      </QueryClientProvider>,
    ),
  )
  const input = place.querySelector('input')
  const send = () =>
    act(async () => {
      input?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }),
      )
    })
  await send()
  await vi.waitFor(() => expect(change).toHaveBeenCalledOnce())
  await send()
  await send()
  expect(change).toHaveBeenCalledOnce()
})
