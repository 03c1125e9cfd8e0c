import { expect, test } from 'vitest'
import type { GroupView } from '../../../../src/contract/groups.ts'
import { choosing, EVERYBODY, groupsWithout, isFor } from './audience.ts'

const group = (id: string, allow_models: string[] | null) => ({ id, allow_models }) as GroupView

test('a model is for everybody but the groups that chose others', () => {
  const groups = [group('all', null), group('some', ['a', 'b']), group('few', ['b'])]
  const without = (model: string) => groupsWithout(model, groups).map(({ id }) => id)
  expect(without('a')).toEqual(['few'])
  expect(without('b')).toEqual([])
  expect(without('c')).toEqual(['some', 'few'])
})

test('models are looked for by who may use them', () => {
  const groups = [group('all', null), group('some', ['a', 'b']), group('few', ['b'])]
  const found = (...wanted: string[]) => ['a', 'b', 'c'].filter((model) => isFor(model, wanted, groups))
  expect(choosing(groups).map(({ id }) => id)).toEqual(['some', 'few'])
  expect(found()).toEqual(['a', 'b', 'c'])
  expect(found('some')).toEqual(['a', 'b'])
  expect(found('few')).toEqual(['b'])
  expect(found(EVERYBODY)).toEqual(['b'])
  expect(found(EVERYBODY, 'some')).toEqual(['a', 'b'])
  expect(['a', 'c'].filter((model) => isFor(model, [EVERYBODY], [group('all', null)]))).toEqual(['a', 'c'])
})
