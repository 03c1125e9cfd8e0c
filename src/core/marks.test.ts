import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMark, hidesLetters, markOf } from './marks.ts'

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

test('a word that is written with escapes is hidden, and what encoders escape hides none', () => {
  for (const hidden of ['"\\u0066ile_id"', '"file\\u005Fid"', '"file_i\\u0064"', '\\u007a'])
    expect(hidesLetters(Buffer.from(hidden)), hidden).toBe(true)
  for (const plain of [
    '"file_id"',
    '\\u003c\\u003e\\u0026\\u0027\\u0000\\u001b\\u007f',
    '\\u4f60\\u00e9',
    '\\u00',
    '00',
  ])
    expect(hidesLetters(Buffer.from(plain)), plain).toBe(false)
})

test('an escaped letter is seen wherever it stands, and however many escapes stand around it', () => {
  const parts = fc.constantFrom('\\u00', '\\', 'u', '0', '00', '61', '5F', '7b', '22', 'x', '\\u0041', '\\u0061')
  fc.assert(
    fc.property(fc.string({ unit: parts, maxLength: 30 }), (text) => {
      expect(hidesLetters(Buffer.from(text))).toBe(/\\u00(?:5f|6[1-9a-f]|7[0-9a])/i.test(text))
    }),
    { numRuns: 2000 },
  )
})
