import { expect, test, vi } from 'vitest'
import { draw, settled } from '../../test-draw.ts'
import { SecondFactor } from './second-factor.tsx'

const button = (text: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === text)

async function drawn(state: { enabled_at: string | null; recovery_codes_left: number; required: boolean }) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(state), { status: 200 }))
  await draw(<SecondFactor />, { at: '/profile', texts: ['twostep', 'password', 'ui'] })
  await settled(() => expect(document.querySelector('button')).not.toBeNull())
}

const ON = { enabled_at: '2026-11-01T08:00:00.000Z', recovery_codes_left: 7, required: false }

test('while it is off it can be turned on', async () => {
  await drawn({ enabled_at: null, recovery_codes_left: 0, required: false })
  expect(document.body.textContent).toContain('未开启')
  expect(button('开启')).toBeDefined()
  expect(button('关闭')).toBeUndefined()
})

test('while it is on it says since when, and how many recovery codes are left', async () => {
  await drawn(ON)
  expect(document.querySelector('dl')?.textContent).toContain('7 个')
  expect(document.querySelector('.note')).toBeNull()
  expect(button('关闭')?.disabled).toBe(false)
})

test.each([
  [2, '只剩 2 个'],
  [0, '恢复码已用完'],
])('with %i recovery codes left it warns', async (left, warning) => {
  await drawn({ ...ON, recovery_codes_left: left })
  expect(document.querySelector('.note.warn')?.textContent).toContain(warning)
})

test('where the operator asks for it, it cannot be turned off', async () => {
  await drawn({ ...ON, required: true })
  expect(button('关闭')?.disabled).toBe(true)
  expect(button('更换身份验证器')?.disabled).toBe(false)
  expect(document.body.textContent).toContain('管理员要求开启，不能关闭')
})
