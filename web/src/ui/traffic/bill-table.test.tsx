import { expect, test } from 'vitest'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { tellSite } from '../../lib/site.ts'
import { draw } from '../../test-draw.ts'
import { BillTable } from './bill-table.tsx'

/** What is shown of a request's bill. */
async function shown(facts: object): Promise<HTMLElement> {
  tellSite({
    name: 'Yumen',
    default_locale: 'zh-CN',
    cny_rate: '7.2',
    currency: 'CNY',
    password_min_chars: 8,
    tells_provider: false,
  })
  const data = {
    usage: { input: 1000, cache_read: 0, cache_write_5m: 0, cache_write_1h: 0 },
    bill: [{ component: 'input', tokens: 1000, price: '3', amount: '0.003' }],
    subtotal: '0.003',
    multiplier: '1',
    cost: '0.003',
    upstream_cost: null,
    tier_above: null,
    usage_source: 'final',
    ...facts,
  } as unknown as RequestDetail
  const { place } = await draw(<BillTable data={data} />, { texts: ['requests'] })
  return place
}

test('a price and what it amounts to are in one money, also for who sees others in yuan', async () => {
  const place = await shown({})
  const cells = [...place.querySelectorAll('tbody tr:first-child td')].map((cell) => cell.textContent)
  expect(cells.slice(-5)).toEqual(['1,000', '×', '$3.00', '=', '$0.003000'])
  expect(place.textContent).not.toContain('¥')
})

test('a bill says in words which service tier was used, and where it has no price of its own', async () => {
  const heading = async (priced: boolean) =>
    (await shown({ service_tier: { tier: 'search_high', priced } })).querySelector('.rd-h')?.textContent
  expect(await heading(true)).toBe('费用明细搜索上下文：高')
  expect(await heading(false)).toBe('费用明细搜索上下文：高：无单独价格，按标准价')
})
