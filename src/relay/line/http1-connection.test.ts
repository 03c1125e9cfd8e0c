import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { OUTRUN } from '../failure.ts'
import { Http1Connection } from './http1-connection.ts'
import { rawVendor, read, sized, testUpstream } from './test-vendor.ts'

const MIB = 1024 * 1024

test('a request goes out as it should, in one piece', async () => {
  const pieces: string[] = []
  await using vendor = await rawVendor((socket, heard) => {
    pieces.push(heard)
    socket.write(sized('ok'))
  })
  await using upstream = testUpstream()
  const headers = { 'content-type': 'application/json', 'x-name': 'caf\xe9' }
  const body = Buffer.from('{"text":"é"}')
  expect(await read(upstream.send(vendor.url, { headers, body }))).toBe('ok')
  const lines = [
    'POST /v1?a=b HTTP/1.1',
    `host: ${vendor.url.host}`,
    'connection: keep-alive',
    'content-type: application/json',
    'x-name: caf\xe9',
    `content-length: ${body.length}`,
  ]
  expect(pieces).toEqual([`${lines.join('\r\n')}\r\n\r\n${body.toString('latin1')}`])
})

test.each([
  ['a POST without a body', 'POST', null, true],
  ['a GET without a body', 'GET', null, false],
  ['a DELETE without a body', 'DELETE', null, false],
] as const)('%s tells its length only where one is expected', async (_name, method, body, told) => {
  await using vendor = await rawVendor((socket) => void socket.write(sized('ok')))
  await using upstream = testUpstream()
  expect(await read(upstream.send(vendor.url, { method, body }))).toBe('ok')
  expect(vendor.heard[0]?.includes('content-length: 0\r\n')).toBe(told)
})

test.each([
  ['the end of a line in a value', { 'x-a': 'b\r\nhost: elsewhere' }],
  ['an LF in a value', { 'x-a': 'b\nc: d' }],
  ['a NUL in a value', { 'x-a': 'b\0' }],
  ['a letter that is no byte', { 'x-a': '玉' }],
  ['one that becomes the end of a line as a byte', { 'x-a': 'b\u010d\u010ac: d' }],
  ['the end of a line in a name', { 'a: b\r\nc': 'd' }],
  ['a colon in a name', { 'a:': 'b' }],
  ['no name', { '': 'b' }],
  ['another length', { 'Content-Length': '9' }],
  ['another framing', { 'transfer-encoding': 'chunked' }],
  ['another host', { host: 'elsewhere' }],
])('a request with %s is not sent', async (_name, headers) => {
  await using vendor = await rawVendor((socket) => void socket.write(sized('ok')))
  await using upstream = testUpstream()
  expect(await read(upstream.send(vendor.url, { headers: { ...headers } }))).toBe('!reset')
  expect(vendor.sockets).toHaveLength(0)
})

test('an answer without a length lasts as long as its connection, and is broken where that is reset', async () => {
  await using vendor = await rawVendor((socket, heard) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\nall of it', () => {
      if (heard.includes('reset')) setTimeout(() => socket.resetAndDestroy(), 20)
      else socket.end()
    })
  })
  await using upstream = testUpstream()
  expect(await read(upstream.send(vendor.url))).toBe('all of it')
  expect(await read(upstream.send(vendor.url, { body: Buffer.from('reset') }))).toBe('all of it!reset')
})

test.each([
  ['no byte', ''],
  ['half a head', 'HTTP/1.1 200 OK\r\ncontent-'],
  ['fewer bytes than it told', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'],
  ['no last chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
  ['what is no HTTP', '220 mail.example ESMTP\r\n'],
])('an upstream that ends the connection after %s has failed', async (_name, sent) => {
  await using vendor = await rawVendor((socket) => void socket.end(sent))
  await using upstream = testUpstream()
  expect(await read(upstream.send(vendor.url))).toBe(
    sent.includes('half\r') || sent.endsWith('half') ? 'half!reset' : '!reset',
  )
})

test('a head that says that it is on its way is no answer yet', async () => {
  await using vendor = await rawVendor((socket) => {
    socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n')
    socket.write('HTTP/1.1 204 No Content\r\n\r\n')
  })
  await using upstream = testUpstream()
  const answer = await upstream.send(vendor.url)
  expect([answer.status, answer.headers, await read(Promise.resolve(answer))]).toEqual([204, {}, ''])
  expect(await read(upstream.send(vendor.url))).toBe('')
  expect(vendor.sockets).toHaveLength(1)
})

test('a large body that is answered before it is sent gets its answer, and its connection carries no other call', async () => {
  await using vendor = await rawVendor((socket) => {
    socket.pause()
    socket.write(sized('too large'))
  })
  await using upstream = testUpstream()
  const body = Buffer.alloc(32 * MIB)
  expect(await read(upstream.send(vendor.url, { body }))).toBe('too large')
  expect(await read(upstream.send(vendor.url))).toBe('too large')
  expect(vendor.sockets).toHaveLength(2)
})

/** A file of so many pieces; `open` says whether it is being read. */
function fileOf(pieces: number, length = pieces * MIB) {
  const state = { open: false, read: 0 }
  async function* open() {
    state.open = true
    try {
      for (; state.read < pieces; state.read += 1) yield Buffer.alloc(MIB, 'f')
    } finally {
      state.open = false
    }
  }
  return { state, body: { length, open } }
}

test('a file is sent at the upstream’s pace, and closed when its answer is there first', async () => {
  const gate = Promise.withResolvers<Socket>()
  await using vendor = await rawVendor((socket) => gate.resolve(socket), { pauses: true })
  await using upstream = testUpstream()
  const { state, body } = fileOf(64)
  const answer = read(upstream.send(vendor.url, { body }))
  const socket = await gate.promise
  await expect.poll(() => state.read).toBeGreaterThan(0)
  // The kernel's buffers on both sides take some of it, and nobody the rest.
  for (let n = 0; n < 100; n += 1) await setImmediate()
  expect(state).toMatchObject({ open: true })
  expect(state.read).toBeLessThan(32)
  socket.write(sized('enough'))
  expect(await answer).toBe('enough')
  await expect.poll(() => state.open).toBe(false)
})

test('a file arrives whole, and its connection carries the next call', async () => {
  let size = 0
  await using vendor = await rawVendor((socket, heard) => {
    size += heard.length
    if (size >= 4 * MIB) socket.write(sized('thanks'))
  })
  await using upstream = testUpstream()
  const { state, body } = fileOf(4)
  expect(await read(upstream.send(vendor.url, { body }))).toBe('thanks')
  expect([state.open, vendor.heard[0]?.split('f').length]).toEqual([false, 4 * MIB + 1])
  expect(await read(upstream.send(vendor.url))).toBe('thanks')
  expect(vendor.sockets).toHaveLength(1)
})

test.each([
  ['shorter', fileOf(1, 2 * MIB).body],
  ['longer', fileOf(2, MIB).body],
  ['gone', { length: 5, open: () => fileThatIsGone() }],
])('a file that is %s than was said ends its call', async (_name, body) => {
  await using vendor = await rawVendor(() => undefined)
  await using upstream = testUpstream()
  expect(await read(upstream.send(vendor.url, { body }))).toBe('!reset')
})

async function* fileThatIsGone(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a')
  throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
}

test.each(['while it sends', 'while it waits', 'while it is answered'])(
  'a call ends %s, and its connection with it',
  async (when) => {
    const caller = new AbortController()
    await using vendor = await rawVendor((socket) => {
      if (when === 'while it is answered') socket.write('HTTP/1.1 200 OK\r\n\r\nbegun')
      else if (when === 'while it sends' && !caller.signal.aborted) socket.pause()
    })
    await using upstream = testUpstream()
    const { state, body } = fileOf(64)
    const sent = upstream.send(vendor.url, { signal: caller.signal, ...(when === 'while it sends' && { body }) })
    const outcome = read(sent)
    if (when === 'while it is answered') await sent
    else await expect.poll(() => vendor.heard[0]).toContain('POST')
    caller.abort(OUTRUN)
    expect(await outcome).toMatch(/^(?:begun)?!hedged$/)
    const [socket] = vendor.sockets
    socket?.resume()
    if (socket && !socket.closed) await once(socket, 'close')
    await expect.poll(() => state.open).toBe(false)
  },
)

test('what nobody reads stays with the upstream, and comes whole and in order when somebody does', async () => {
  const sent = Buffer.from(Array.from({ length: 16 * MIB }, (_, at) => (at * 7919) % 251))
  let taken = 0
  await using vendor = await rawVendor((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${sent.length}\r\n\r\n`)
    const more = () => {
      while (taken < sent.length) {
        const piece = sent.subarray(taken, (taken += 64 * 1024))
        if (!socket.write(piece)) return void socket.once('drain', more)
      }
    }
    more()
  })
  await using upstream = testUpstream()
  const answer = await upstream.send(vendor.url)
  let before = -1
  await expect.poll(() => before === (before = taken), { interval: 50 }).toBe(true)
  expect(taken).toBeLessThan(sent.length)
  const chunks: Buffer[] = []
  let largest = 0
  for (let chunk = await answer.next(5000, 'idle_timeout'); chunk; chunk = await answer.next(5000, 'idle_timeout')) {
    chunks.push(chunk)
    largest = Math.max(largest, chunk.length, chunk.buffer.byteLength)
    if (chunks.length % 50 === 0) await setImmediate()
  }
  expect(Buffer.concat(chunks).equals(sent)).toBe(true)
  expect(largest).toBeLessThanOrEqual(64 * 1024)
})

test('an answer that is whole before anybody reads it holds nothing back of what comes on its connection', async () => {
  const long = 'x'.repeat(48 * 1024)
  await using vendor = await rawVendor(
    (socket, heard) => void socket.write(sized(heard.endsWith('short') ? 'ok' : long)),
  )
  await using upstream = testUpstream()
  const answer = await upstream.send(vendor.url)
  await expect.poll(() => vendor.sockets[0]?.writableLength).toBe(0)
  for (let turns = 0; turns < 10; turns += 1) await setImmediate()
  expect(await read(upstream.send(vendor.url, { body: Buffer.from('short') }))).toBe('ok')
  expect(await read(Promise.resolve(answer))).toBe(long)
  const [only] = vendor.sockets
  only?.end()
  if (only && !only.closed) await once(only, 'close')
  expect(await read(upstream.send(vendor.url))).toBe(long)
  expect(vendor.sockets).toHaveLength(2)
})

test.each([0, 1, 8 * 1024 - 1, 8 * 1024, 100_000])(
  'a body of %i bytes arrives whole behind its head',
  async (length) => {
    let heard = ''
    const body = Buffer.from(Array.from({ length }, (_, at) => at % 251))
    await using vendor = await rawVendor((socket, more) => {
      heard += more
      if (heard.endsWith(`\r\n\r\n${body.toString('latin1')}`)) socket.write(sized('ok'))
    })
    await using upstream = testUpstream()
    expect(await read(upstream.send(vendor.url, { body }))).toBe('ok')
    expect(heard).toBe(
      `POST /v1?a=b HTTP/1.1\r\nhost: ${vendor.url.host}\r\nconnection: keep-alive\r\ncontent-length: ${length}\r\n\r\n${body.toString('latin1')}`,
    )
  },
)

test('the connection of a file that is answered while the disk still reads it carries no other call', async () => {
  const gate = Promise.withResolvers<void>()
  async function* open() {
    yield Buffer.from('begin')
    await gate.promise
    yield Buffer.from('ended')
  }
  await using vendor = await rawVendor((socket) => void socket.write(sized('ok')))
  await using upstream = testUpstream()
  expect(await read(upstream.send(vendor.url, { body: { length: 10, open } }))).toBe('ok')
  await setImmediate()
  expect(await read(upstream.send(vendor.url))).toBe('ok')
  expect(vendor.sockets).toHaveLength(2)
  gate.resolve()
})

test('a connection that is lost, however often it is told so, leaves its keeper once', async () => {
  await using vendor = await rawVendor((socket) => void socket.resetAndDestroy())
  const told: string[] = []
  const place = { [Symbol.dispose]: () => void told.push('disposed') }
  const socket = connect(Number(vendor.url.port), vendor.url.hostname)
  const connection = new Http1Connection(socket, {
    names: [],
    onOpen: () => place,
    onIdle: () => void told.push('idle'),
    onGone: () => void told.push('gone'),
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write('a')
  await closed
  connection.close()
  expect(told).toEqual(['disposed', 'gone'])
})
