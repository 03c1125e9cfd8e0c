import { expect, test } from 'vitest'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { bodyOf, changesOf, emptyForm, formOf, NO_GROUP, type UserForm } from './user-form.ts'

const filled: UserForm = { ...emptyForm, email: ' ada@example.com ', name: ' Ada ' }
const FREE = { allow_models: null, deny_models: [], allow_providers: null, allow_ips: null }
const USER = { ...FREE, email: '', name: '', note: '', limits: [], group: null } as unknown as AdminUser
const LIMIT = { metric: 'cost', window: 'month', max: '5', mode: 'normal', action: 'refuse' } as const

test('a new account joins the usual group and gets a password that is made, unless something else is said', () => {
  expect(bodyOf(filled)).toEqual({
    email: 'ada@example.com',
    name: 'Ada',
    role: 'user',
    billing: 'unlimited',
    note: '',
    limits: [],
    ...FREE,
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

test('what the account may use is told by what was chosen, and lists of other choices are forgotten', () => {
  const lists = { allow_models: ['a'], deny_models: ['b'], allow_providers: ['p'], allow_ips: '10.0.0.0/8\n192.0.2.1' }
  const form: UserForm = { ...filled, ...lists }
  expect(bodyOf({ ...form, allow_ips: ' ' })).toMatchObject(FREE)
  expect(bodyOf({ ...form, models: 'some', providers: 'some' })).toMatchObject({
    allow_models: ['a'],
    deny_models: [],
    allow_providers: ['p'],
    allow_ips: ['10.0.0.0/8', '192.0.2.1'],
  })
  expect(bodyOf({ ...form, models: 'except' })).toMatchObject({ allow_models: null, deny_models: ['b'] })
  const before = formOf({ ...USER, allow_models: ['a'] })
  expect(before).toMatchObject({ models: 'some', providers: 'all' })
  expect(changesOf({ ...before, models: 'except', deny_models: ['a'] }, before)).toEqual({
    allow_models: null,
    deny_models: ['a'],
  })
  expect(formOf({ ...USER, deny_models: ['a'] })).toMatchObject({ models: 'except', deny_models: ['a'] })
})
