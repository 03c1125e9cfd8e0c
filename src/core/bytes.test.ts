import { expect, test } from 'vitest'
import { keeping, pieceOf } from './bytes.ts'

test('small pieces share a block and never their bytes; what waits, or is long, has memory of its own', () => {
  const pieces = Array.from({ length: 100 }, (_, n) => pieceOf(100 + n, false).fill(n))
  expect(pieces.every((piece, n) => piece.length === 100 + n && piece.every((byte) => byte === n))).toBe(true)
  expect(new Set(pieces.map((piece) => piece.buffer)).size).toBeLessThan(pieces.length / 10)
  expect(pieceOf(100, true).buffer.byteLength).toBe(100)
  expect(pieceOf(5000, false).buffer.byteLength).toBe(5000)
})

test('bytes that are kept for long leave memory of which they are less than half', () => {
  const whole = pieceOf(8000, false).fill(7)
  const most = whole.subarray(400)
  expect(keeping(most)).toBe(most)
  const some = whole.subarray(0, 3000)
  expect(keeping(some)).toEqual(some)
  expect(keeping(some).buffer.byteLength).toBe(3000)
})
