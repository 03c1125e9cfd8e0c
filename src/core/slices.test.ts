import { expect, test } from 'vitest'
import { Slices } from './slices.ts'

test('long work lets others have their turn', async () => {
  let turns = 0
  const other = setInterval(() => (turns += 1), 1)
  const slices = new Slices()
  // However seldom this process has a turn itself; the end is for slices that have none for others.
  const end = performance.now() + 10_000
  while (turns < 3 && performance.now() < end) await slices.next()
  clearInterval(other)
  expect(turns).toBe(3)
})
