import type { UseQueryResult } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test } from 'vitest'
import type { MatrixRow } from '../../../../../src/contract/overview.ts'
import { draw, settled } from '../../../test-draw.ts'
import { MatrixCard } from './matrix-card.tsx'

const endpointOf = (id: string) => ({
  id,
  dialect: 'openai',
  status: 'healthy',
  breaker: 'closed',
  until: null,
  in_flight: 0,
  max_concurrency: null,
  strip: { id, availability: null, first_token_p50: null, asked: 0, failed: 0, ticks: [] },
})
const rowOf = (n: number) =>
  ({
    id: `p${n}`,
    name: `Provider ${n}`,
    preset: 'custom',
    status: 'healthy',
    resting: [],
    endpoints: [endpointOf(`e${n}`)],
  }) as unknown as MatrixRow

test('of many endpoints the worst are told, all of them when that is asked for, and in another order', async () => {
  const items = Array.from({ length: 13 }, (_, n) => rowOf(n))
  Object.assign(items[5]?.endpoints[0] ?? {}, { in_flight: 3, max_concurrency: 4 })
  const query = { data: { items }, isSuccess: true } as unknown as UseQueryResult<{ items: MatrixRow[] }>
  const { place, router } = await draw(<MatrixCard query={query} />, {
    texts: ['overview', 'health', 'requests', 'charts'],
  })
  const told = () => place.querySelectorAll('a[href*="/admin/providers/"]').length
  await settled(() => expect(told()).toBe(12))
  await act(async () => place.querySelector<HTMLElement>('.foot button')?.click())
  expect(told()).toBe(13)
  const firstName = () => place.querySelector('tbody tr .el')?.textContent
  expect(firstName()).toContain('Provider 0')
  expect(place.querySelectorAll('tbody .bar')).toHaveLength(1)
  await act(() => router.navigate({ to: '/', search: { order: 'load' } }))
  expect(firstName()).toContain('Provider 5')
})

test('a credential that rests is called by its name, which it has whatever its secret is', async () => {
  const rests = { id: 'c3', name: '密钥 3', last4: '', status: 'invalid', until: null }
  const items = [{ ...rowOf(0), resting: [rests] }] as unknown as MatrixRow[]
  const query = { data: { items }, isSuccess: true } as unknown as UseQueryResult<{ items: MatrixRow[] }>
  const { place } = await draw(<MatrixCard query={query} />, { texts: ['overview', 'health', 'requests', 'charts'] })
  await settled(() => expect(place.textContent).toContain('密钥 3 · 失效'))
  expect(place.textContent).not.toContain('尾号')
})
