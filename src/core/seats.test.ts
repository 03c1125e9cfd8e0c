import { expect, test } from 'vitest'
import { createSeats } from './seats.ts'

test('each user has so many seats, and one that is given back, once or twice, is one more', () => {
  const seats = createSeats(2)
  const first = seats.take('ann')
  expect(seats.take('ann')).not.toBeNull()
  expect(seats.take('ann')).toBeNull()
  expect(seats.take('bob')).not.toBeNull()
  first?.[Symbol.dispose]()
  first?.[Symbol.dispose]()
  expect(seats.take('ann')).not.toBeNull()
  expect(seats.take('ann')).toBeNull()
})
