import { expect, test } from 'vitest'
import type { Me } from '../../../src/contract/users.ts'
import { dutyOf, isAboutAccount } from './duty.ts'

const me = (password: boolean, factor: boolean) =>
  ({ must_change_password: password, must_set_second_factor: factor }) as Me

test('a one-time password is replaced before a second factor is set, and nobody has to do anything else', () => {
  expect(dutyOf(me(true, true))).toBe('password')
  expect(dutyOf(me(false, true))).toBe('second_factor')
  expect(dutyOf(me(false, false))).toBeNull()
  expect(dutyOf(null)).toBeNull()
})

test('a refusal for what the account is says so, and no other does', () => {
  const codes = ['password_change_required', 'second_factor_required', 'admin_required', 'user_disabled']
  expect([...codes, 'not_permitted', 'not_found'].filter(isAboutAccount)).toEqual(codes)
})
