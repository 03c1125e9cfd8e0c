import { expect, test } from 'vitest'
import { login } from '../../i18n/zh-CN/login.ts'
import { codeMessageOf, messageOf } from './message.ts'

test.each([
  [401, '邮箱或密码错误'],
  [422, '请输入有效的邮箱地址'],
  [500, '服务器错误，请稍后重试'],
  [0, '登录失败，请检查网络连接'],
  [400, '登录失败，请检查网络连接'],
  [429, '登录失败，请检查网络连接'],
  [503, '登录失败，请检查网络连接'],
])('A log-in that fails with %i says %s.', (status, text) => {
  expect(login.error[messageOf(status)]).toBe(text)
})

test.each([
  [401, 'code_wrong', 'wrong'],
  [401, 'bad_credentials', 'credentials'],
  [422, 'body_invalid', 'wrong'],
  [429, 'too_many_attempts', 'many'],
  [500, 'internal', 'server'],
  [503, 'database_away', 'other'],
  [0, 'no_answer', 'other'],
])('a code that fails with %i %s is told as %s', (status, code, message) => {
  expect(codeMessageOf({ status, code })).toBe(message)
})
