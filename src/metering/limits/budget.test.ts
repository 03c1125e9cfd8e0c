import { expect, test } from 'vitest'
import { admits, grantOf, openBudget } from './budget.ts'

const budget = (used: bigint, held = 0n) => ({ ...openBudget(100n, used), held })

test('what needs nothing is let through, however much was overrun', () => {
  expect([0n, 1n].map((want) => admits(budget(105n), want, 1n))).toEqual([true, false])
})

test('what does not fit is let through where as much as it needs at least is left and nobody else holds any', () => {
  const wants = (held: bigint, least: bigint) => [40n, 41n].map((want) => admits(budget(60n - held, held), want, least))
  expect(wants(0n, 40n)).toEqual([true, true])
  expect(wants(0n, 41n)).toEqual([true, false])
  expect(wants(5n, 40n)).toEqual([true, false])
  expect(admits(budget(100n), 1n, 1n)).toBe(false)
})

test('who asks for more gets what fits, else what is left, and all of it while alone', () => {
  expect(grantOf(budget(10n, 50n), 20n, 30n)).toBe(30n)
  expect(grantOf(budget(10n, 50n), 20n, 50n)).toBe(40n)
  expect(grantOf(budget(79n, 20n), 20n, 30n)).toBe(30n)
  for (const used of [80n, 90n]) expect(grantOf(budget(used, 20n), 20n, 30n)).toBe(0n)
})
