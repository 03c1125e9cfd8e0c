import { expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '../../core/time.ts'
import { createSlots } from './slots.ts'

test('streams that hold all that seems to be borne keep others away for seconds after a rest, not until they end', () => {
  let now = 0
  const slots = createSlots(() => now)
  const streams = Array.from({ length: 4 }, () => slots.take())
  const restEnds = 10 * SECOND_MS
  slots.refused(restEnds)
  streams.pop()?.[Symbol.dispose]()
  const fullAt = (ms: number) => {
    now = ms
    return slots.full
  }
  expect([slots.inFlight, slots.limit]).toEqual([3, 2])
  expect(fullAt(restEnds)).toBe(true)
  expect(slots.limit).toBe(2)
  expect(fullAt(restEnds + 2 * SECOND_MS)).toBe(true)
  expect(fullAt(restEnds + 4 * SECOND_MS)).toBe(false)
  expect(slots.limit).toBe(4)
  expect(fullAt(restEnds + 20 * MINUTE_MS)).toBe(false)
  expect(slots.limit).toBeNull()
  slots.refused(now)
  expect(slots.limit).toBe(1)
})

test('a round of successes lets one more run, whatever time has let in', () => {
  let now = 0
  const slots = createSlots(() => now)
  const all = Array.from({ length: 8 }, () => slots.take())
  slots.refused(0)
  now = 2 * SECOND_MS
  expect(slots.limit).toBe(5)
  for (let n = 0; n < 5; n += 1) slots.succeeded()
  expect(slots.limit).toBe(6)
  slots.reset()
  expect([slots.limit, slots.full, slots.inFlight]).toEqual([null, false, all.length])
})

test('a round has as many successes as may run at once, and one that was refused begins anew', () => {
  const slots = createSlots(() => 0)
  for (let n = 0; n < 8; n += 1) slots.take()
  slots.refused(0)
  const after = (successes: number) => {
    for (let n = 0; n < successes; n += 1) slots.succeeded()
    return slots.limit
  }
  expect([after(3), after(1), after(4), after(1)]).toEqual([4, 5, 5, 6])
  slots.refused(0)
  expect([slots.limit, after(2)]).toEqual([3, 3])
  slots.refused(0)
  expect([slots.limit, after(1), after(1)]).toEqual([1, 2, 2])
})

test('requests that took no slot here count at the first refusal, and not after it', () => {
  const slots = createSlots(() => 0, 8)
  expect([slots.inFlight, slots.limit]).toEqual([0, null])
  slots.refused(0)
  expect(slots.limit).toBe(4)
  const held = Array.from({ length: 2 }, () => slots.take())
  slots.refused(0)
  expect(slots.limit).toBe(1)
  for (const one of held) one[Symbol.dispose]()
})
