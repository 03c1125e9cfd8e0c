import { expect, test } from 'vitest'
import { Tail } from './tail.ts'

const lines = Buffer.from('0 S a\n0 S b\n')
const none = Buffer.alloc(0)

test('whoever follows closely finds each write just where the last one ended', () => {
  const tail = new Tail()
  tail.add({ segment: 1, from: 0, end: 10, lines })
  tail.add({ segment: 1, from: 10, end: 25, lines: none })
  tail.add({ segment: 2, from: 0, end: 5, lines })
  expect(tail.take({ segment: 1, offset: 0 })).toMatchObject({ end: 10, lines })
  expect(tail.take({ segment: 1, offset: 10 })).toMatchObject({ end: 25, lines: none })
  // The next segment begins elsewhere; whoever is at the end of this one turns the page first.
  expect(tail.take({ segment: 1, offset: 25 })).toBeUndefined()
  expect(tail.take({ segment: 2, offset: 0 })).toMatchObject({ end: 5 })
  expect(tail.take({ segment: 2, offset: 5 })).toBeUndefined()
})

test('in the middle of a write there is nothing to take, and what was read from the file is forgotten', () => {
  const tail = new Tail()
  tail.add({ segment: 1, from: 0, end: 10, lines })
  tail.add({ segment: 1, from: 10, end: 20, lines })
  expect(tail.take({ segment: 1, offset: 4 })).toBeUndefined()
  expect(tail.take({ segment: 1, offset: 0 })).toBeUndefined()
  expect(tail.take({ segment: 1, offset: 10 })).toMatchObject({ end: 20 })
})

test('it stays small while nobody takes anything, and keeps the newest', () => {
  const tail = new Tail()
  const large = Buffer.alloc(4096)
  for (let i = 0; i < 10_000; i += 1) tail.add({ segment: 1, from: i, end: i + 1, lines: large })
  expect(tail.take({ segment: 1, offset: 100 })).toBeUndefined()
  tail.add({ segment: 1, from: 10_000, end: 10_001, lines })
  expect(tail.take({ segment: 1, offset: 10_000 })).toMatchObject({ end: 10_001 })
})
