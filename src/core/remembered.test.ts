import { expect, test } from 'vitest'
import { Remembered } from './remembered.ts'

test('what is worked out of a text is worked out once, and of one too long each time', () => {
  const asked: string[] = []
  const lengths = new Remembered((text) => {
    asked.push(text)
    return text.length
  })
  const long = 'x'.repeat(501)
  expect(['a', 'bb', 'a', long, long].map((text) => lengths.of(text))).toEqual([1, 2, 1, 501, 501])
  expect(asked).toEqual(['a', 'bb', long, long])
})

test('more texts than are remembered are all forgotten together', () => {
  let worked = 0
  const counted = new Remembered(() => (worked += 1))
  for (let n = 0; n < 501; n += 1) counted.of(`text ${n}`)
  expect(counted.of('text 500')).toBe(501)
  expect(counted.of('text 0')).toBe(502)
})
