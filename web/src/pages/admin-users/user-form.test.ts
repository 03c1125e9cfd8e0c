import { expect, test } from 'vitest'
import { bodyOf, changesOf, emptyForm, NO_GROUP, type UserForm } from './user-form.ts'

const filled: UserForm = { ...emptyForm, email: ' ada@example.com ', name: ' Ada ' }
const LIMIT = { metric: 'cost', window: 'month', max: '5', mode: 'normal', action: 'refuse' } as const

test('a new account joins the usual group and gets a password that is made, unless something else is said', () => {
  expect(bodyOf(filled)).toEqual({
    email: 'ada@example.com',
    name: 'Ada',
    role: 'user',
    billing: 'unlimited',
    note: '',
    limits: [],
  })
  const given = { credential: 'given', password: 'a better horse', must_change_password: false } as const
  expect(bodyOf({ ...filled, ...given, group: NO_GROUP })).toMatchObject({
    password: 'a better horse',
    must_change_password: false,
    group: null,
  })
})

test('an edit tells only what differs', () => {
  const before = { ...filled, group: 'g1' }
  expect(changesOf(before, before)).toEqual({})
  expect(changesOf({ ...before, group: NO_GROUP, note: ' VIP ' }, before)).toEqual({ group: null, note: 'VIP' })
  expect(changesOf({ ...before, limits: [LIMIT] }, before)).toEqual({ limits: [LIMIT] })
  expect(changesOf({ ...before, email: ' other@example.com ' }, before)).toEqual({ email: 'other@example.com' })
})
