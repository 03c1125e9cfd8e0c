import { expect, test } from 'vitest'
import type { GroupView } from '../../../../src/contract/groups.ts'
import { groupsWithout } from './audience.ts'

const group = (id: string, allow_models: string[] | null) => ({ id, allow_models }) as GroupView

test('a model is for everybody but the groups that chose others', () => {
  const groups = [group('all', null), group('some', ['a', 'b']), group('few', ['b'])]
  const without = (model: string) => groupsWithout(model, groups).map(({ id }) => id)
  expect(without('a')).toEqual(['few'])
  expect(without('b')).toEqual([])
  expect(without('c')).toEqual(['some', 'few'])
})
