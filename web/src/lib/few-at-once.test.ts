import { expect, test } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'

test('everything is done once, and no more at a time than allowed', async () => {
  let now = 0
  let most = 0
  const done: number[] = []
  await fewAtOnce([1, 2, 3, 4, 5], 2, async (one) => {
    most = Math.max(most, ++now)
    await Promise.resolve()
    done.push(one)
    now--
  })
  expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
})
