import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headOf, type Names } from './response-head.ts'

const part = fc.constantFrom(
  'date',
  'Date',
  'DATE',
  'dat',
  'dates',
  'x-request-id',
  'X',
  'x:',
  ' x',
  '',
  'server',
  'a\nb',
  'ä',
)
const line = fc
  .tuple(part, fc.constantFrom(': ', ':', ' :', ';', '', ' '), fc.constantFrom('1', ' 2 ', ':', ''))
  .map((all) => all.join(''))
const heads = fc.array(fc.array(line, { maxLength: 6 }), { maxLength: 8 })

test('a head means the same whatever the upstream has told before', () => {
  fc.assert(
    fc.property(heads, (all) => {
      const names: Names = []
      for (const lines of all) {
        const text = `HTTP/1.1 200 OK\r\n${lines.map((one) => `${one}\r\n`).join('')}\r\n`
        expect(headOf(text, names)).toEqual(headOf(text, []))
      }
    }),
    { numRuns: 1000 },
  )
})

test('names come in small letters, whichever way they were written at their place before', () => {
  const names: Names = []
  const fieldsOf = (...lines: string[]) => headOf(`HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`, names)?.fields
  expect(fieldsOf('Date: a', 'Server: b')).toEqual({ date: 'a', server: 'b' })
  expect(fieldsOf('Date: c', 'server: d', 'X: e')).toEqual({ date: 'c', server: 'd', x: 'e' })
  expect(fieldsOf('X: f', 'Date: g')).toEqual({ x: 'f', date: 'g' })
  expect(fieldsOf('Dat: h', 'Dates: i')).toEqual({ dat: 'h', dates: 'i' })
})

test('however many fields an upstream sends, few of their names are remembered', () => {
  const names: Names = []
  const lines = Array.from({ length: 500 }, (_, n) => `x-${n}: ${n}\r\n`).join('')
  expect(Object.keys(headOf(`HTTP/1.1 200 OK\r\n${lines}\r\n`, names)?.fields ?? {})).toHaveLength(500)
  expect(names).toHaveLength(64)
})
