import { expect, test } from 'vitest'
import { around, between, diceOf, idAt, pick } from './dice.ts'

const rolls = <T>(count: number, roll: () => T): T[] => Array.from({ length: count }, roll)

test('the same seed gives the same numbers, another seed others, all from 0 to 1', () => {
  const numbers = rolls(1000, diceOf(1))
  expect(rolls(1000, diceOf(1))).toEqual(numbers)
  expect(rolls(1000, diceOf(2))).not.toEqual(numbers)
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...numbers)).toBeLessThan(1)
})

test('numbers fall where they are asked to', () => {
  const dice = diceOf(3)
  expect(new Set(rolls(200, () => between(dice, 2, 4)))).toEqual(new Set([2, 3, 4]))
  const sorted = rolls(2001, () => around(dice, 100, 0.5)).toSorted((a, b) => a - b)
  expect(sorted[1000]).toBeGreaterThan(90)
  expect(sorted[1000]).toBeLessThan(110)
  expect(sorted[0]).toBeGreaterThan(0)
})

test('what weighs more is picked more often, and what weighs nothing never', () => {
  const dice = diceOf(4)
  const picked = rolls(1000, () =>
    pick(dice, [
      ['a', 3],
      ['b', 1],
      ['c', 0],
    ] as const),
  )
  expect(picked.filter((one) => one === 'a').length).toBeGreaterThan(680)
  expect(picked).not.toContain('c')
})

test('an id is a UUIDv7 of the time given', () => {
  const dice = diceOf(5)
  for (const ms of [0, 1_795_219_200_123]) {
    const id = idAt(ms, dice)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(ms)
  }
})
