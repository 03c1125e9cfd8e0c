import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { queryClient } from '../../../lib/query.ts'
import { parseSearch, stringifySearch } from '../../../lib/search-params.ts'
import { AnomaliesCard } from './anomalies-card.tsx'

const ANOMALY = {
  metric: 'cost',
  severity: 'warning',
  subject: { user: { id: 'usr_1', name: 'Ada' } },
  value: '9',
  usual: '1',
  factor: 9,
}

test('an anomaly leads to all of its requests, whatever was filtered by before', async () => {
  await Promise.all(['analysis', 'usage', 'charts'].map((name) => loadTexts(name as 'usage')))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async () => Response.json({ items: [ANOMALY], compared: 3 }))
  const router = createRouter({
    routeTree: createRootRoute({ component: AnomaliesCard }),
    history: createMemoryHistory({
      initialEntries: ['/?client=curl&status=succeeded&user=usr_2&min_cost=5&range=7d&by=user'],
    }),
    parseSearch,
    stringifySearch,
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
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(place.querySelector('td button')).not.toBeNull()
  })
  await act(async () => place.querySelector<HTMLElement>('td button')?.click())
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(router.state.location.search).toEqual({ by: 'user', user: 'usr_1', tab: 'requests', range: 'today' })
  })
})
