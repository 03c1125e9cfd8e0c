import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tokens } from '../../lib/tokens.ts'
import { draw, settled, type } from '../../test-draw.ts'
import { Page } from './page.tsx'

const RIGHT = '123456'
const asked: object[] = []
let answer: (body: { code?: string }) => Response
const json = (status: number, body: object) => new Response(JSON.stringify(body), { status })
const refused = (status: number, code: string, detail = '') => json(status, { code, detail, request_id: 'r1' })

/** A server that wants a code, and takes one however it is parted. */
const wantsCode = ({ code }: { code?: string }) => {
  if (code === undefined) return refused(401, 'code_needed')
  return code.replaceAll(' ', '') === RIGHT
    ? json(200, { access_token: 'a1', refresh_token: 'r1' })
    : refused(401, 'code_wrong')
}

beforeEach(async () => {
  localStorage.clear()
  asked.length = 0
  answer = wantsCode
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url !== '/api/auth/login') return json(404, {})
    const body = JSON.parse(init.body as string) as { code?: string }
    asked.push(body)
    return answer(body)
  })
  await draw(<Page />, { at: '/login', texts: ['login', 'password', 'ui'] })
})

afterEach(() => {
  tokens.clear('left')
  vi.restoreAllMocks()
})

const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)
const press = (text: string) =>
  act(async () => [...document.querySelectorAll('button')].find((one) => one.textContent === text)?.click())

async function withPassword(): Promise<HTMLInputElement> {
  await type(field('email'), 'lin@example.com')
  await type(field('password'), 'secret')
  await press('登录')
  await settled(() => expect(field('code')).not.toBeNull())
  return field('code') as HTMLInputElement
}

test('where a code is needed it is asked for, sent as soon as it is whole, and the password is kept nowhere', async () => {
  const code = await withPassword()
  expect(field('password')).toBeNull()
  expect([code.inputMode, code.autocomplete]).toEqual(['numeric', 'one-time-code'])
  expect(JSON.stringify([localStorage, sessionStorage].map((kept) => Object.entries(kept)))).not.toContain('secret')
  await type(code, '12345')
  expect(asked).toHaveLength(1)
  await type(code, '123 456')
  await settled(() => expect(tokens.access()).toBe('a1'))
  expect(asked.slice(1)).toEqual([{ email: 'lin@example.com', password: 'secret', code: '123 456' }])
})

test('a wrong code is told at its field, and another one can be tried at once', async () => {
  const code = await withPassword()
  await type(code, '000000')
  await settled(() => expect(code.getAttribute('aria-invalid')).toBe('true'))
  expect(document.body.textContent).toContain('验证码不正确或已使用过')
  await type(code, RIGHT)
  await settled(() => expect(tokens.access()).toBe('a1'))
})

test('a recovery code is sent when one says so, and has the letters of a phone', async () => {
  await type(await withPassword(), '000000')
  await settled(() => expect(document.body.textContent).toContain('验证码不正确'))
  await press('用恢复码')
  expect(document.body.textContent).not.toContain('验证码不正确')
  const code = field('code') as HTMLInputElement
  expect([code.inputMode, code.autocomplete]).toEqual(['text', 'off'])
  await type(code, '234567')
  expect(asked).toHaveLength(2)
  await type(code, '23456-7abcd')
  await press('登录')
  expect(asked.at(-1)).toMatchObject({ code: '23456-7abcd' })
})

test('an empty code is not sent', async () => {
  await withPassword()
  await press('登录')
  expect(asked).toHaveLength(1)
  expect(document.body.textContent).toContain('请输入验证码')
})

test('who tries too often is told how long to wait', async () => {
  await withPassword()
  answer = () => refused(429, 'too_many_attempts', '尝试次数过多，请在 60 秒后重试')
  await type(field('code'), '000000')
  await settled(() => expect(document.body.textContent).toContain('请在 60 秒后重试'))
})

test('one goes back to other credentials, of which nothing is left', async () => {
  await withPassword()
  await press('使用其他账号登录')
  expect([field('email')?.value, field('password')?.value]).toEqual(['', ''])
  expect(field('code')).toBeNull()
})

test('a password that is no longer right when the code comes leads back, in the words of a wrong one', async () => {
  await withPassword()
  answer = () => refused(401, 'bad_credentials')
  await type(field('code'), RIGHT)
  await settled(() => expect(field('password')).not.toBeNull())
  expect(document.body.textContent).toContain('邮箱或密码错误')
})

test('what is no e-mail is gone back to, and a wrong password is typed anew', async () => {
  answer = () => refused(422, 'fields_invalid')
  await type(field('password'), 'secret')
  await press('登录')
  await settled(() => expect(document.activeElement).toBe(field('email')))
  answer = () => refused(401, 'bad_credentials')
  await type(field('email'), 'lin@example.com')
  await press('登录')
  await settled(() => expect(document.activeElement).toBe(field('password')))
})
