import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { queryClient } from '../../lib/query.ts'
import '../../ui/select-box.tsx'
import { BalanceForm } from './balance-form.tsx'

// Only its name and its money are shown.
const user = { id: 'usr_1', name: 'Lin', credit: '10', spent: '4' } as AdminUser
const asked = vi.fn<(url: string, init: { body: string }) => Promise<Response>>()
let root: Root

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', asked.mockReset())
  await Promise.all([loadTexts('users'), loadTexts('ui')])
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
  const page = createRootRoute({ component: () => <BalanceForm user={user} onDone={() => {}} /> })
  const router = createRouter({ routeTree: page, history: createMemoryHistory() })
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    ),
  )
  await fill(0, '5')
  await fill(1, 'paid')
})

afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

const fill = (at: number, value: string) =>
  act(async () => {
    const input = document.querySelectorAll('input[type=text]')[at]
    // React overwrites the setter of the element; that of its class is the browser's own.
    Reflect.set(HTMLInputElement.prototype, 'value', value, input)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
const book = () => act(async () => document.querySelector<HTMLButtonElement>('button[type=submit]')?.click())
const told = () => vi.waitFor(() => expect(document.querySelector('[role=alert]')?.textContent ?? '').not.toBe(''))
const keys = () => asked.mock.calls.map(([, { body }]) => JSON.parse(body).idempotency_key as string)

test('money that nobody heard the answer of is said to be booked, perhaps, and is sent again under its name', async () => {
  asked.mockRejectedValue(new TypeError('no connection'))
  await book()
  await told()
  expect(document.querySelector('[role=alert]')?.textContent).toMatch(/可能已经入账/)
  await book()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  expect(new Set(keys()).size).toBe(1)
})

test('what differs from what was booked before is refused once, and may be booked when that is known', async () => {
  const body = { detail: 'booked before', code: 'idempotency_reused', request_id: 'r' }
  asked.mockImplementation(async () => Response.json(body, { status: 409 }))
  await book()
  await told()
  expect(document.querySelector('[role=alert]')?.textContent).toBe('booked before')
  await book()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  expect(new Set(keys()).size).toBe(2)
})
