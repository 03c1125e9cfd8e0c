import { expect, test } from 'vitest'
import { rawVendor, testUpstream } from './line/test-vendor.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

const HEAD = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
const END = '0\r\n\r\n'
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const LONG_MS = 5000

/** Takes what comes up to so many pieces: what it was given, the end as a point, and how that ended. */
async function taken(answer: UpstreamAnswer, most = Infinity, withinMs = LONG_MS) {
  const pieces: string[] = []
  const take = (piece: Buffer | null) => {
    pieces.push(piece?.toString() ?? '.')
    return pieces.length < most
  }
  const ended = await answer
    .each?.(take, () => withinMs, 'idle_timeout')
    .then(
      () => '',
      (error: Error) => error.message,
    )
  return { said: pieces.join(''), ended }
}

test('what comes is handed on in its order, and its end with it', async () => {
  await using vendor = await rawVendor((socket) => {
    socket.write(HEAD + chunk('one '))
    setImmediate(() => socket.write(chunk('two ') + chunk('three') + END))
  })
  await using upstream = testUpstream()
  expect(await taken(await upstream.send(vendor.url))).toEqual({ said: 'one two three.', ended: '' })
})

test('whoever has had enough is given no more until they ask again, and nothing is lost', async () => {
  await using vendor = await rawVendor((socket) => void socket.write(HEAD + chunk('one ')))
  await using upstream = testUpstream()
  const answer = await upstream.send(vendor.url)
  expect(await taken(answer, 1)).toEqual({ said: 'one ', ended: '' })
  vendor.sockets[0]?.write(chunk('two '))
  await expect.poll(() => vendor.sockets[0]?.writableLength).toBe(0)
  expect((await answer.next(LONG_MS, 'idle_timeout'))?.toString()).toBe('two ')
  vendor.sockets[0]?.write(chunk('three') + END)
  expect(await taken(answer)).toEqual({ said: 'three.', ended: '' })
  expect(await taken(answer)).toEqual({ said: '.', ended: '' })
})

test('an answer is at its end when all of it has been pulled and the upstream has ended it', async () => {
  await using vendor = await rawVendor((socket) => void socket.write(HEAD + chunk('one ')))
  await using upstream = testUpstream()
  const answer = await upstream.send(vendor.url)
  expect([(await answer.next(LONG_MS, 'idle_timeout'))?.toString(), answer.isAtEnd]).toEqual(['one ', false])
  vendor.sockets[0]?.write(chunk('two') + END)
  expect([(await answer.next(LONG_MS, 'idle_timeout'))?.toString(), answer.isAtEnd]).toEqual(['two', true])
  expect(await answer.next(LONG_MS, 'idle_timeout')).toBeNull()
})

test('what goes wrong with a piece is told to whoever takes it, and to nobody else', async () => {
  await using vendor = await rawVendor((socket) => void socket.write(HEAD + chunk('one')))
  await using upstream = testUpstream()
  const answer = await upstream.send(vendor.url)
  const take = () => {
    throw new Error('not to be read')
  }
  await expect(answer.each?.(take, () => LONG_MS, 'idle_timeout')).rejects.toThrow('not to be read')
  vendor.sockets[0]?.write(chunk('two') + END)
  expect(await taken(answer)).toEqual({ said: 'two.', ended: '' })
})

test('an answer that falls silent, breaks off or is ended by whoever takes it is told of as where it is pulled', async () => {
  await using vendor = await rawVendor((socket) => void socket.write(HEAD + chunk('one')))
  await using upstream = testUpstream()
  expect(await taken(await upstream.send(vendor.url), Infinity, 30)).toEqual({
    said: 'one',
    ended: 'upstream: idle_timeout',
  })
  const cut = taken(await upstream.send(vendor.url))
  vendor.sockets[1]?.destroy()
  expect(await cut).toEqual({ said: 'one', ended: 'upstream: reset' })
  const answer = await upstream.send(vendor.url)
  const cancel = () => {
    answer.cancel('caller_gone')
    return true
  }
  await expect(answer.each?.(cancel, () => LONG_MS, 'idle_timeout')).rejects.toThrow('caller_gone')
})
