import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ChunkedReply } from './chunked-reply.ts'

const opened: AsyncDisposableStack[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.disposeAsync()
})

/** A server whose replies a test writes, and a connection to it that says nothing by itself. */
async function open(answer: (reply: ChunkedReply, request: IncomingMessage) => Promise<void> | void): Promise<Socket> {
  const server = createServer((request, response: ServerResponse) => void answer(new ChunkedReply(response), request))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const life = new AsyncDisposableStack()
  life.defer(() => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  opened.push(life)
  await once(socket, 'connect')
  return socket
}

const ask = (version = '1.1') => `POST /v1 HTTP/${version}\r\nhost: here\r\ncontent-length: 0\r\n\r\n`

/** What comes until it ends with a text, without the heads' dates. */
async function read(socket: Socket, end: string): Promise<string> {
  let text = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (text.endsWith(end)) break
  }
  return text.replace(/\r\nDate: [^\r]*/g, '')
}

const HEAD =
  'HTTP/1.1 200 OK\r\na: b\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\nTransfer-Encoding: chunked\r\n\r\n'

test('each chunk is framed, and the connection serves the next request', async () => {
  const socket = await open((reply) => {
    reply.writeHead(200, { a: 'b' })
    for (const text of ['one', '', 'x'.repeat(16), '玉门']) reply.write(Buffer.from(text))
    reply.end('last')
  })
  const wanted = `${HEAD}3\r\none\r\n10\r\n${'x'.repeat(16)}\r\n6\r\n玉门\r\n4\r\nlast\r\n0\r\n\r\n`
  for (let request = 0; request < 2; request += 1) {
    socket.write(ask())
    expect(await read(socket, '0\r\n\r\n')).toBe(wanted)
  }
})

test('replies to requests that were sent before the one before was answered stay whole and in order', async () => {
  let first: ChunkedReply | undefined
  const socket = await open(async (reply) => {
    reply.writeHead(200, { a: 'b' })
    reply.write(Buffer.from('one'))
    reply.write(Buffer.from('two'))
    if (first) {
      reply.end()
      first.end()
    } else first = reply
  })
  socket.write(ask() + ask())
  const whole = `${HEAD}3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n`
  let text = ''
  while (text.length < 2 * whole.length) text += await read(socket, '\r\n')
  expect(text).toBe(whole + whole)
})

test('long chunks and short ones come in the order in which they were written', async () => {
  const long = Buffer.alloc(20_000, 'L')
  const socket = await open((reply) => {
    reply.writeHead(200, { a: 'b' })
    for (const bytes of [Buffer.from('a'), long, Buffer.from('b'), long]) reply.write(bytes)
    reply.end()
  })
  socket.write(ask())
  const chunk = `4e20\r\n${long.toString()}\r\n`
  expect(await read(socket, '0\r\n\r\n')).toBe(`${HEAD}1\r\na\r\n${chunk}1\r\nb\r\n${chunk}0\r\n\r\n`)
})

test('a chunk of any length says how long it is', async () => {
  const sizes = [1, 15, 16, 255, 256, 4095, 4096, 8191, 8192, 65_535, 65_536]
  const socket = await open((reply) => {
    reply.writeHead(200, { a: 'b' })
    for (const size of sizes) reply.write(Buffer.alloc(size, 'x'))
    reply.end()
  })
  socket.write(ask())
  const chunks = sizes.map((size) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`)
  expect(await read(socket, '0\r\n\r\n')).toBe(`${HEAD}${chunks.join('')}0\r\n\r\n`)
})

test('a caller that knows no chunks gets bytes, and so does one that was told their number', async () => {
  const socket = await open((reply, { httpVersion }) => {
    reply.writeHead(200, httpVersion === '1.0' ? { a: 'b' } : { 'content-length': 6 })
    for (const text of ['one', 'two']) reply.write(Buffer.from(text))
    reply.end()
  })
  socket.write(ask())
  expect(await read(socket, 'onetwo')).toMatch(/\r\ncontent-length: 6\r\n(?!Transfer).*\r\n\r\nonetwo$/s)
  socket.write(ask('1.0'))
  expect(await read(socket, 'onetwo')).toMatch(/^HTTP\/1\.1 200 OK\r\na: b\r\nConnection: close\r\n\r\nonetwo$/)
})

test('an answer that is written at once arrives byte for byte, whatever its length, known or not', async () => {
  const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  for (const copies of [0, 1, 31, 32, 33])
    for (const isTold of [true, false]) {
      const body = Buffer.concat(Array<Buffer>(copies).fill(every))
      const socket = await open((reply) => {
        reply.writeHead(200, isTold ? { 'content-length': body.length } : {})
        reply.end(body)
      })
      const response = await fetch(`http://127.0.0.1:${socket.remotePort}`, { method: 'POST' })
      expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true)
    }
})

test('a reader that takes nothing is waited for', async () => {
  const told = Promise.withResolvers<ChunkedReply>()
  const socket = await open((reply) => {
    reply.writeHead(200, {})
    told.resolve(reply)
  })
  socket.pause()
  socket.write(ask())
  const reply = await told.promise
  const bytes = Buffer.alloc(4000, 'x')
  let written = 1
  while (reply.write(bytes)) written += 1
  const drained = new Promise<void>((resolve) => reply.once('drain', resolve))
  socket.resume()
  let got = 0
  socket.on('data', (chunk: Buffer) => (got += chunk.length))
  await drained
  reply.end()
  await once(socket, 'data')
  await expect.poll(() => got).toBeGreaterThan(written * bytes.length)
})
