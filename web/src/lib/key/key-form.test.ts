import { expect, test } from 'vitest'
import { addressesOf } from '../addresses-of.ts'
import { badIps, bodyOf, changesOf, emptyForm, endOf, setCount } from './key-form.ts'

const LIMIT = { metric: 'cost', window: 'month', max: '5', mode: 'normal', action: 'refuse' } as const
const present = { now: Date.parse('2026-11-20T06:32:08.000Z'), zone: 'Asia/Shanghai' }

test('a life in days ends with the last second of a day where the reader is', () => {
  const end = endOf({ expiry: 'd90', expires_at: '' }, present)
  expect(new Date(end ?? 0).toISOString()).toBe('2027-02-18T15:59:59.000Z')
})

test('a custom end without a day is not yet an end, and never is never', () => {
  expect(endOf({ expiry: 'custom', expires_at: '' }, present)).toBeUndefined()
  expect(endOf({ expiry: 'never', expires_at: '2027-01-01' }, present)).toBeNull()
})

test('addresses are parted by lines, commas and spaces, of either width', () => {
  const read = ['203.0.113.24', '10.20.0.0/16', '2001:db8::/32']
  expect(addressesOf(' 203.0.113.24\n10.20.0.0/16， 2001:db8::/32,')).toEqual(read)
  expect(addressesOf('２０３.０.１１３.２４、10.20.0.0／16；2001：db8：：/32')).toEqual(read)
})

test('what is no address and no block is named', () => {
  expect(badIps('203.0.113.24 10.0.0.0/33 host 10.20.0.0/16')).toEqual(['10.0.0.0/33', 'host'])
})

test('an untouched form asks for a key without limits', () => {
  expect(bodyOf({ ...emptyForm, name: ' a ' }, present)).toEqual({
    name: 'a',
    note: '',
    expires_at: null,
    allow_models: null,
    allow_ips: null,
    limits: [],
  })
})

test('an edit tells only what differs from before', () => {
  const before = { ...emptyForm, name: 'a', models: 'some' as const, allow_models: ['x', 'y'] }
  expect(changesOf({ ...before, note: 'b' }, before, present)).toEqual({ note: 'b' })
  expect(changesOf({ ...before, allow_models: ['x'] }, before, present)).toEqual({ allow_models: ['x'] })
  expect(changesOf({ ...before, models: 'all' }, before, present)).toEqual({ allow_models: null })
  expect(changesOf({ ...before, limits: [LIMIT] }, before, present)).toEqual({ limits: [LIMIT] })
  expect(changesOf(before, before, present)).toEqual({})
})

test('the count of settings leaves out what every key has', () => {
  expect(setCount({ ...emptyForm, name: 'a', note: 'b' })).toBe(0)
  expect(setCount({ ...emptyForm, expiry: 'y1', models: 'some', allow_ips: '10.0.0.1', limits: [LIMIT] })).toBe(4)
})
