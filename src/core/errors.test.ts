import { expect, test } from 'vitest'
import { type ErrorCode, GatewayError, localeOf, retold } from './errors.ts'
import { FORMER_SENTENCES } from './former-sentences.ts'

test('an error says its sentence in both languages, with its details', () => {
  const error = new GatewayError('rate_limited', { seconds: 3 })
  expect(error.message).toBe('Too many requests; try again in 3 s.')
  expect(error.in('zh-CN')).toBe('请求过于频繁，请在 3 秒后重试。')
})

// Of the words in `utils/retry.js` of `@earendil-works/pi-ai` 1.6.0: in the middle of a stream there is no status to tell by.
const PASSES = /connection.?lost|timed? out/i

test.each(['upstream_broke', 'upstream_timeout', 'gateway_stopped'] as const)(
  'agents that know a fault by its words ask again at %s',
  (code) => {
    expect(new GatewayError(code).message).toMatch(PASSES)
  },
)

test('a sentence kept in English is told again in Chinese, details included', () => {
  expect(retold('rate_limited', 'Too many requests; try again in 3 s.', 'zh-CN')).toBe(
    '请求过于频繁，请在 3 秒后重试。',
  )
  const path = new GatewayError('path_unknown', { method: 'GET', path: '/v1/{model}' })
  expect(retold('path_unknown', path.message, 'zh-CN')).toBe(path.in('zh-CN'))
})

test.each([
  ['upstream_broke', 'The upstream broke off.', '上游连接中断。'],
  ['upstream_broke', 'Connection lost: the upstream broke off.', '上游连接中断。'],
  ['upstream_timeout', 'The upstream took too long.', '上游响应超时。'],
  ['gateway_stopped', 'The gateway stopped before the answer had ended.', '响应结束之前，网关停止了运行。'],
  [
    'model_not_served',
    'No provider offers the model `m` through this API; try another one.',
    '没有提供商通过此接口提供模型 `m`，请换用其他接口。',
  ],
])('so is one that older rows keep, which is said otherwise today: %s, %s', (code, kept, told) => {
  expect(retold(code, kept, 'zh-CN')).toBe(told)
  expect(retold(code, kept, 'en')).toBe(kept)
})

test('a former sentence is no present one, and what fills it in one language fills it in the other', () => {
  for (const [code, former] of Object.entries(FORMER_SENTENCES))
    for (const { en, zh } of former) {
      expect(new GatewayError(code as ErrorCode).message).not.toBe(en)
      expect(zh.match(/\{\w+\}/g) ?? []).toEqual(en.match(/\{\w+\}/g) ?? [])
    }
})

test('what is no sentence of ours stays as it is', () => {
  expect(retold('http_400', 'Unknown parameter', 'zh-CN')).toBe('Unknown parameter')
  expect(retold('rate_limited', 'something else', 'zh-CN')).toBe('something else')
  expect(retold('rate_limited', null, 'zh-CN')).toBeNull()
})

test('the first language of Accept-Language that we speak is taken', () => {
  expect(localeOf('fr, zh;q=0.8, en', 'en')).toBe('zh-CN')
  expect(localeOf('fr', 'zh-CN')).toBe('zh-CN')
  expect(localeOf(undefined, 'en')).toBe('en')
})
