import { expect, test } from 'vitest'
import { eventsWith, without } from './sse.ts'

const found = (events: readonly string[], from?: number) => {
  const bytes = Buffer.from(events.join(''), 'latin1')
  return [...eventsWith(bytes, /mark/g, from)].map(({ start, end }) => bytes.toString('latin1', start, end))
}

test.each([
  ['line feeds', '\n'],
  ['both', '\r\n'],
  ['carriage returns', '\r'],
])('events that hold a mark are found whole, each once, where lines end with %s', (_name, line) => {
  const plain = `data: a${line}${line}`
  const marked = (n: number) => `event: mark${line}data: mark ${n}${line}${line}`
  expect(found([plain, marked(1), plain, plain, marked(2), marked(3), plain])).toEqual([
    marked(1),
    marked(2),
    marked(3),
  ])
})

test('an event is found wherever a search begins in it', () => {
  const events = ['data: mark 1\n\n', 'data: a mark 2\n\n', 'data: mark 3\n\n']
  const [first = '', second = ''] = events
  expect(found(events, first.length)).toEqual(events.slice(1))
  expect(found(events, first.length + second.indexOf('mark'))).toEqual(events.slice(1))
  expect(found(events, first.length + second.length - 2)).toEqual(events.slice(2))
})

test('a mark is found at every offset of a run of megabytes, and behind events of megabytes', () => {
  const short = 'data: mark\n\n'
  for (const windowBytes of [1024, 64 * 1024, 65 * 1024])
    for (let at = windowBytes - 100; at < windowBytes + 20; at += 1) {
      const event = `data: ${'x'.repeat(at)}mark\n\n`
      expect(found([short, event, short])).toEqual([short, event, short])
      expect(found([event, short])).toEqual([event, short])
    }
  const large = `data: ${'mark'.repeat(500_000)}\n\n`
  expect(found([large, 'data: a\n\n', large])).toEqual([large, large])
})

test.each([
  ['none of them', []],
  ['the first', ['a']],
  ['the last', ['d']],
  ['two that follow each other', ['b', 'c']],
  ['the first and the third', ['a', 'c']],
  ['all of them', ['a', 'b', 'c', 'd']],
])('of a run of events %s are left out', (_name, out) => {
  const names = ['a', 'b', 'c', 'd']
  const events = names.map((name, n) => `data: ${name.repeat(n * 7 + 1)}\n\n`)
  const starts = events.map((_event, n) => events.slice(0, n).join('').length)
  const spans = names.flatMap((name, n) => {
    const start = starts[n] ?? 0
    return out.includes(name) ? [{ start, end: start + (events[n]?.length ?? 0) }] : []
  })
  const kept = events.filter((_event, n) => !out.includes(names[n] ?? '')).join('')
  expect(without(Buffer.from(events.join('')), spans).toString()).toBe(kept)
})
