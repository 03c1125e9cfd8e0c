import { expect, test } from 'vitest'
import { remembered } from './remembered.ts'

test('what is worked out of a text is worked out once, and of one too long each time', () => {
  const asked: string[] = []
  const lengthOf = remembered((text) => {
    asked.push(text)
    return text.length
  })
  const long = 'x'.repeat(201)
  expect(['a', 'bb', 'a', long, long].map(lengthOf)).toEqual([1, 2, 1, 201, 201])
  expect(asked).toEqual(['a', 'bb', long, long])
})

test('more texts than are remembered are all forgotten together', () => {
  let worked = 0
  const counted = remembered(() => (worked += 1), 2)
  expect(['a', 'b', 'a', 'c', 'c', 'a'].map(counted)).toEqual([1, 2, 1, 3, 3, 4])
})
