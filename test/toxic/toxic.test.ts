import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { startToxic, type Toxic } from './toxic.ts'

/** What arrives through a proxy from a server that says the same to everybody, and how it ended: after `last`, in silence. */
async function through(toxic: Toxic, last?: string) {
  await using parts = new AsyncDisposableStack()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end('abcdefghij'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  parts.defer(() => void server.close())
  const proxy = parts.use(await startToxic(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, toxic))
  const socket = connect(Number(new URL(proxy.origin).port), '127.0.0.1')
  socket.write('?')
  return await heard(socket, last)
}

async function heard(socket: Socket, last?: string) {
  const pieces: string[] = []
  const ended = Promise.withResolvers<string>()
  const begun = performance.now()
  const look = () => void (pieces.join('') === last && setTimeout(() => ended.resolve('silent'), 300))
  look()
  socket.on('data', (bytes) => {
    pieces.push(bytes.toString())
    look()
  })
  socket.once('error', (error) => ended.resolve('code' in error ? String(error.code) : 'error'))
  socket.once('end', () => ended.resolve('end'))
  const how = await ended.promise
  socket.destroy()
  return { text: pieces.join(''), pieces: pieces.length, how, ms: performance.now() - begun }
}

test('without a toxic everything comes as it was sent', async () => {
  expect(await through({})).toMatchObject({ text: 'abcdefghij', how: 'end' })
})

test('a connection is reset after exactly so many bytes', async () => {
  for (const resetAfterBytes of [0, 1, 7])
    expect(await through({ resetAfterBytes })).toMatchObject({
      text: 'abcdefghij'.slice(0, resetAfterBytes),
      how: 'ECONNRESET',
    })
})

test('a connection ends in good order after exactly so many bytes', async () => {
  for (const endAfterBytes of [0, 1, 7])
    expect(await through({ endAfterBytes })).toMatchObject({ text: 'abcdefghij'.slice(0, endAfterBytes), how: 'end' })
})

test('a connection stalls after exactly so many bytes, and a deaf one says nothing at all', async () => {
  expect(await through({ stallAfterBytes: 4 }, 'abcd')).toMatchObject({ text: 'abcd', how: 'silent' })
  expect(await through({ deaf: true }, '')).toMatchObject({ text: '', how: 'silent' })
})

test('slices arrive one by one, and a bandwidth or a latency takes its time', async () => {
  const sliced = await through({ sliceBytes: 1, latencyMs: 2 })
  expect(sliced).toMatchObject({ text: 'abcdefghij', how: 'end' })
  expect(sliced.pieces).toBeGreaterThan(5)
  // Ten times two, each of which may be a part of one short.
  expect(sliced.ms).toBeGreaterThan(10)
  expect((await through({ bytesPerSecond: 100 })).ms).toBeGreaterThan(90)
})
