import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countsBetween, type Histogram, observe, percentile, readHistogram, writeHistogram } from './histogram.ts'

const counted = (...durations: number[]): Histogram => {
  const histogram: Histogram = new Map()
  for (const ms of durations) observe(histogram, ms)
  return histogram
}

test('what is written is read again, and texts joined by commas are added up', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3_600_000)), fc.array(fc.nat(3_600_000)), (some, more) => {
      const joined = `${writeHistogram(counted(...some))},${writeHistogram(counted(...more))}`
      expect(writeHistogram(readHistogram(joined))).toBe(writeHistogram(counted(...some, ...more)))
    }),
  )
})

test('parts that are not a bin and a count are passed over', () => {
  const text = ',10:2,a1:2,1b:2,3:,:4,5,1:2:3,-1:2,1.5:2,10:1,'
  expect([...readHistogram(text)]).toEqual([[10, 3]])
})

test('a percentile is within a twentieth of the truth, and null where nothing was counted', () => {
  expect(percentile(counted(100, 200, 4000), 0.5)).toBeCloseTo(200, -1)
  expect(percentile(counted(100, 200, 4000), 1)).toBeGreaterThan(3800)
  expect(percentile(new Map(), 0.5)).toBeNull()
})

test('counts are sorted by the edges they lie below, and what lies beyond the last comes last', () => {
  expect(countsBetween(counted(10, 900, 1500, 90_000), [1000, 2000])).toEqual([2, 1, 1])
  expect(countsBetween(new Map(), [1000])).toEqual([0, 0])
})
