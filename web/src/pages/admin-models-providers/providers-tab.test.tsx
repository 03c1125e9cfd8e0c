import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminListProviders, type Provider } from '../../../../src/contract/providers.ts'
import { ask, queryClient } from '../../lib/query.ts'
import { draw, type Drawn, settled } from '../../test-draw.ts'
import { ProvidersTab } from './providers-tab.tsx'

const PROVIDER = {
  id: 'p1',
  slug: 'acme',
  name: 'Acme',
  preset: 'custom',
  status: 'disabled',
  priority: 1,
  multiplier: '1',
  billing_type: 'postpaid',
  endpoints: [],
  credentials: [],
  routes: [],
  health: { credentials: [], endpoints: [] },
} as unknown as Provider

/** What the list of providers is answered with; everything else there is none of. */
let answer: () => Response
let presets: object[] = []
const fails = () => Response.json({ code: 'broken', detail: '数据库暂不可用' }, { status: 500 })

beforeEach(() => {
  // What fails is asked for again after seconds.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/api/admin/providers'
      ? answer()
      : Response.json({ items: url.includes('preset') ? presets : [], next: null }),
  )
})

afterEach(() => void vi.useRealTimers())

const showTab = (at = '/') =>
  draw(<ProvidersTab onAdd={() => {}} />, { at, texts: ['providers', 'offers', 'limits', 'ui'] })

/** Reads all again, and again where that fails, until there is no more to try. */
const readAgain = () =>
  act(async () => {
    const reading = queryClient.refetchQueries()
    await vi.runAllTimersAsync()
    await reading
  })

test('providers that were read stay when a later look at them fails', async () => {
  answer = () => Response.json({ items: [PROVIDER] })
  const { place } = await showTab()
  await settled(() => expect(place.textContent).toContain('Acme'))
  answer = fails
  await readAgain()
  expect(queryClient.getQueryState(ask(adminListProviders).queryKey)?.status).toBe('error')
  expect(place.textContent).toContain('Acme')
  expect(place.textContent).not.toContain('数据库暂不可用')
})

test('why there are no providers is told where none were ever read', async () => {
  answer = fails
  const { place } = await showTab()
  await readAgain()
  expect(place.querySelector('[role=alert]')?.textContent).toContain('数据库暂不可用')
})

const TELLER = {
  ...PROVIDER,
  id: 'p2',
  slug: 'teller',
  name: 'Teller',
  status: 'active',
  billing_type: 'prepaid',
  tells_balance: true,
  balance_alert: '20',
  credentials: [
    {
      id: 'c',
      name: 'main',
      last4: 'a1B2',
      status: 'active',
      balance: { amount: '18.4', currency: 'CNY', at: '2026-11-20T08:00:00.000Z', days_left: 12 },
      balance_failure: { problem: 'timeout', since: '2026-11-20T09:00:00.000Z' },
    },
  ],
} as unknown as Provider

test('what is left stands in the list where a vendor tells it, with when that was, and nothing of it where none does', async () => {
  answer = () => Response.json({ items: [PROVIDER, TELLER] })
  const { place } = await showTab()
  await settled(() => expect(place.textContent).toContain('Teller'))
  expect(place.textContent).toContain('余额/配额')
  const left = [...place.querySelectorAll('[title]')].find((one) => one.textContent?.includes('¥18.40'))
  expect(left?.getAttribute('title')).toMatch(
    /^main: ¥18\.40 · 按近 7 天的消费推算：约 12 天 · .* 查询 · .* 起查询失败（上游没有在限时内响应）$/,
  )
  expect(left?.querySelector('.err')?.textContent).toContain('余额不足')
  expect(left?.textContent).toContain('约 12 天')
})

test('a provider with too little left is named above the list, with the way to its vendor, and none that is switched off', async () => {
  const off = { ...TELLER, id: 'p3', name: 'Off', status: 'disabled' }
  answer = () => Response.json({ items: [{ ...TELLER, preset: 'vendor' }, off] })
  presets = [{ id: 'vendor', website: 'https://vendor.example/' }]
  const { place } = await showTab()
  const link = () => place.querySelector<HTMLAnchorElement>('.note a[target]')
  await settled(() => expect(link()?.textContent).toBe('前往充值'))
  expect(link()?.href).toBe('https://vendor.example/')
  expect(place.querySelector('.note li:last-child')?.textContent).toMatch(/^Teller余额 ¥18\.40.*约 12 天/)
  expect(place.querySelector('.note')?.textContent).not.toContain('Off')
})

test('who lacks a credential or a model is led to where these are added, as no test would help', async () => {
  const lacking = { ...PROVIDER, status: 'active' }
  answer = () =>
    Response.json({ items: [lacking, { ...lacking, id: 'p4', name: 'Full', credentials: TELLER.credentials }] })
  const { place } = await showTab()
  const ways = () => [...place.querySelectorAll('.note li a:last-child')].map((one) => one.getAttribute('href'))
  await settled(() => expect(ways()).toEqual(['/admin/providers/p1#keys', '/admin/providers/p4#mapping']))
  expect(place.querySelector('.note button')).toBeNull()
})

test('where no vendor tells what is left, the list has no word of it', async () => {
  answer = () => Response.json({ items: [PROVIDER] })
  const { place } = await showTab()
  await readAgain()
  await settled(() => expect(place.textContent).not.toContain('Teller'))
  expect(place.textContent).toContain('Acme')
  expect(place.textContent).not.toContain('余额')
})

test('each provider says how it is paid, and the list can be narrowed to one way of it', async () => {
  answer = () => Response.json({ items: [PROVIDER, TELLER] })
  const listed = ({ place }: Drawn) =>
    [...place.querySelectorAll('tbody tr')]
      .map((row) => [row.querySelector('a')?.textContent, row.querySelectorAll('td')[2]?.textContent])
      .filter(([name]) => name === 'Acme' || name === 'Teller')
  const all = await showTab()
  await settled(() =>
    expect(listed(all)).toEqual([
      ['Acme', '按量后付'],
      ['Teller', '预付费'],
    ]),
  )
  await all.redraw(null)
  const some = await showTab('/?billed=prepaid&billed=plan')
  await settled(() => expect(listed(some)).toEqual([['Teller', '预付费']]))
})

test('a provider is found by what one of its credentials is called, and by the last characters of its secret', async () => {
  const named = { ...TELLER, credentials: TELLER.credentials.map((one) => ({ ...one, name: '研发二组' })) }
  answer = () => Response.json({ items: [PROVIDER, named] })
  for (const query of ['研发', 'a1b2']) {
    const { place, redraw } = await showTab(`/?q=${encodeURIComponent(query)}`)
    const listed = () => [...place.querySelectorAll('tbody tr a')].map((one) => one.textContent)
    await settled(() => expect(listed()).toContain('Teller'))
    expect(listed()).not.toContain('Acme')
    await redraw(null)
  }
})
