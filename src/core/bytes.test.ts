import { expect, test } from 'vitest'
import { pieceOf, waiting } from './bytes.ts'

test('small pieces share a block and never their bytes; what waits, or is long, has memory of its own', () => {
  const pieces = Array.from({ length: 100 }, (_, n) => pieceOf(100 + n, false).fill(n))
  expect(pieces.every((piece, n) => piece.length === 100 + n && piece.every((byte) => byte === n))).toBe(true)
  expect(new Set(pieces.map((piece) => piece.buffer)).size).toBeLessThan(pieces.length / 10)
  expect(pieceOf(100, true).buffer.byteLength).toBe(100)
  expect(pieceOf(5000, false).buffer.byteLength).toBe(5000)
})

test('a piece that has to wait leaves its block, and part of a long one is not copied', () => {
  const small = pieceOf(100, false).fill(7)
  expect(waiting(small)).toEqual(small)
  expect(waiting(small).buffer.byteLength).toBe(100)
  const part = pieceOf(5000, false).subarray(0, 50)
  expect(waiting(part)).toBe(part)
})
