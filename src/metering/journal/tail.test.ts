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

test('whoever turns the page finds what the next segment begins with, whatever is left of the last', () => {
  const tail = new Tail()
  tail.add({ segment: 1, from: 10, end: 20, lines })
  tail.add({ segment: 2, from: 0, end: 5, lines })
  expect(tail.take({ segment: 2, offset: 0 })).toMatchObject({ end: 5 })
})

const MIB = 1024 * 1024
const added = (tail: Tail, from: number, bytes: number) =>
  tail.add({ segment: 1, from, end: from + 1, lines: Buffer.alloc(bytes) })

test('16 MiB are kept for whoever comes late; of more only the newest', () => {
  const tail = new Tail()
  for (let i = 0; i < 16; i += 1) added(tail, i, MIB)
  expect(tail.take({ segment: 1, offset: 0 })).toMatchObject({ end: 1 })
  added(tail, 16, MIB)
  expect(tail.take({ segment: 1, offset: 1 })).toMatchObject({ end: 2 })
  added(tail, 17, 2 * MIB)
  expect(tail.take({ segment: 1, offset: 16 })).toBeUndefined()
  expect(tail.take({ segment: 1, offset: 17 })).toMatchObject({ end: 18 })
})

test('what was taken makes room', () => {
  const tail = new Tail()
  for (let i = 0; i < 20; i += 1) {
    added(tail, i, MIB)
    expect(tail.take({ segment: 1, offset: i })).toBeDefined()
  }
  added(tail, 20, 1)
  added(tail, 21, 1)
  expect(tail.take({ segment: 1, offset: 20 })).toMatchObject({ end: 21 })
})
