import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { adminUserModels } from '../../../../src/contract/catalogue.ts'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { ask, queryClient } from '../../lib/query.ts'
import { draw } from '../../test-draw.ts'
import { KeyFormView } from './key-form-view.tsx'

const KEY = {
  id: 'key_1',
  name: 'ci',
  note: '',
  expires_at: null,
  allow_models: null,
  allow_ips: null,
  limits: [],
  version: 3,
} as unknown as ApiKey

test('a form on its way is not sent again by the keys that send it', async () => {
  queryClient.setQueryData(ask(adminUserModels, { params: { id: 'user_1' } }).queryKey, { items: [] } as never)
  const change = vi.fn<(...asked: unknown[]) => Promise<unknown>>(() => new Promise(() => {}))
  const none = vi.fn<() => void>()
  const saver = { create: vi.fn<() => never>(), change, reload: vi.fn<() => Promise<null>>() }
  const { place } = await draw(
    <KeyFormView
      edited={KEY}
      owner="user_1"
      zone="Asia/Shanghai"
      saver={saver}
      onCreated={none}
      onDirty={none}
      out={{ leave: none, settle: none, done: none }}
    />,
    { texts: ['keys', 'limits', 'ui'] },
  )
  const input = place.querySelector('input')
  const send = () =>
    act(async () => {
      input?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }),
      )
    })
  await send()
  await expect.poll(() => change).toHaveBeenCalledOnce()
  await send()
  await send()
  expect(change).toHaveBeenCalledOnce()
  // Of the version that the form was filled from.
  expect(change.mock.calls[0]?.[2]).toBe(3)
})
