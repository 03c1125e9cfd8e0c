import { expect, test } from 'vitest'
import { sharedRoom } from './shared-room.ts'

test('nobody gets more than is left for everybody else, and what is given back is there again', () => {
  const takes = sharedRoom(100)
  expect([takes('a', 50), takes('a', 1)]).toEqual([true, false])
  expect([takes('b', 25), takes('b', 1)]).toEqual([true, false])
  expect([takes('a', -50), takes('b', 12)]).toEqual([true, true])
})
