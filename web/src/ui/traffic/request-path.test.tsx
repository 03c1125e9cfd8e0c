import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { RequestPath } from './request-path.tsx'

const ATTEMPT = {
  provider: '#1',
  endpoint: '',
  protocol: 'openai-chat',
  credential_last4: null,
  decision: 'chosen',
  reason: null,
  started_ms: 4,
  headers_ms: 60,
  first_token_ms: null,
  ended_ms: 560,
  http_status: 200,
}

/** How the path of a request with one attempt is shown. */
async function pathOf(error: string, status = 200): Promise<Element> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await Promise.all([loadTexts('requests'), loadTexts('charts'), loadTexts('ui')])
  const place = document.createElement('div')
  const root = createRoot(place)
  const data = {
    attempts: [{ ...ATTEMPT, error, http_status: status }],
    total_ms: 560,
    first_token_ms: null,
  } as unknown as RequestDetail
  await act(async () => root.render(<RequestPath data={data} />))
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  return place
}

test('an upstream has no fault in a caller that leaves', async () => {
  const path = await pathOf('caller_gone')
  expect(path.querySelector('.st')?.className).toContain('none')
  expect(path.querySelector('.st')?.textContent).toBe('已取消')
  expect(path.querySelector('.bad')).toBe(null)
})

test('an answer that broke is the upstream’s fault, whatever status it began with', async () => {
  const path = await pathOf('truncated')
  expect(path.querySelector('.st')?.className).toContain('err')
  expect(path.querySelector('.st')?.textContent).toBe('200')
})

test('a refusal took the time until its headers, and no first token was waited for', async () => {
  const path = await pathOf('http_529', 529)
  expect(path.textContent).toContain('等待响应头 56 ms'.replace(' ms', '\u00a0ms'))
  expect(path.textContent).not.toContain('等待首字 ')
})
