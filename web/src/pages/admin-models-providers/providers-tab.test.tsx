import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminListProviders, type Provider } from '../../../../src/contract/providers.ts'
import { ask, queryClient } from '../../lib/query.ts'
import { draw, settled } from '../../test-draw.ts'
import { ProvidersTab } from './providers-tab.tsx'

const PROVIDER = {
  id: 'p1',
  slug: 'acme',
  name: 'Acme',
  preset: 'custom',
  status: 'disabled',
  priority: 1,
  multiplier: '1',
  endpoints: [],
  credentials: [],
  routes: [],
  health: { credentials: [], endpoints: [] },
} as unknown as Provider

/** What the list of providers is answered with; everything else there is none of. */
let answer: () => Response
const fails = () => Response.json({ code: 'broken', detail: '数据库暂不可用' }, { status: 500 })

beforeEach(() => {
  // What fails is asked for again after seconds.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/api/admin/providers' ? answer() : Response.json({ items: [], next: null }),
  )
})

afterEach(() => void vi.useRealTimers())

const showTab = () => draw(<ProvidersTab onAdd={() => {}} />, { texts: ['providers', 'offers', 'limits', 'ui'] })

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
