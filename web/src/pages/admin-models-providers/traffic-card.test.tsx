import type { UseQueryResult } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { MatrixRow } from '../../../../src/contract/overview.ts'
import { draw, settled } from '../../test-draw.ts'
import { TrafficCard } from './traffic-card.tsx'

const TOTALS = { requests: 40, upstream_cost: '1.5', switched: 2 }
const row = (id: string, name: string) => ({ id, name, current: TOTALS, previous: null })
const day = (id: string, asked: number, failed: number, passed_on: number) =>
  ({ id, asked, failed, passed_on }) as unknown as MatrixRow

test('of what each provider was asked the card tells what was passed on to another and what failed, and nothing of who was not asked', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ items: [row('a', 'Acme'), row('b', 'Idle')] }))
  const days = { data: { items: [day('a', 40, 10, 7), day('b', 0, 0, 0)] } }
  const query = days as unknown as UseQueryResult<{ items: MatrixRow[] }>
  const { place } = await draw(<TrafficCard days={query} />, { texts: ['offers', 'usage', 'ui'] })
  const cells = (name: string) =>
    [...place.querySelectorAll('tbody tr')]
      .find((one) => one.textContent?.includes(name))
      ?.querySelectorAll('td:nth-last-child(-n + 2)')
  const told = (name: string) => [...(cells(name) ?? [])].map((cell) => cell.textContent)
  await settled(() => expect(told('Acme')).toEqual(['17.5%', '25.0%']))
  expect(told('Idle')).toEqual(['—', '—'])
})
