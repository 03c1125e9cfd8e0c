import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Http1Connection } from './http1-connection.ts'
import { selfSigned } from './test-proxies.ts'
import { rawVendor, read, sized, testUpstream } from './test-vendor.ts'

/** Comes in one read, which TLS hands over in four pieces: two are what a reader may lag behind. */
const LONG = 'x'.repeat(60 * 1024)

test('an answer over TLS that is whole while its reader is behind holds nothing back of the next one on its connection', async () => {
  const secure = await selfSigned('localhost')
  await using vendor = await rawVendor((socket) => void socket.write(sized(LONG)), { secure })
  await using upstream = testUpstream()
  const line = { proxy: null, ca: secure.cert, http2: false }
  for (let calls = 0; calls < 3; calls += 1) {
    const answer = await upstream.send(vendor.url, { line })
    for (let turns = 0; turns < 50; turns += 1) await setImmediate()
    expect(await read(Promise.resolve(answer))).toBe(LONG)
  }
  expect(vendor.sockets).toHaveLength(1)
})

test('a reader who has had enough is brought more when they ask for it, also where a piece came behind it that they had room for', async () => {
  await using vendor = await rawVendor(() => undefined)
  const socket = connect(Number(vendor.url.port), vendor.url.hostname)
  await once(socket, 'connect')
  const connection = new Http1Connection(socket, {
    names: [],
    onOpen: () => ({ [Symbol.dispose]: () => undefined }),
    onIdle: () => undefined,
    onGone: () => undefined,
  })
  const room = [false, true]
  connection.send(
    { head: 'GET / HTTP/1.1\r\n\r\n', body: null },
    {
      isOver: false,
      onWaiting: () => undefined,
      onSending: () => undefined,
      onHead: () => undefined,
      onBody: () => room.shift() ?? true,
      onEnd: () => undefined,
      onError: () => undefined,
    },
  )
  const head = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx')
  expect([connection.onPiece(head, head.length), connection.onPiece(Buffer.from('y'), 1)]).toEqual([false, false])
  const resumed = once(socket, 'resume')
  connection.resume()
  await resumed
  expect(connection.onPiece(Buffer.from('z'), 1)).toBe(true)
  connection.close()
})
