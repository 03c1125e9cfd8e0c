import { expect, test } from 'vitest'
import { GatewayError, localeOf, retold } from './errors.ts'

test('an error says its sentence in both languages, with its details', () => {
  const error = new GatewayError('rate_limited', { seconds: 3 })
  expect(error.message).toBe('Too many requests; try again in 3 s.')
  expect(error.in('zh-CN')).toBe('请求过于频繁，请在 3 秒后重试。')
})

test('a sentence kept in English is told again in Chinese, details included', () => {
  expect(retold('rate_limited', 'Too many requests; try again in 3 s.', 'zh-CN')).toBe(
    '请求过于频繁，请在 3 秒后重试。',
  )
  const path = new GatewayError('path_unknown', { method: 'GET', path: '/v1/{model}' })
  expect(retold('path_unknown', path.message, 'zh-CN')).toBe(path.in('zh-CN'))
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
