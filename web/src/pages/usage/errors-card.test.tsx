import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ErrorGroup } from '../../../../src/contract/usage.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { queryClient } from '../../lib/query.ts'
import { ErrorsCard } from './errors-card.tsx'

const QUERY = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z', tz: 'UTC' }
const group = (http_status: number, error: string, message: string | null): ErrorGroup => ({
  http_status,
  error,
  message,
  count: 1,
  top_model: null,
  top_provider: null,
  last_at: QUERY.from,
  sample_id: error,
})

test('a failure of which nothing was said is told by what its class means', async () => {
  await Promise.all([loadTexts('usage'), loadTexts('requests'), loadTexts('ui')])
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const items = [group(400, 'http_400', null), group(502, 'upstream_broke', '上游连接中断。'), group(500, 'odd', null)]
  vi.stubGlobal('fetch', async () => Response.json({ items, next: null }))
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <ErrorsCard query={QUERY} failed={undefined} onOpen={() => undefined} />,
    }),
    history: createMemoryHistory({ initialEntries: ['/dashboard/usage'] }),
  })
  const place = document.createElement('div')
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    queryClient.clear()
    vi.unstubAllGlobals()
  })
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    ),
  )
  await vi.waitFor(() => expect(place.textContent).toContain('http_400 · 上游拒绝了请求'))
  expect(place.textContent).toContain('upstream_broke · 上游连接中断。')
  expect(place.textContent).not.toContain('odd · ')
})
