import { expect, test } from 'vitest'
import { randomName } from './random-name.ts'

test('no name is given twice', () => {
  expect(randomName()).toMatch(/^[0-9a-f]{32}$/)
  expect(randomName()).not.toBe(randomName())
})
