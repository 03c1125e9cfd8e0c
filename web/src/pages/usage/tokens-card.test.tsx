import type { UseQueryResult } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { BreakdownRow, Totals } from '../../../../src/contract/usage.ts'
import { draw } from '../../test-draw.ts'
import { TokensCard } from './tokens-card.tsx'

const QUERY = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z', tz: 'UTC' }
const TOTALS = { input: 100, cache_read: 800, cache_write: 0, output: 100, reasoning: 40, media: 0 } as Totals
const KINDS = { input: '0.1', cache_read: '0.2', cache_write: '0', output: '0.5', reasoning: '0.1', media: '0' }
const COSTS = { ...KINDS, pieces: '0.1', untold: '0', cost: '1' }
const breakdown = { data: { items: [], next: null }, error: null, isPlaceholderData: false } as unknown
const ROWS = breakdown as UseQueryResult<{ items: BreakdownRow[]; next: null }>

async function drawn(at: string, answer: () => Response) {
  const asked = vi.fn(async () => answer())
  vi.stubGlobal('fetch', asked)
  const { place } = await draw(<TokensCard query={QUERY} totals={TOTALS} breakdown={ROWS} by="model" />, {
    at,
    texts: ['usage', 'ui'],
  })
  const cells = () =>
    [...place.querySelectorAll('tr')].map((row) => [...row.children].map(({ textContent }) => textContent).join(' '))
  return { asked, place, cells }
}

test('of the own traffic each kind of token is told with what it cost, and so is what is no token', async () => {
  const { place, cells } = await drawn('/dashboard/usage', () => Response.json(COSTS))
  await expect.poll(() => place.textContent).toContain('缓存读取占用量 80.0%，占费用 20.0%')
  expect(cells()).toEqual([
    '缓存读取 800 80.0% $0.2000 20.0%',
    '输入（未命中） 100 10.0% $0.1000 10.0%',
    '缓存写入 0 0% $0.00 0%',
    '输出 60 6.0% $0.5000 50.0%',
    '推理 40 4.0% $0.1000 10.0%',
    '按次计费 — — $0.1000 10.0%',
  ])
  const bars = [...place.querySelectorAll('[role=img]')].map((bar) => bar.getAttribute('aria-label'))
  expect(bars.at(1)).toBe('费用: 缓存读取 20.0%, 输入（未命中） 10.0%, 输出 50.0%, 推理 10.0%, 按次计费 10.0%')
})

test('tokens stay where their costs cannot be had, and nobody asks for those of everybody', async () => {
  const { place, cells } = await drawn('/dashboard/usage', () => Response.json({ detail: '稍后再试' }, { status: 404 }))
  await expect.poll(() => place.querySelector('[role=alert]')?.textContent).toContain('费用构成加载失败')
  expect(cells()[0]).toContain('800 80.0%')
  const { asked, place: everybody } = await drawn('/admin/usage', () => Response.json(COSTS))
  await expect.poll(() => everybody.textContent).toContain('缓存命中')
  expect(asked).not.toHaveBeenCalled()
})
