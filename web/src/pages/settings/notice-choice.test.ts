import { expect, test } from 'vitest'
import { isFixed, NOTICES, takes } from '../../../../src/core/notices.ts'
import { NOTICE_GROUPS, switched } from './notice-choice.ts'

test('every notice stands in one group', () => {
  const listed = Object.values(NOTICE_GROUPS).flat()
  expect(listed.toSorted()).toEqual([...NOTICES].toSorted())
})

test('a switched way is kept, and the other way of the notice stays as it was', () => {
  const kept = switched(undefined, 'limit_80', { channel: 'email', on: false })
  expect(kept).toEqual({ limit_80: ['console'] })
  expect([takes(kept, 'limit_80', 'console'), takes(kept, 'limit_80', 'email')]).toEqual([true, false])
  expect(takes(switched(kept, 'limit_80', { channel: 'email', on: true }), 'limit_80', 'email')).toBe(true)
})

test('what nobody may miss in the console cannot be switched off there', () => {
  expect([isFixed('limit_100', 'console'), isFixed('limit_100', 'email')]).toEqual([true, false])
  expect(takes({ limit_100: [] }, 'limit_100', 'console')).toBe(true)
})
