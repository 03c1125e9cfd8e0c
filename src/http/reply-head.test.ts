import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateHeader, headerLine, statusLine } from './reply-head.ts'

test('an answer tells the second in which it was made, whichever was told before', () => {
  const times = fc.array(fc.integer({ min: -2500, max: 2500 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(times, (all) => {
      for (const ms of all.map((more) => 1_800_000_000_000 + more))
        expect(dateHeader(ms)).toBe(`Date: ${new Date(ms).toUTCString()}\r\n`)
    }),
  )
})

test('however many names headers have, each is looked at', () => {
  for (let n = 0; n < 600; n += 1) expect(headerLine(`a-${n}`, n)).toBe(`a-${n}: ${n}\r\n`)
  for (let n = 0; n < 600; n += 1) expect(() => headerLine(`a ${n}`, n)).toThrow(TypeError)
})

test('a status that nobody knows has a line too', () => {
  expect([statusLine(200), statusLine(799)]).toEqual(['HTTP/1.1 200 OK\r\n', 'HTTP/1.1 799 unknown\r\n'])
})
