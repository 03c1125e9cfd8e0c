import { expect, test } from 'vitest'
import { watchJoining } from '../core/test-joining.ts'
import { PlainRequest } from './plain-request.ts'
import type { PlainReply } from './plain-reply.ts'

/** A request whose body is so long, and how often its connection was asked to go on. */
function asked(length: number) {
  const line = { resumed: 0, resume: () => void (line.resumed += 1) }
  const head = { url: '/v1', headers: { host: 'here' }, said: { keyHash: 'a' }, length, end: 0 }
  // What it is answered with is nothing to its body.
  return { line, request: new PlainRequest(head, { ip: '', reply: {} as PlainReply, line }) }
}

test('a body that comes byte by byte is kept in few pieces', async () => {
  const { request } = asked(5000)
  const body = request.read(5000, () => true)
  using joining = watchJoining()
  for (let n = 0; n < 5000; n += 1) request.arrive(Buffer.from(String(n % 10)))
  expect(String(await body)).toBe('0123456789'.repeat(500))
  expect(joining.pieces.map((pieces) => pieces < 10)).toEqual([true])
})

test('a request says what its head said, and ends as it is told to', () => {
  const { request } = asked(0)
  expect(request).toMatchObject({ url: '/v1', headers: { host: 'here' }, said: { keyHash: 'a' }, isWhole: true })
  const why = new Error('enough')
  request.cut(why)
  expect([request.signal.aborted, request.signal.reason]).toEqual([true, why])
})

test('a body takes the room it needs: for what has come when it is read, and for what comes after', async () => {
  const { request, line } = asked(10)
  expect(request.arrive(Buffer.from('abc'))).toBe(null)
  const counted: number[] = []
  const body = request.read(10, (bytes) => counted.push(bytes) > 0)
  expect([counted, line.resumed]).toEqual([[3], 1])
  expect(request.arrive(Buffer.from('defg'))).toBe(null)
  expect(String(request.arrive(Buffer.from('hijPOST')))).toBe('POST')
  expect([String(await body), counted]).toEqual(['abcdefghij', [3, 4, 3]])
})

test('a body for which there is no room is nobody’s from then on, and its end is found all the same', async () => {
  const early = asked(5)
  early.request.arrive(Buffer.from('a'))
  expect(() => early.request.read(5, () => false)).toThrow(expect.objectContaining({ code: 'uploads_full' }))
  const late = asked(5)
  const body = late.request.read(5, (bytes) => bytes > 1)
  late.request.arrive(Buffer.from('ab'))
  late.request.arrive(Buffer.from('c'))
  await expect(body).rejects.toMatchObject({ code: 'uploads_full' })
  early.request.arrive(Buffer.from('bc'))
  for (const { request } of [early, late]) {
    expect([request.arrive(Buffer.from('d')), request.isWhole]).toEqual([null, false])
    expect([String(request.arrive(Buffer.from('ef'))), request.isWhole]).toEqual(['f', true])
  }
})

test('a body that is too long, or whose caller is gone, is not waited for', async () => {
  expect(() => asked(6).request.read(5, () => true)).toThrow(expect.objectContaining({ code: 'body_too_large' }))
  const { request } = asked(5)
  const body = request.read(5, () => true)
  request.lost()
  await expect(body).rejects.toMatchObject({ code: 'body_incomplete' })
  expect(() => request.read(5, () => true)).toThrow(expect.objectContaining({ code: 'body_incomplete' }))
  const whole = asked(2).request
  whole.arrive(Buffer.from('ab'))
  whole.lost()
  expect(() => whole.read(5, () => true)).toThrow(expect.objectContaining({ code: 'body_incomplete' }))
  const cut = asked(2).request
  cut.cut(new Error('enough'))
  expect(() => cut.read(5, () => true)).toThrow(expect.objectContaining({ code: 'body_incomplete' }))
})

test('a body that nobody reads waits outside from 64 KiB on, until it is read or nobody’s', () => {
  const ahead = (more: number) => {
    const one = asked(100 * 1024)
    one.request.arrive(Buffer.alloc(64 * 1024 + more))
    return one
  }
  expect(ahead(-1).request.isAhead).toBe(false)
  const read = ahead(0)
  expect(read.request.isAhead).toBe(true)
  void read.request.read(100 * 1024, () => true)
  expect([read.request.isAhead, read.line.resumed]).toEqual([false, 1])
  const left = ahead(0)
  left.request.leave()
  expect([left.request.isAhead, left.line.resumed]).toEqual([false, 1])
  const whole = ahead(36 * 1024)
  expect([whole.request.isAhead, whole.request.isWhole]).toEqual([false, true])
  whole.request.leave()
  expect(whole.line.resumed).toBe(0)
})
