import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { draw, type } from '../../test-draw.ts'
import '../../ui/select-box.tsx'
import { BalanceForm } from './balance-form.tsx'

// Only its name and its money are shown.
const user = { id: 'usr_1', name: 'Lin', credit: '10', spent: '4' } as AdminUser
const asked = vi.fn<(url: string, init: { body: string }) => Promise<Response>>()

beforeEach(async () => {
  vi.stubGlobal('fetch', asked.mockReset())
  await draw(<BalanceForm user={user} onDone={() => {}} />, { texts: ['users', 'ui'] })
  await fill(0, '5')
  await fill(1, 'paid')
})

const fill = (at: number, value: string) => type(document.querySelectorAll('input[type=text]')[at], value)
const book = () => act(async () => document.querySelector<HTMLButtonElement>('button[type=submit]')?.click())
const told = () => expect.poll(() => document.querySelector('[role=alert]')?.textContent ?? '').not.toBe('')
const keys = () => asked.mock.calls.map(([, { body }]) => JSON.parse(body).idempotency_key as string)

test('money that nobody heard the answer of is said to be booked, perhaps, and is sent again under its name', async () => {
  asked.mockRejectedValue(new TypeError('no connection'))
  await book()
  await told()
  expect(document.querySelector('[role=alert]')?.textContent).toMatch(/可能已经入账/)
  await book()
  await expect.poll(() => asked).toHaveBeenCalledTimes(2)
  expect(new Set(keys()).size).toBe(1)
})

test('what differs from what was booked before is refused once, and may be booked when that is known', async () => {
  const body = { detail: 'booked before', code: 'idempotency_reused', request_id: 'r' }
  asked.mockImplementation(async () => Response.json(body, { status: 409 }))
  await book()
  await told()
  expect(document.querySelector('[role=alert]')?.textContent).toBe('booked before')
  await book()
  await expect.poll(() => asked).toHaveBeenCalledTimes(2)
  expect(new Set(keys()).size).toBe(2)
})
