import { expect, test } from 'vitest'
import { gather, keeping, pieceOf } from './bytes.ts'

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

test('many short chunks are gathered in few pieces, in their order, and touch neither each other nor where they came from', () => {
  const chunks: Uint8Array[] = []
  const sizes = [5, 1, 1, 900, 300, 4000, 1, 2, 70_000, 1023, 1, 1, 1024, 0, 7, ...Array<number>(5000).fill(1)]
  const all = sizes.map((size, n) => Buffer.alloc(size, n % 251))
  const [first] = all
  for (const chunk of all) {
    gather(chunks, chunk)
    // Its memory is another's from here on, unless it is held on to.
    if (!chunks.includes(chunk)) chunk.fill(255)
  }
  const whole = Buffer.concat(sizes.map((size, n) => Buffer.alloc(size, n % 251)))
  expect(Buffer.concat(chunks).equals(whole)).toBe(true)
  expect(chunks[0]).toBe(first)
  expect(chunks.length).toBeLessThan(20)
  const memory = new Set(chunks.slice(1).map(({ buffer }) => buffer))
  expect([...memory].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThan(whole.length + 8 * 1024)
})

test('what is gathered twice from the same chunks is not mixed up', () => {
  const [ones, twos]: [Uint8Array[], Uint8Array[]] = [[], []]
  for (let n = 0; n < 3000; n += 1) {
    gather(ones, Buffer.from('1'))
    gather(twos, Buffer.from('2'))
  }
  expect([String(Buffer.concat(ones)), String(Buffer.concat(twos))]).toEqual(['1'.repeat(3000), '2'.repeat(3000)])
})
