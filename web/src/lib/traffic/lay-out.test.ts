import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOut } from './lay-out.ts'

const compound = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))

test('JSON is laid out as it is usually written, however tight it came', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
      expect(layOut(JSON.stringify(value, null, space), false)).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

test('the beginning of JSON is laid out as far as it goes', () => {
  fc.assert(
    fc.property(compound, fc.nat(), (value, at) => {
      const whole = JSON.stringify({ value })
      const begun = whole.slice(0, 2 + (at % (whole.length - 2)))
      expect(layOut(whole, false).startsWith(layOut(begun, true))).toBe(true)
    }),
  )
  expect(layOut('{"a":[1,{"b":"c, d: {', true)).toBe('{\n  "a": [\n    1,\n    {\n      "b": "c, d: {')
})

test('long numbers, keys twice and the order of keys stay as they came', () => {
  expect(layOut('{"2":12345678901234567890,"1":1.0,"1":2}', false)).toBe(
    '{\n  "2": 12345678901234567890,\n  "1": 1.0,\n  "1": 2\n}',
  )
})

test.each(['data: {"a":1}\n\ndata: [DONE]\n\n', '{"a":', '[note] to whom it may concern', ''])(
  'what is no JSON stays as it is: %j',
  (text) => {
    expect(layOut(text, false)).toBe(text)
  },
)

test('events and prose that were cut stay as they are', () => {
  for (const text of ['data: {"a":1}\n\ndata: {"b', '[note]  to whom', '{ curly } prose']) {
    expect(layOut(text, true)).toBe(text)
  }
})

test('brackets within brackets do not grow without bound', () => {
  const deep = '['.repeat(20_000)
  expect(layOut(deep, true).length).toBeLessThan(deep.length * 70)
})
