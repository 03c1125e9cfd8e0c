import { expect, test } from 'vitest'
import { rulesOf, strengthOf } from './password-strength.ts'

const lin = { name: 'Lin Xiao', email: 'lin.xiao@example.com' }
const met = (next: string, { current = 'what it was', again = '' } = {}) =>
  rulesOf({ current, next, again }, 8, lin).flatMap((rule) => (rule.met ? [rule.id] : []))

test('of nothing nothing is said to be met', () => {
  expect(met('')).toEqual([])
  expect(strengthOf('', lin)).toBe(0)
})

test('what the server asks for is told apart from what only makes a password stronger', () => {
  expect(met('jade-Gate 2026', { again: 'jade-Gate 2026' })).toEqual([
    'least',
    'varied',
    'fresh',
    'alike',
    'cases',
    'signs',
    'foreign',
  ])
  expect(met('aaaaaaaa')).toEqual(['least', 'fresh', 'foreign'])
  expect(met('what it was')).toEqual(['least', 'varied', 'foreign'])
  expect(met('my-name-is-xiao')).not.toContain('foreign')
  expect(met('LIN.XIAO-2026')).not.toContain('foreign')
})

test('an emoji is one character', () => expect(met('🔑🔑🔑🔑')).not.toContain('least'))

test('the more there is to guess the stronger, and what repeats itself or tells its owner is weaker', () => {
  expect(strengthOf('abcd', lin)).toBe(1)
  expect(strengthOf('aaaaaaaaaaaaaaaa', lin)).toBe(1)
  expect(strengthOf('jadegate', lin)).toBe(2)
  expect(strengthOf('jadegate2026', lin)).toBe(3)
  expect(strengthOf('jade-Gate 2026', lin)).toBe(4)
  expect(strengthOf('Lin.Xiao-2026!', lin)).toBe(2)
})
