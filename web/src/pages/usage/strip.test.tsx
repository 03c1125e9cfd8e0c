import { beforeEach, expect, test, vi } from 'vitest'
import type { Totals } from '../../../../src/contract/usage.ts'
import { periodOf } from '../../lib/time-range.ts'
import { periodQuery, type PeriodState } from '../../lib/traffic/use-period.ts'
import { draw, settled } from '../../test-draw.ts'
import { Strip } from './strip.tsx'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const PRESENT = { now: NOW, zone: 'UTC' }
const period = periodOf('24h', PRESENT)
const query = periodQuery(period, 'UTC')
const time = { range: '24h', period, query, present: PRESENT } as PeriodState

let requests: number
beforeEach(() => {
  requests = 0
  vi.stubGlobal('fetch', async (input: string) => {
    const totals = { requests, failed: 0, cost: '0.5' } as Totals
    const summary = { current: totals, previous: totals }
    const buckets = ['2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z']
    const series = { bucket: '1h', buckets, series: [], total: buckets.map(() => totals) }
    return Response.json(String(input).includes('/summary') ? summary : series)
  })
})

const drawn = (heard: number) => (
  <Strip time={time} query={query} heard={heard}>
    tools
  </Strip>
)

test('of no requests at all there is neither a sum nor a chart', async () => {
  const { place } = await draw(drawn(0), { texts: ['usage', 'ui', 'charts'] })
  await settled(() => expect(place.querySelector('[aria-busy]')).toBeNull())
  expect(place.textContent).toBe('tools')
})

test('the sums follow what comes in', async () => {
  const { place, redraw } = await draw(drawn(0), { texts: ['usage', 'ui', 'charts'] })
  await settled(() => expect(place.textContent).toBe('tools'))
  requests = 3
  await redraw(drawn(Date.now()))
  await expect.poll(() => place.querySelector('.us-sum')?.textContent).toContain('3 次 · $0.5000')
})
