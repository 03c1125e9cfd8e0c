import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventsOf, serverEvents } from './server-events.ts'

const readAll = (text: string, cuts: readonly number[] = []) => {
  const read = serverEvents()
  const ends = [...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length]
  return ends.flatMap((end, at) => read(text.slice(ends[at - 1] ?? 0, end)))
}

test('an event has a name and data; without a name it is a message', () => {
  expect(readAll('event: ping\ndata: {"a":1}\n\ndata: x\n\n')).toEqual([
    { name: 'ping', data: '{"a":1}' },
    { name: 'message', data: 'x' },
  ])
})

test('lines of data are joined, comments and beats are passed over, the space after the colon is optional', () => {
  expect(readAll(': hello\n\n\n\ndata:one\ndata: two\nid: 7\n\n')).toEqual([{ name: 'message', data: 'one\ntwo' }])
})

test('half an event is kept until the rest of it comes', () => {
  const read = serverEvents()
  expect(read('data: ab')).toEqual([])
  expect(read('c\n')).toEqual([])
  expect(read('\n')).toEqual([{ name: 'message', data: 'abc' }])
})

test('pieces may be cut anywhere, and lines may end in any way', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'é', '玉', ' ', ':', '{') })
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1 }),
      fc.array(fc.nat()),
      fc.constantFrom('\n', '\r\n', '\r'),
      (words, cuts, end) => {
        const text = words.map((data) => `event: e${end}data: ${data}${end}${end}`).join('')
        expect(readAll(`${text}x`, cuts)).toEqual(words.map((data) => ({ name: 'e', data })))
      },
    ),
  )
})

test('the last event counts although nothing stands behind it', async () => {
  const found = []
  for await (const event of eventsOf(new Response('data: a\n\ndata: b'))) found.push(event.data)
  expect(found).toEqual(['a', 'b'])
})
