import { expect, test } from 'vitest'
import { pack } from '../../core/packed-record.ts'
import { recordOf } from './test-journal.ts'
import { Tail } from './tail.ts'

const settled = [recordOf('a', 1n), recordOf('b', 2n)].map(pack)

test('whoever follows closely finds each write just where the last one ended', () => {
  const tail = new Tail()
  tail.add({ segment: 1, from: 0, end: 10, settled })
  tail.add({ segment: 1, from: 10, end: 25, settled: [] })
  tail.add({ segment: 2, from: 0, end: 5, settled })
  expect(tail.take({ segment: 1, offset: 0 })).toMatchObject({ end: 10, settled })
  expect(tail.take({ segment: 1, offset: 10 })).toMatchObject({ end: 25, settled: [] })
  // The next segment begins elsewhere; whoever is at the end of this one turns the page first.
  expect(tail.take({ segment: 1, offset: 25 })).toBeUndefined()
  expect(tail.take({ segment: 2, offset: 0 })).toMatchObject({ end: 5 })
  expect(tail.take({ segment: 2, offset: 5 })).toBeUndefined()
})

test('in the middle of a write there is nothing to take, and what was read from the file is forgotten', () => {
  const tail = new Tail()
  tail.add({ segment: 1, from: 0, end: 10, settled })
  tail.add({ segment: 1, from: 10, end: 20, settled })
  expect(tail.take({ segment: 1, offset: 4 })).toBeUndefined()
  expect(tail.take({ segment: 1, offset: 0 })).toBeUndefined()
  expect(tail.take({ segment: 1, offset: 10 })).toMatchObject({ end: 20 })
})

test('it stays small while nobody takes anything, and keeps the newest', () => {
  const tail = new Tail()
  for (let i = 0; i < 10_000; i += 1) tail.add({ segment: 1, from: i, end: i + 1, settled })
  expect(tail.take({ segment: 1, offset: 100 })).toBeUndefined()
  tail.add({ segment: 1, from: 10_000, end: 10_001, settled })
  expect(tail.take({ segment: 1, offset: 10_000 })).toMatchObject({ end: 10_001 })
})
