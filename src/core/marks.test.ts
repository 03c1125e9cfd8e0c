import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMark, markOf } from './marks.ts'

test('a mark is found where a plain search finds it, from any offset', () => {
  const mark = markOf('"ab":', 'ab')
  const text = fc.string({ unit: fc.constantFrom('"ab":', '"', 'a', 'b', ':', 'ab'), maxLength: 40 })
  fc.assert(
    fc.property(text, fc.nat({ max: 60 }), (whole, from) => {
      const bytes = Buffer.from(whole)
      expect(findMark(bytes, mark, from)).toBe(from > bytes.length ? -1 : bytes.indexOf('"ab":', from))
    }),
    { numRuns: 2000 },
  )
})

test('an anchor is a short part of its mark', () => {
  expect(() => markOf('"file_id"', 'fileid')).toThrow('fileid')
  expect(() => markOf('"file_id"', '"file_id"')).toThrow('"file_id"')
})
