import { expect, test } from 'vitest'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { draw } from '../../test-draw.ts'
import { RequestPath } from './request-path.tsx'

const ATTEMPT = {
  provider: '#1',
  credential: null,
  retryable: false,
  upstream_cost: null,
  endpoint: '',
  protocol: 'openai-chat',
  credential_last4: null,
  decision: 'chosen',
  reason: null,
  left_ms: null,
  limited_by: null,
  full: null,
  started_ms: 4,
  headers_ms: 60,
  first_token_ms: null,
  ended_ms: 560,
  http_status: 200,
}

/** How the path of a request is shown. */
async function shown(data: object): Promise<Element> {
  const whole = { total_ms: 560, first_token_ms: null, model_answered: null, end: 'complete', ...data }
  const { place } = await draw(<RequestPath data={whole as unknown as RequestDetail} />, {
    texts: ['requests', 'charts', 'ui'],
  })
  return place
}

/** How the path of a request with one attempt is shown. */
const pathOf = (error: string, status = 200) => shown({ attempts: [{ ...ATTEMPT, error, http_status: status }] })

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

test('an operator reads who was passed over and when, how the first failed, what was done then and who answered', async () => {
  const path = await shown({
    model_answered: 'anthropic/claude-opus-5.5',
    attempts: [
      { ...ATTEMPT, n: 1, decision: 'skipped', reason: 'breaker', started_ms: 3, error: null, http_status: null },
      {
        ...ATTEMPT,
        n: 2,
        provider: 'Anthropic',
        credential: '主账号',
        credential_last4: '7Kq2',
        retryable: true,
        error: 'http_529',
        http_status: 529,
        upstream_cost: '0.0473',
      },
      { ...ATTEMPT, n: 3, provider: 'OpenRouter', started_ms: 560, error: null },
    ],
  })
  const [skipped, failed, served] = [...path.querySelectorAll('li')].map((one) =>
    (one.textContent ?? '').replaceAll('\u00a0', ' '),
  )
  expect(path.textContent).toContain('请求了 2 个，跳过 1 个')
  expect(skipped).toMatch(/跳过熔断中3 ms 时/)
  expect(failed).toMatch(/Anthropic.*主账号…7Kq2529上游过载 {2}?· 改试下一个.*\$0\.0473/)
  expect(served).toContain('上游模型 anthropic/claude-opus-5.5')
})

test('a secret that is too short to show its end has no end to show', async () => {
  const path = await shown({ attempts: [{ ...ATTEMPT, credential: '本机', credential_last4: '', error: null }] })
  expect(path.textContent).toContain('本机200')
})

test('a skip is told as the simulation tells it: how grave, how long it still rested then, or what was full', async () => {
  const skip = (n: number, why: object) => ({
    ...ATTEMPT,
    n,
    decision: 'skipped',
    error: null,
    http_status: null,
    ...why,
  })
  const path = await shown({
    attempts: [
      skip(1, { reason: 'breaker', left_ms: 41_200 }),
      skip(2, { reason: 'concurrency', full: { used: 8, limit: 8 } }),
      skip(3, { reason: 'capability' }),
      skip(4, { reason: 'of a later version' }),
      skip(5, { reason: 'limited', left_ms: 7_000, limited_by: 'claude-opus-4-8' }),
    ],
  })
  const told = [...path.querySelectorAll('.st')]
  expect(told.map(({ textContent }) => textContent)).toEqual([
    '熔断中还剩 00:42',
    '已达并发上限 8/8',
    '缺少所需能力',
    'of a later version',
    '模型限流还剩 00:07',
  ])
  expect(told.map(({ classList }) => classList[1])).toEqual(['err', 'warn', 'none', 'none', 'warn'])
  expect(path.textContent).toContain('模型限流还剩 00:07与 claude-opus-4-8 共用限额')
  expect(path.textContent?.match(/共用限额/g)).toHaveLength(1)
})

test('a failure that logs name otherwise is told with that name, and why nobody was asked after it', async () => {
  expect((await pathOf('first_token_timeout')).textContent).toContain('等待首字超时 first_token_timeout · 不再改试')
  const last = await shown({ attempts: [{ ...ATTEMPT, retryable: true, error: 'connect', http_status: null }] })
  expect(last.textContent).toContain('无法建立连接 connect · 候选或重试次数已用完')
})

test('a request that reached nobody says so, and why', async () => {
  const path = await shown({ attempts: [], end: 'limit' })
  expect(path.textContent).toContain('没有请求任何上游。 达到限额')
})
