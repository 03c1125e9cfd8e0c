import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tokens } from '../../lib/tokens.ts'
import { draw, settled } from '../../test-draw.ts'
import { PasskeyDoor } from './passkey-door.tsx'

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status })
const refused = (status: number, code: string, detail: string) => json(status, { code, detail, request_id: 'r1' })
const OPTIONS = { challenge: 'AAAA', rpId: 'localhost', timeout: 300_000, userVerification: 'required' }
const bytes = () => new Uint8Array([1]).buffer
const SHOWN = {
  id: 'AQ',
  rawId: bytes(),
  type: 'public-key',
  response: { clientDataJSON: bytes(), authenticatorData: bytes(), signature: bytes(), userHandle: bytes() },
  getClientExtensionResults: () => ({}),
}
const asked: { url: string; body: unknown }[] = []
let begin: () => Response
let answer: () => Response

beforeEach(async () => {
  localStorage.clear()
  asked.length = 0
  begin = () => json(200, { ticket: 't1', options: OPTIONS })
  answer = () => json(200, { access_token: 'a1', refresh_token: 'r1' })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (typeof init.body === 'string') asked.push({ url, body: JSON.parse(init.body) })
    if (url === '/api/auth/passkey/begin') return begin()
    return url === '/api/auth/passkey' ? answer() : json(404, {})
  })
  browser(async () => SHOWN)
  await draw(<PasskeyDoor />, { at: '/login', texts: ['login', 'ui'] })
})
afterEach(() => {
  tokens.clear('left')
  Reflect.deleteProperty(navigator, 'credentials')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const browser = (get: () => Promise<unknown>) =>
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } })
const press = () => act(async () => document.querySelector('button')?.click())
const told = (text: string) =>
  settled(() => expect(document.querySelector('[role=alert]')?.textContent).toContain(text))

test('a passkey that the browser shows is sent with the ticket, and signs in', async () => {
  await press()
  await settled(() => expect(tokens.access()).toBe('a1'))
  const response = { clientDataJSON: 'AQ', authenticatorData: 'AQ', signature: 'AQ', userHandle: 'AQ' }
  const body = { ticket: 't1', response: { id: 'AQ', rawId: 'AQ', type: 'public-key', response } }
  expect(asked).toEqual([{ url: '/api/auth/passkey', body }])
})

test('whoever sends the question away may try again, and nothing was sent', async () => {
  browser(async () => {
    throw new DOMException('', 'NotAllowedError')
  })
  const door = document.querySelector('button')
  door?.focus()
  await press()
  await told('没有完成，可以重试')
  expect(asked).toEqual([])
  expect(document.activeElement).toBe(door)
  expect(document.querySelector('button')?.disabled).toBe(false)
})

test('a passkey that is refused is told in the words of the server, and nobody is signed out for it', async () => {
  answer = () => refused(401, 'passkey_wrong', '无法用此通行密钥登录')
  await press()
  await told('无法用此通行密钥登录')
  expect(asked).toHaveLength(1)
})

test('an address that passkeys do not work at is told by the server', async () => {
  begin = () => refused(409, 'passkeys_elsewhere', '通行密钥只能在 https://yumen.example 使用')
  await press()
  await told('只能在 https://yumen.example 使用')
})

test('a server that does not answer is told of as at any sign-in', async () => {
  begin = () => new Response('', { status: 502 })
  await press()
  await told('登录失败，请检查网络连接')
})
