import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { toast } from '../../lib/toast.ts'
import { draw, settled, type } from '../../test-draw.ts'
import { SetUp, useSetUp } from './set-up.tsx'

const SECRET = 'JBSWY3DPEHPK3PXP'
const CODES = ['abcde-fghjk', 'mnpqr-stuvw']
const asked: { url: string; body: unknown }[] = []
const done = vi.fn<() => void>()
const json = (status: number, body: object) => new Response(JSON.stringify(body), { status })
const wrong = (field: string) =>
  json(422, { code: 'body_invalid', detail: 'x', fields: { [field]: `${field} 不正确` } })

function Part() {
  return <SetUp setUp={useSetUp(done)} />
}

beforeEach(async () => {
  asked.length = 0
  done.mockClear()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body = JSON.parse(init.body as string) as { password?: string; code?: string }
    asked.push({ url, body })
    if (url.endsWith('/confirm')) return body.code === '123456' ? json(200, { recovery_codes: CODES }) : wrong('code')
    if (body.password !== 'right') return wrong('password')
    return json(200, { secret: SECRET, uri: `otpauth://totp/Yumen:lin?secret=${SECRET}` })
  })
  await draw(<Part />, { at: '/profile', texts: ['twostep', 'password', 'ui'] })
})

const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)
const button = (text: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === text)
const press = (text: string) => act(async () => button(text)?.click())

async function withSecret(): Promise<void> {
  await type(field('password'), 'right')
  await press('继续')
  await settled(() => expect(document.querySelector('svg[role=img]')).not.toBeNull())
}

test('the password comes first, and a wrong one is told at its field', async () => {
  await press('继续')
  expect(asked).toEqual([])
  expect(document.body.textContent).toContain('请输入密码')
  await type(field('password'), 'not it')
  await press('继续')
  await settled(() => expect(field('password')?.getAttribute('aria-invalid')).toBe('true'))
  expect(document.body.textContent).toContain('password 不正确')
})

test('the secret is there to be scanned and to be typed, and a first code turns it on', async () => {
  await withSecret()
  expect(document.querySelector('[data-secret]')?.textContent).toBe('JBSW Y3DP EHPK 3PXP')
  await type(field('code'), '000000')
  await settled(() => expect(field('code')?.getAttribute('aria-invalid')).toBe('true'))
  // It is a code of the authenticator that is wanted here; recovery codes come after it.
  expect(button('用恢复码')).toBeUndefined()
  await type(field('code'), '123456')
  await settled(() => expect(document.body.textContent).toContain(CODES[0]))
  expect(asked.at(-1)).toEqual({ url: '/api/users/me/second-factor/confirm', body: { code: '123456' } })
})

test('whoever closes the recovery codes says first that they are saved', async () => {
  await withSecret()
  await type(field('code'), '123456')
  await settled(() => expect(button('完成')).toBeDefined())
  expect(button('完成')?.disabled).toBe(true)
  await act(async () => document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
  await press('完成')
  expect(done).toHaveBeenCalledOnce()
})

test('where it is on already, because the answer that said so was lost, one goes on and is told of the codes', async () => {
  await withSecret()
  const warned = vi.spyOn(toast, 'warning')
  const isOn = { code: 'second_factor_on', detail: 'x' }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(isOn), { status: 409 }))
  await type(field('code'), '123456')
  await settled(() => expect(done).toHaveBeenCalledOnce())
  expect(warned.mock.calls.map(([title]) => title)).toEqual(['两步验证已开启'])
})
