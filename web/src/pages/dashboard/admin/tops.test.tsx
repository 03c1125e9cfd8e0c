import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Totals } from '../../../../../src/contract/usage.ts'
import { setHidden } from '../../../lib/traffic/privacy.ts'
import type { PeriodState } from '../../../lib/traffic/use-period.ts'
import { draw, settled } from '../../../test-draw.ts'
import { Tops } from './tops.tsx'

const ROWS = Array.from({ length: 12 }, (_, at) => ({ id: `u${at}`, name: `U${at}`, current: { cost: '1.5' } }))

const failed = {
  http_status: 503,
  message: '上游都没有响应',
  count: 7,
  top_model: 'm',
  last_at: '2026-11-20T06:00:00.000Z',
}
const ERRORS = [
  { ...failed, error: 'upstream_failed', top_provider: { id: 'p1', name: 'Acme' }, sample_id: 'r1' },
  { ...failed, error: 'no_upstream', top_provider: null, sample_id: 'r2' },
]

test('a list that is cut says what the others cost, errors say how many they are and with whom, and names can be hidden', async () => {
  const rows = (url: string) => (url.includes('by=user') ? ROWS : ROWS.slice(0, 10))
  vi.stubGlobal('fetch', async (given: string | Request) => {
    const url = typeof given === 'string' ? given : given.url
    return Response.json({ items: url.includes('/errors') ? ERRORS : rows(url), next: null })
  })
  const time = { range: 'today', query: { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z', tz: 'UTC' } }
  const totals = { requests: 1000, failed: 21 } as Totals
  const { place } = await draw(
    <Tops time={time as PeriodState} intervalMs={false} totals={totals} onOpen={() => {}} />,
    { texts: ['overview', 'ui', 'charts'] },
  )
  await settled(() => expect(place.textContent).toContain('其余 2 位用户共 $3.00'))
  expect(place.textContent).not.toContain('个模型共')
  expect(place.textContent).toContain('共 21 次，占今日请求 2.1%')
  const errors = [...place.querySelectorAll('.ov-errors li')].map(({ textContent }) => textContent)
  expect(errors[0]).toContain('Acme')
  expect(errors[1]).toContain('网关')
  const [users, models] = place.querySelectorAll('section')
  expect(users?.textContent).toContain('U0')
  await act(async () => setHidden(true))
  onTestFinished(() => act(() => setHidden(false)))
  expect(users?.textContent).not.toContain('U0')
  expect(models?.textContent).toContain('U0')
})
