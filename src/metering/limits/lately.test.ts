import { expect, test } from 'vitest'
import { askFor, settledWith, testLimits } from './test-limits.ts'

test('what was settled is forgotten once it is stored, and while somebody reads it is kept up to a bound', () => {
  const { limits, clock } = testLimits()
  const settle = (id: string) => limits.admit(askFor(1, 1)).settle(settledWith(1, { id, at: clock.now }))
  const ids = Array.from({ length: 30_000 }, (_, n) => `r${n}`)
  settle('before')
  limits.lately.stored(['before'])
  using reading = limits.lately.reading()
  expect(reading.ids()).toEqual([])
  for (const id of ids) settle(id)
  limits.lately.stored(ids)
  expect(reading.ids().length).toBeLessThanOrEqual(20_000)
  expect(reading.ids().at(-1)).toBe('r29999')
  reading[Symbol.dispose]()
  expect(reading.ids()).toEqual([])
})
