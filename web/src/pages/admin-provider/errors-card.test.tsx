import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { ProviderFailure } from '../../../../src/contract/provider-strips.ts'
import { draw, settled } from '../../test-draw.ts'
import { ErrorsCard } from './errors-card.tsx'

const AT = '2026-11-20T06:00:00.000Z'
const ticks = Array.from({ length: 60 }, (_, at) => (at === 59 ? 31 : 0))
const FAILURES: ProviderFailure[] = [
  {
    class: 'http_429',
    count: 31,
    ticks,
    credentials: [
      { id: 'c1', name: '批处理', count: 24 },
      { id: 'c2', name: null, count: 5 },
      { id: 'c3', name: '备用', count: 2 },
    ],
    first: { at: AT, request_id: 'r1' },
    last: { at: AT, request_id: 'r2' },
  },
  {
    class: 'connect_timeout',
    count: 1,
    ticks,
    credentials: [{ id: 'c1', name: '批处理', count: 1 }],
    first: { at: AT, request_id: null },
    last: { at: AT, request_id: null },
  },
]

test('each failure says how often, whose and what is done about it, and opens where its request is kept', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ tick_ms: 1_440_000, endpoints: [], credentials: [], failures: FAILURES, incidents: [] }),
  )
  const onOpen = vi.fn<(id: string) => void>()
  const { place } = await draw(<ErrorsCard id="p1" onOpen={onOpen} />, {
    texts: ['providers', 'offers', 'requests', 'ui'],
  })
  const rows = () => [...place.querySelectorAll('tbody tr')]
  await settled(() => expect(rows()).toHaveLength(2))
  const [limited, timeout] = rows()
  expect(limited?.textContent).toContain('429上游限流31')
  expect(limited?.textContent).toContain('批处理 ×24 · 已移除的密钥 ×5 +1')
  expect(limited?.textContent).toContain('该模型暂停，改试下一个')
  expect(limited?.querySelectorAll('rect')).toHaveLength(1)
  expect(timeout?.textContent).toContain('超时连接超时')
  expect(timeout?.textContent).toContain('计入熔断，改试下一个')
  expect(timeout?.querySelector('button')).toBeNull()
  expect(place.textContent).toContain('失败 32 次')
  await act(async () => limited?.querySelector('button')?.click())
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('r2')
})
