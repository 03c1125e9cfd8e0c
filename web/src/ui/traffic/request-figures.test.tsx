import { type ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { draw } from '../../test-draw.ts'
import { RequestCard } from './request-card.tsx'
import { RequestFacts } from './request-facts.tsx'
import { RequestStatus } from './request-status.tsx'

const FAILED = {
  id: '01a21c2e',
  at: '2026-11-27T08:45:51.000Z',
  status: 'failed',
  http_status: 502,
  key: { id: 'k', name: 'CI' },
  user: null,
  provider: null,
  client: 'curl',
  ip: '',
  model: 'gpt-5.5',
  model_asked: 'gpt-5.5',
  usage: { input: 0, cache_read: 0, cache_write_5m: 0, cache_write_1h: 0, output: 0, reasoning: 0 },
  usage_source: 'none',
  cost: '0',
  first_token_ms: null,
  total_ms: 1800,
  tokens_per_second: null,
  attempts_made: 1,
} as unknown as RequestDetail

const shown = async (what: ReactNode) => (await draw(what, { texts: ['requests', 'ui'] })).place

test('a failed request has cost nothing and has no tokens, in its card as among its facts', async () => {
  const card = await shown(<RequestCard request={FAILED} onOpen={() => undefined} from="CI" />)
  expect(card.textContent).toMatch(/\$0\.0000— → —/)
  const facts = await shown(<RequestFacts data={FAILED} />)
  const said = [...facts.querySelectorAll('dl > div')].map((one) => one.textContent)
  expect(said).toEqual(expect.arrayContaining(['费用$0.00', '输入—', '输出—', '缓存读—']))
})

test('that another upstream was asked is a sign in lists and a word in the details', async () => {
  const request = { ...FAILED, attempts_made: 2 }
  const words = (place: Element) => Array.from(place.querySelectorAll('.st'), (one) => one.textContent)
  const listed = await shown(<RequestStatus request={request} />)
  expect(words(listed)).toEqual(['502'])
  expect(listed.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('已切换提供商')
  expect(words(await shown(<RequestStatus request={request} inWords />))).toEqual(['502', '已切换'])
  expect(words(await shown(<RequestStatus request={FAILED} inWords />))).toEqual(['502'])
})
