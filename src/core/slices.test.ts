import { expect, test } from 'vitest'
import { Slices } from './slices.ts'

test('long work lets others have their turn', async () => {
  let turns = 0
  const other = setInterval(() => (turns += 1), 1)
  const slices = new Slices()
  const end = performance.now() + 60
  while (performance.now() < end) await slices.next()
  clearInterval(other)
  expect(turns).toBeGreaterThan(2)
})
