import { beforeEach, expect, test, vi } from 'vitest'
import { draw, settled } from '../../test-draw.ts'
import { Passkeys } from './passkeys.tsx'

const button = (text: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === text)
const LAPTOP = {
  id: 'p1',
  name: '笔记本',
  host: location.hostname,
  created_at: '2026-11-01T08:00:00.000Z',
  last_used_at: null,
}

async function drawn(items: object[], origin: string | null = null) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ origin, items, next: null }), { status: 200 }))
  await draw(<Passkeys />, { at: '/profile', texts: ['profile', 'twostep', 'password', 'ui'] })
  await settled(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
  await settled(() => expect(document.querySelector('p, li')).not.toBeNull())
}

beforeEach(() => vi.stubGlobal('PublicKeyCredential', class {}))

test('without one it says what they are for, and one may be added', async () => {
  await drawn([])
  expect(document.body.textContent).toContain('无需输入密码和验证码')
  expect(button('添加通行密钥')).toBeDefined()
  expect(document.querySelector('.note')).toBeNull()
})

test('each is named, with when it was added and used, and one of another host is marked', async () => {
  const phone = { ...LAPTOP, id: 'p2', name: '手机', host: 'old.example', last_used_at: '2026-11-02T08:00:00.000Z' }
  await drawn([LAPTOP, phone])
  const [first, second] = [...document.querySelectorAll('li')].map((one) => one.textContent)
  expect(first).toContain('笔记本')
  expect(first).toContain('尚未使用')
  expect(first).not.toContain('仅用于')
  expect(second).toContain('仅用于 old.example')
  expect(second).toContain('最近使用：')
})

test('where the console is open at another address than they work at, it leads there and adds none', async () => {
  await drawn([LAPTOP], 'https://yumen.example')
  expect(document.querySelector('.note a')?.getAttribute('href')).toBe('https://yumen.example/dashboard/profile')
  expect(button('添加通行密钥')).toBeUndefined()
  expect(button('移除')).toBeDefined()
})

test('a browser that has none says so', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
  await drawn([])
  expect(document.querySelector('.note')?.textContent).toContain('此浏览器不支持通行密钥')
  expect(button('添加通行密钥')).toBeUndefined()
})
