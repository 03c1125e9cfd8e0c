import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { queryClient } from '../../../lib/query.ts'
import '../../../ui/drawer-panel.tsx'
import '../../../ui/select-box.tsx'
import { BillDrawer } from './bill-drawer.tsx'

const onClose = vi.fn<() => void>()
const READ = {
  lines: 1,
  total: '1',
  first: '2026-11-01',
  last: '2026-11-01',
  unknown_models: [],
  problems: [],
}
/** The imports that wait for an answer. */
const imports: { body: string; answer: (applied: boolean) => Promise<void> }[] = []
let root: Root

beforeEach(async () => {
  await Promise.all([loadTexts('ui'), loadTexts('analysis')])
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', (_: string, { method, body = '' }: { method?: string; body?: string } = {}) => {
    if (method !== 'POST') return Promise.resolve(Response.json({ items: [], next: null }))
    const { promise, resolve } = Promise.withResolvers<Response>()
    const answer = (applied: boolean) => act(async () => resolve(Response.json({ ...READ, applied })))
    imports.push({ body, answer })
    return promise
  })
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
  const page = createRootRoute({ component: () => <BillDrawer provider="prv_1" onClose={onClose} /> })
  const router = createRouter({ routeTree: page, history: createMemoryHistory() })
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    ),
  )
  await vi.waitFor(() => expect(document.querySelector('textarea')).not.toBeNull())
})

afterEach(() => {
  act(() => root.unmount())
  queryClient.clear()
  imports.length = 0
  onClose.mockClear()
  vi.unstubAllGlobals()
})

const type = (text: string) =>
  act(async () => {
    const area = document.querySelector('textarea')
    // React overwrites the setter of the element; that of its class is the browser's own.
    Reflect.set(HTMLTextAreaElement.prototype, 'value', text, area)
    area?.dispatchEvent(new Event('input', { bubbles: true }))
  })
const sendButton = () => document.querySelector<HTMLButtonElement>('.btn.pri')
const send = () => act(async () => sendButton()?.click())
const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  })

test('a bill that was changed while it was checked is checked again before it is taken in', async () => {
  await type('date,amount\n2026-11-01,1')
  await send()
  await type('date,amount\n2026-11-01,2')
  await imports[0]?.answer(false)
  await settled(() => expect(sendButton()?.disabled).toBe(false))
  expect(sendButton()?.textContent).toBe('检查')
  await send()
  expect(imports.map(({ body }) => JSON.parse(body).dry_run)).toEqual([true, true])
  await imports[1]?.answer(false)
  await settled(() => expect(sendButton()?.textContent).toBe('导入'))
})

test('what is written while a bill is taken in stays to be checked', async () => {
  await type('date,amount\n2026-11-01,1')
  await send()
  await imports[0]?.answer(false)
  await settled(() => expect(sendButton()?.textContent).toBe('导入'))
  await send()
  await type('date,amount\n2026-12-01,2')
  await imports[1]?.answer(true)
  await settled(() => expect(sendButton()?.disabled).toBe(false))
  expect(onClose).not.toHaveBeenCalled()
  expect(sendButton()?.textContent).toBe('检查')
})

test('the same file can be chosen again once it is mended', async () => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const files = new DataTransfer()
  files.items.add(new File(['date,amount\n2026-11-01,1'], 'bill.csv', { type: 'text/csv' }))
  if (!input) throw new Error('there is no place for a file')
  input.files = files.files
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
  await settled(() => expect(document.querySelector('textarea')?.value).toContain('2026-11-01'))
  // A browser tells of no change where the file is the one that is there already.
  expect(input.value).toBe('')
})
