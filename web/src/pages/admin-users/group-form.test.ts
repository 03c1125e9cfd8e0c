import { expect, test } from 'vitest'
import type { GroupView } from '../../../../src/contract/groups.ts'
import { groupBodyOf, groupFormOf, isFactor } from './group-form.ts'

const group: GroupView = {
  id: 'g1',
  name: 'Team',
  multiplier: '0.8',
  allow_models: ['a', 'b'],
  note: '',
  default: true,
  users: 3,
  limits: [],
  version: 2,
  created_at: '2026-11-01T00:00:00.000Z',
}

test('a group comes back from the form as it went in', () => {
  const { name, multiplier, allow_models, note, limits } = group
  expect(groupBodyOf(groupFormOf(group))).toEqual({ name, multiplier, allow_models, note, default: true, limits })
})

test('no model named means every model', () => {
  expect(groupBodyOf({ ...groupFormOf(null), name: ' x ', allow_models: ' \n' })).toMatchObject({
    name: 'x',
    multiplier: '1',
    allow_models: null,
  })
})

test('a factor is read as people type it', () => {
  expect(isFactor('０．８')).toBe(true)
  expect(groupBodyOf({ ...groupFormOf(group), multiplier: '０．８' }).multiplier).toBe('0.8')
})

test('a factor is a decimal number', () => {
  expect(['1', ' 0.85 ', '', 'x', '-1'].map(isFactor)).toEqual([true, true, false, false, false])
})
