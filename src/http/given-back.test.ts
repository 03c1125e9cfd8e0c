import { expect, test } from 'vitest'
import type { Arrival } from '../relay/exchange.ts'
import { END, heard, heldFor, openTo, startLanes } from './test-lanes.ts'

const POST = 'POST /v1/x HTTP/1.1\r\nhost: here\r\n'
/** Two headers of one name: node's parser reads those. */
const OTHER = `${POST}a: b\r\na: c\r\n`
const sized = (body: string) => `content-length: ${body.length}\r\n\r\n${body}`

/** What a request's body says, once it has been answered. */
async function bodyOf(arrival: Arrival, mostBytes: number): Promise<string> {
  const body = await arrival.read(mostBytes, () => true)
  arrival.reply.writeHead(200, { 'content-length': END.length })
  arrival.reply.end(END)
  return body.toString('latin1')
}

test.each([
  ['that begins', ''],
  ['that has asked plainly before', POST + sized('')],
])('a large body that nobody reads waits with its caller on a connection %s', async (_name, before) => {
  const go = Promise.withResolvers<void>()
  const large = 'b'.repeat(32 * 1024 * 1024)
  await using lanes = await startLanes(async (arrival) => {
    if (arrival.headers['a'] !== undefined) await go.promise
    await bodyOf(arrival, large.length)
  })
  const socket = await openTo(lanes.gateway)
  if (before) {
    socket.write(before)
    await heard(socket, END)
  }
  const sent = new Promise((resolve) => socket.write(OTHER + sized(large), resolve))
  const waited = await Promise.race([sent.then(() => false), heldFor(socket)])
  go.resolve()
  await heard(socket, END)
  expect([waited, lanes.taken.node]).toEqual([true, 1])
})

test('what waits behind a plain request comes to node’s parser in its order, also where a body of it is held back', async () => {
  const [first, third] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const bodies: string[] = []
  await using lanes = await startLanes(async (arrival) => {
    const { node } = lanes.taken
    if (node === 0) await first.promise
    if (node === 2) await third.promise
    bodies.push(await bodyOf(arrival, 1e6))
  })
  const long = Array.from({ length: 40_000 }, (_, n) => `${n}.`).join('')
  const socket = await openTo(lanes.gateway)
  socket.write(POST + sized('first'))
  await expect.poll(() => lanes.taken.plain).toBe(1)
  const others = ['second', long, 'last'].map((body) => OTHER + sized(body)).join('')
  // As much as is read ahead, and a little that stays in the stream.
  for (const [from, to] of [
    [0, 66_000],
    [66_000, 66_100],
  ]) {
    socket.write(others.slice(from, to))
    await heldFor(socket)
  }
  first.resolve()
  await heard(socket, END, 2)
  socket.write(others.slice(66_100))
  await heldFor(socket)
  third.resolve()
  await heard(socket, END, 2)
  expect(bodies).toEqual(['first', 'second', long, 'last'])
})
