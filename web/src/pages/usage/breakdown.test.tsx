import { expect, test } from 'vitest'
import type { UseQueryResult } from '@tanstack/react-query'
import type { BreakdownRow, Totals } from '../../../../src/contract/usage.ts'
import { draw, settled } from '../../test-draw.ts'
import { Breakdown } from './breakdown.tsx'

const ASKED = { from: '2026-11-01T00:00:00Z', to: '2026-11-30T00:00:00Z', tz: 'UTC' }
const NONE = { switched: 0, failed: 0, cancelled: 0, first_token_p50: null, first_token_p95: null }
// Of the sums only what is asked, read and charged counts here.
const totals = (cost: string, requests: number) =>
  ({
    ...NONE,
    requests,
    attempts: requests,
    succeeded: requests,
    input: 1,
    output: 1,
    cost,
    upstream_cost: '0',
  }) as Totals
const row = (id: string, cost: string, requests: number): BreakdownRow => ({
  id,
  name: id,
  current: totals(cost, requests),
  previous_cost: '0',
})

test('what a thousand requests cost is read at one precision, as what all of them cost is', async () => {
  const items = [row('a', '20.5', 100), row('b', '0.25', 1000)]
  const query = { data: { items, next: null }, error: null, isPlaceholderData: false } as unknown as UseQueryResult<{
    items: BreakdownRow[]
    next: null
  }>
  const sums = { current: totals('20.75', 1100), previous: totals('0', 0) }
  const { place } = await draw(<Breakdown query={query} totals={sums} by="model" filters={{}} asked={ASKED} />, {
    at: '/dashboard/usage',
    texts: ['usage', 'ui', 'requests', 'charts'],
  })
  const column = (at: number) => [...place.querySelectorAll('tbody tr')].map((line) => line.children[at]?.textContent)
  await settled(() => expect(column(3)).toHaveLength(3))
  expect(column(3)).toEqual(['$20.50', '$0.25', '$20.75'])
  expect(column(5)).toEqual(['$205.00', '$0.25', '$18.86'])
})

test('where nothing was charged neither a row nor all of them have a share', async () => {
  const items = [row('a', '0', 3)]
  const query = { data: { items, next: null }, error: null, isPlaceholderData: false } as unknown as UseQueryResult<{
    items: BreakdownRow[]
    next: null
  }>
  const sums = { current: totals('0', 3), previous: totals('0', 0) }
  const { place } = await draw(<Breakdown query={query} totals={sums} by="model" filters={{}} asked={ASKED} />, {
    at: '/dashboard/usage',
    texts: ['usage', 'ui', 'requests', 'charts'],
  })
  await settled(() => expect(place.querySelectorAll('.us-percent')).toHaveLength(2))
  expect([...place.querySelectorAll('.us-percent')].map((share) => share.textContent)).toEqual(['—', '—'])
})
