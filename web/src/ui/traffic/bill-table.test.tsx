import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { tellSite } from '../../lib/site.ts'
import { draw, settled } from '../../test-draw.ts'
import { BillTable } from './bill-table.tsx'

/** What is shown of a request's bill. */
async function shown(facts: object, at = '/dashboard/usage'): Promise<HTMLElement> {
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
  const { place } = await draw(<BillTable data={data} />, { at, texts: ['requests', 'providers', 'ui', 'prices'] })
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

test('an administrator is led from a bill to the price it was charged by, among those before and after', async () => {
  const price = (id: string, from: string, state: string, input: string) => {
    const facts = { id, model: 'm', source: 'manual', source_name: null, effective_from: from, state }
    return { ...facts, price: { input } }
  }
  const items = [
    price('third', '2026-11-03T00:00:00.000Z', 'present', '4'),
    price('first', '2026-11-01T00:00:00.000Z', 'past', '2'),
    price('second', '2026-11-02T00:00:00.000Z', 'past', '3'),
  ]
  vi.stubGlobal('fetch', async () => Response.json({ items, next: null }))
  const priced = { model: 'm', price_version: 'second', attempts: [] }
  const place = await shown(priced, '/admin/usage')
  const way = () => place.querySelector<HTMLButtonElement>('.rd-h button')
  await settled(() => expect(way()?.textContent).toBe('价格版本 v2'))
  await act(async () => way()?.click())
  await settled(() => expect(place.querySelector('tr[aria-current]')?.textContent).toContain('v2本次请求'))
  expect(place.querySelector('tr[aria-current]')?.textContent).toContain('$3.00')
  expect(way()?.getAttribute('aria-expanded')).toBe('true')
  const none = { ...priced, price_version: null }
  expect((await shown(none, '/admin/usage')).querySelector('.rd-h button')).toBeNull()
})

test('a bill says of each line that hours made it cheaper, and what they are called', async () => {
  const bill = [
    { component: 'input', tokens: 1000, price: '3', factor: '0.5', amount: '0.0015' },
    { component: 'per_search', tokens: 1, price: '0.01', amount: '0.01' },
  ]
  const place = await shown({ bill, subtotal: '0.0115', cost: '0.0115' })
  expect(place.querySelector('.rd-h')?.textContent).toContain('闲时 ×0.5')
  const prices = [...place.querySelectorAll('tbody tr td:nth-child(5)')].map((cell) => cell.textContent)
  expect(prices.slice(0, 2)).toEqual(['$3.00 × 0.5', '$0.01 /次'])
  expect((await shown({})).querySelector('.rd-h')?.textContent).not.toContain('闲时')
})
