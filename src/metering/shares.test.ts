import { expect, test } from 'vitest'
import { Shares } from './shares.ts'

test('everybody is looked at once in as many turns as there are shares, and nobody who has left', () => {
  const shares = new Shares<number>(10)
  const leave = Array.from({ length: 95 }, (_, n) => shares.add(n))
  leave[7]?.[Symbol.dispose]()
  leave[7]?.[Symbol.dispose]()
  expect(shares.size).toBe(94)
  const turns = Array.from({ length: 10 }, () => [...shares.next()])
  expect(turns.map(({ length }) => length)).toEqual([10, 10, 10, 10, 10, 9, 9, 8, 9, 9])
  expect(turns.flat().sort((a, b) => a - b)).toEqual([...Array(95).keys()].filter((n) => n !== 7))
  expect(shares.all().sort((a, b) => a - b)).toEqual(turns.flat().sort((a, b) => a - b))
})
