import { expect, test } from 'vitest'
import { verdictOf } from './verdict.ts'

const row = (cost: string, ms: number, status: 'succeeded' | 'failed' = 'succeeded') => ({ cost, total_ms: ms, status })

test('names the cheaper and the faster one', () => {
  expect(verdictOf(row('0.0054', 7000), row('0.0146', 5800))).toEqual({
    cheaper: { place: 0, share: 0.63 },
    faster: { place: 1, ms: 1200 },
  })
})

test('says nothing where nothing differs', () => {
  expect(verdictOf(row('0', 10), row('0', 10))).toEqual({ cheaper: null, faster: null })
})

test('does not compare what did not succeed, or is not known yet', () => {
  expect(verdictOf(row('1', 1), row('1', 1, 'failed'))).toBeNull()
  expect(verdictOf(undefined, row('1', 1))).toBeNull()
})
