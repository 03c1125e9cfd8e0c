import { expect, test } from 'vitest'
import { echo, END, heard, openTo, startLanes } from './test-lanes.ts'

const CHUNKED = 'POST /v1/first HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
const UPGRADE =
  'GET /v1/second HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'

test('an upgrade that is asked for before the request before it is answered is answered in HTTP, in its turn', async () => {
  const first = Promise.withResolvers<void>()
  const asked: string[] = []
  await using lanes = await startLanes(async (arrival) => {
    asked.push(arrival.url)
    if (arrival.url === '/v1/first') await first.promise
    await echo(arrival)
  })
  const socket = await openTo(lanes.gateway)
  socket.write(CHUNKED + UPGRADE)
  const all = heard(socket, END, 2)
  await expect.poll(() => asked).toEqual(['/v1/first', '/v1/second'])
  first.resolve()
  expect([...(await all).matchAll(/"(\/v1\/\w+)"/g)].map(([, url]) => url)).toEqual(['/v1/first', '/v1/second'])
})

test('one that is asked for after it is taken over', async () => {
  await using lanes = await startLanes(echo)
  const socket = await openTo(lanes.gateway)
  socket.write(CHUNKED)
  expect(await heard(socket, END)).toContain('/v1/first')
  socket.write(UPGRADE)
  // The room of upgrades in these lanes ends them.
  expect(await heard(socket, END)).toBe('')
  expect(socket.closed).toBe(true)
})
