import { expect, test } from 'vitest'
import { watchJoining } from '../core/test-joining.ts'
import { readJson } from './body.ts'

test('a body that comes byte by byte is kept in few pieces', async () => {
  const text = JSON.stringify({ note: 'x'.repeat(5000) })
  const body = ReadableStream.from(Array.from(text, (letter) => Buffer.from(letter)))
  const request = new Request('http://here/', { method: 'POST', body, duplex: 'half' })
  using joining = watchJoining()
  expect(await readJson(request, 8)).toEqual(JSON.parse(text))
  expect(joining.pieces.map((pieces) => pieces < 10)).toEqual([true])
})
