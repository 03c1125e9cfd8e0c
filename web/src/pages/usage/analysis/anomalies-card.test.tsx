import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { draw, settled } from '../../../test-draw.ts'
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
  vi.stubGlobal('fetch', async () => Response.json({ items: [ANOMALY], compared: 3 }))
  const { place, router } = await draw(<AnomaliesCard />, {
    at: '/?client=curl&status=succeeded&user=usr_2&min_cost=5&range=7d&by=user',
    texts: ['analysis', 'usage', 'charts'],
  })
  await settled(() => expect(place.querySelector('td button')).not.toBeNull())
  await act(async () => place.querySelector<HTMLElement>('td button')?.click())
  await settled(() =>
    expect(router.state.location.search).toEqual({ by: 'user', user: 'usr_1', tab: 'requests', range: 'today' }),
  )
})

test('what is usually next to nothing is told to be more than so many times that, not just so many', async () => {
  const seldom = { ...ANOMALY, metric: 'switched', value: '0.0512', usual: '0', factor: 10.25 }
  vi.stubGlobal('fetch', async () => Response.json({ items: [ANOMALY, seldom], compared: 3 }))
  const { place } = await draw(<AnomaliesCard />, { at: '/', texts: ['analysis', 'usage', 'charts'] })
  await settled(() => expect(place.querySelector('td button')).not.toBeNull())
  const factors = [...place.querySelectorAll('tbody tr td:last-child')].map((cell) => cell.textContent)
  expect(factors).toEqual(['9×', '> 10.25×'])
})
