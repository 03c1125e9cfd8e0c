import { expect, test, vi } from 'vitest'
import type { ErrorGroup } from '../../../../src/contract/usage.ts'
import { draw } from '../../test-draw.ts'
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
  const items = [group(400, 'http_400', null), group(502, 'upstream_broke', '上游连接中断。'), group(500, 'odd', null)]
  vi.stubGlobal('fetch', async () => Response.json({ items, next: null }))
  const { place } = await draw(<ErrorsCard query={QUERY} failed={undefined} onOpen={() => undefined} />, {
    at: '/dashboard/usage',
    texts: ['usage', 'requests', 'ui'],
  })
  await expect.poll(() => place.textContent).toContain('http_400 · 上游拒绝了请求')
  expect(place.textContent).toContain('upstream_broke · 上游连接中断。')
  expect(place.textContent).not.toContain('odd · ')
})
