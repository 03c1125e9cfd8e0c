import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { Provider } from '../../../../src/contract/providers.ts'
import { answerConfirm, useConfirm, type Question } from '../../lib/confirm.ts'
import { draw, settled } from '../../test-draw.ts'
import { CredentialsCard } from './credentials-card.tsx'
import type { ProviderSource } from './use-provider.ts'

const credential = { id: 'c1', name: '批处理', last4: 'a1B2', status: 'active', reason: null, priority: 0, weight: 1 }
// Of a provider only its credentials count here.
const provider = {
  id: 'p1',
  health: { endpoints: [], credentials: [] },
  credentials: [{ ...credential, allow_models: null, last_used_at: null, balance: null, balance_failure: null }],
} as unknown as Provider

test('a credential is removed by who types its name', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'not_found', detail: '' }, { status: 404 }))
  const change = vi.fn<ProviderSource['change']>(async () => true)
  let question: Question | null = null
  const Place = () => {
    question = useConfirm()
    return <CredentialsCard provider={provider} source={{ change } as unknown as ProviderSource} />
  }
  const { place } = await draw(<Place />, { texts: ['providers', 'limits', 'requests', 'ui'] })
  const remove = () => place.querySelector<HTMLButtonElement>('button[aria-label="移除密钥 批处理"]')
  await settled(() => expect(remove()).not.toBeNull())
  await act(async () => remove()?.click())
  expect(question).toMatchObject({ variant: 'danger', typeToConfirm: '批处理' })
  await act(async () => answerConfirm(false))
  expect(change).not.toHaveBeenCalled()
})

test('a credential that is refused does not seem to succeed: it has the figures of its strip', async () => {
  const met = { at: '2026-11-20T06:32:08.120Z', request_id: 'r1' }
  const strip = { id: 'c1', availability: 0.8125, first_token_p50: 60, asked: 16, failed: 3, ticks: [] }
  const strips = {
    tick_ms: 1,
    endpoints: [],
    credentials: [{ ...strip, last_failure: { class: 'http_401', ...met } }],
    failures: [],
    incidents: [],
  }
  // Of what the page asks for, only the strips are there: what ended well elsewhere is no business of a credential.
  vi.stubGlobal('fetch', async (url: string | URL | Request) =>
    String(url instanceof Request ? url.url : url).includes('/strips')
      ? Response.json(strips)
      : Response.json({ code: 'not_found', detail: '' }, { status: 404 }),
  )
  const source = {} as unknown as ProviderSource
  const { place } = await draw(<CredentialsCard provider={provider} source={source} />, {
    texts: ['providers', 'limits', 'requests', 'offers', 'ui'],
  })
  await settled(() => expect(place.textContent).toContain('16 次尝试 · 成功率 81.3%'))
  expect(place.textContent).toContain('最近错误 401')
  expect(place.textContent).not.toContain('从未使用')
})
