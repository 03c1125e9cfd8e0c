import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../../src/core/time.ts'
import { queryClient } from '../../lib/query.ts'
import { parseSearch, stringifySearch } from '../../lib/search-params.ts'
import { useAudit } from './use-audit.ts'

// Goes on from test to test: the minute that is known to all never goes back.
let now = Date.now()
let root: Root
const asked = vi.fn<(url: string) => Promise<Response>>()
const seen: ReturnType<typeof useAudit>[] = []
const listed = () =>
  asked.mock.calls.flatMap(([url]) =>
    url.startsWith('/api/admin/audit?') ? [new URL(url, 'http://x').searchParams] : [],
  )

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
  notifyManager.setScheduler(queueMicrotask)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'fetch',
    asked.mockReset().mockImplementation(async () => Response.json({ items: [], next: null })),
  )
  root = createRoot(document.createElement('div'))
})

afterEach(() => {
  act(() => root.unmount())
  queryClient.clear()
  seen.length = 0
  now = Date.now()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Reader() {
  seen.push(useAudit())
  return null
}

async function look(range: string): Promise<void> {
  const router = createRouter({
    routeTree: createRootRoute({ component: Reader }),
    history: createMemoryHistory({ initialEntries: [`/?range=${range}`] }),
    parseSearch,
    stringifySearch,
  })
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    ),
  )
  await vi.waitFor(() => expect(listed()).toHaveLength(1))
}

test.each(['15m', '1h', '24h', 'today', '7d', '30d', 'month', '90d'])(
  '%s is asked for once, and has no end while one looks',
  async (range) => {
    await look(range)
    const [first] = seen
    await act(async () => vi.advanceTimersByTime(2 * MINUTE_MS))
    expect(seen.at(-1)?.present.now).toBe((first?.present.now ?? 0) + 2 * MINUTE_MS)
    expect(listed().map((query) => query.has('to'))).toEqual([false])
    expect(seen.at(-1)?.query).not.toHaveProperty('to')
  },
)

test.each(['yesterday', 'last-month'])('%s has an end', async (range) => {
  await look(range)
  expect(listed().map((query) => query.has('to'))).toEqual([true])
})

test('today is another day once it is over', async () => {
  await look('today')
  await act(async () => vi.advanceTimersByTime(DAY_MS))
  const [first = '', second = ''] = listed().map((query) => query.get('from') ?? '')
  expect(Date.parse(second) - Date.parse(first)).toBe(DAY_MS)
  await act(async () => vi.advanceTimersByTime(2 * MINUTE_MS))
  expect(listed()).toHaveLength(2)
})
