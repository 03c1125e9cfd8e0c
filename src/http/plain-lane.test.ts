import { once } from 'node:events'
import { createConnection } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { echo, END, heard, heldFor, openTo, startLanes } from './test-lanes.ts'

const ask = (body = 'hello', more = '') =>
  `POST /v1/x HTTP/1.1\r\nhost: here\r\n${more}content-length: ${body.length}\r\n\r\n${body}`

const TOKEN = fc.stringMatching(/^[\w!#$%&'*+.^`|~-]{1,20}$/)
const VALUE = fc.stringMatching(/^[\t\x20-\x7e]{0,40}$/)
const KEPT = ['host', 'content-length', 'connection', 'expect', 'te', 'trailer', 'upgrade', 'set-cookie', 'constructor']
const header = fc
  .tuple(TOKEN, fc.constantFrom('', ' ', '\t', '  '), VALUE, fc.constantFrom('', ' ', '\t '))
  .filter(([name]) => !/^(?:content-|transfer-|proxy-|__proto__)/i.test(name) && !KEPT.includes(name.toLowerCase()))
const plain = fc
  .record({
    target: fc.stringMatching(/^[!"$-~]{0,40}$/),
    headers: fc.uniqueArray(header, { selector: ([name]) => name.toLowerCase(), maxLength: 12 }),
    keeps: fc.constantFrom('', 'Connection: keep-alive\r\n', 'connection:Keep-Alive \r\n'),
    type: fc.constantFrom('', 'content-type: application/json\r\n', 'Content-Encoding: identity\r\n'),
    body: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  })
  .map(({ target, headers, keeps, type, body }) => {
    const lines = headers.map(([name, before, value, after]) => `${name}:${before}${value}${after}\r\n`).join('')
    return `POST /v1/${target} HTTP/1.1\r\n${lines}Host: here\r\n${keeps}${type}Content-Length: ${body.length}\r\n\r\n${body}`
  })

test('any plain requests, however they are cut, are understood as node understands them, and answered byte for byte the same', async () => {
  await using lanes = await startLanes(echo)
  await fc.assert(
    fc.asyncProperty(
      fc.array(plain, { minLength: 1, maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (requests, sizes, whole) => {
        const bytes = Buffer.from(requests.join(''), 'latin1')
        const before = lanes.taken.plain
        const answers = await Promise.all(
          [lanes.gateway, lanes.own].map(async (port) => {
            const socket = await openTo(port)
            for (let at = 0, i = 0; at < bytes.length; i += 1) {
              const size = whole ? bytes.length : (sizes[i % sizes.length] ?? 1)
              socket.write(bytes.subarray(at, at + size))
              at += size
              await new Promise(setImmediate)
            }
            const answer = await heard(socket, END, requests.length)
            socket.destroy()
            return answer
          }),
        )
        expect(answers[0]).toBe(answers[1])
        if (whole) expect(lanes.taken.plain - before).toBe(requests.length)
      },
    ),
    { numRuns: 300 },
  )
  expect(lanes.taken.node).toBeGreaterThan(0)
})

test('requests that were sent before the one before was answered are answered in their order', async () => {
  const waiting: (() => void)[] = []
  await using lanes = await startLanes(async (arrival) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    await echo(arrival)
  })
  const socket = await openTo(lanes.gateway)
  const bodies = Array.from({ length: 40 }, (_, n) => `${n}-${'x'.repeat(8000)}`)
  for (const body of bodies) socket.write(ask(body))
  const all = heard(socket, END, bodies.length)
  for (let n = 0; n < bodies.length; n += 1) {
    await expect.poll(() => waiting.length).toBe(1)
    waiting.shift()?.()
  }
  const said = [...(await all).matchAll(/"(\d+)-x/g)].map(([, number]) => Number(number))
  expect(said).toEqual(bodies.map((_, n) => n))
  expect(lanes.taken).toEqual({ plain: bodies.length, node: 0 })
})

test('thousands of requests in one piece are answered without an end to the stack', async () => {
  await using lanes = await startLanes(({ reply }) => {
    reply.writeHead(200, { 'content-length': END.length })
    reply.end(END)
  })
  const socket = await openTo(lanes.gateway)
  const many = 5000
  const all = heard(socket, END, many)
  socket.write(ask('').repeat(many))
  expect((await all).split(END).length).toBe(many + 1)
})

test('a body that comes by and by is read whole, and a large one that nobody reads waits with its caller', async () => {
  const go = Promise.withResolvers<void>()
  const length = 32 * 1024 * 1024
  await using lanes = await startLanes(async (arrival) => {
    await go.promise
    const body = await arrival.read(length, () => true)
    const text = `${body.length} ${body.every((byte) => byte === 0x62)} ${END}`
    arrival.reply.writeHead(200, { 'content-length': text.length })
    arrival.reply.end(text)
  })
  const socket = await openTo(lanes.gateway)
  const sent = new Promise((resolve) => socket.write(ask('b'.repeat(length)), resolve))
  await expect.poll(() => lanes.taken.plain).toBe(1)
  const waiting = await Promise.race([sent.then(() => false), heldFor(socket)])
  go.resolve()
  expect(await heard(socket, END)).toContain(`${length} true`)
  await sent
  expect(waiting).toBe(true)
})

test('a body that is refused is answered at once, and its connection serves the next when all of it has come', async () => {
  await using lanes = await startLanes(echo)
  const socket = await openTo(lanes.gateway)
  const length = 3 * 1024 * 1024
  socket.write(`POST /v1/x HTTP/1.1\r\nhost: here\r\ncontent-length: ${length}\r\n\r\nbegin`)
  expect(await heard(socket, END)).toContain('larger than 1 MiB')
  socket.write(Buffer.alloc(length - 5, 'x'))
  socket.write(ask('after'))
  expect(await heard(socket, END)).toContain('"after"')
  expect(lanes.taken).toEqual({ plain: 2, node: 0 })
})

test('a caller who leaves aborts what is under way: before its body is whole, while they wait, and while they read', async () => {
  const ends: string[] = []
  await using lanes = await startLanes(async (arrival) => {
    arrival.signal.addEventListener('abort', () => ends.push((arrival.signal.reason as Error).message))
    await arrival.read(1e6, () => true)
    if (arrival.headers['a'] !== undefined) arrival.reply.writeHead(200, {})
    if (arrival.headers['a'] !== undefined) arrival.reply.write(Buffer.from('begin'))
  })
  const cut = ask().slice(0, -2)
  const ways: readonly (readonly [string, string])[] = [
    [ask(), ''],
    [ask('', 'a: b\r\n'), 'begin\r\n'],
  ]
  for (const leave of ['end', 'resetAndDestroy'] as const)
    for (const [text, hears] of [...ways, [cut, ''] as const]) {
      const socket = await openTo(lanes.gateway)
      const before = [lanes.taken.plain, ends.length]
      socket.write(text)
      if (hears) await heard(socket, hears)
      await expect.poll(() => lanes.taken.plain).toBe((before[0] ?? 0) + 1)
      const said = leave === 'end' ? heard(socket, 'nothing') : Promise.resolve('')
      socket[leave]()
      await expect.poll(() => ends.length).toBe((before[1] ?? 0) + 1)
      expect(await said).toBe(
        text === cut && leave === 'end' ? 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n' : '',
      )
    }
  expect(new Set(ends)).toEqual(new Set(['the caller is gone']))
})

test('a reader that takes nothing is waited for, and what is written meanwhile stays with the writer', async () => {
  const told = Promise.withResolvers<number>()
  await using lanes = await startLanes(async ({ reply }) => {
    reply.writeHead(200, {})
    const piece = Buffer.alloc(10_000, 'x')
    let pieces = 1
    while (reply.write(piece)) pieces += 1
    told.resolve(pieces)
    await new Promise<void>((resolve) => reply.once('drain', resolve))
    reply.end(END)
  })
  const socket = await openTo(lanes.gateway)
  socket.pause()
  socket.write(ask())
  const pieces = await told.promise
  const text = await heard(socket, `${END}\r\n0\r\n\r\n`)
  expect(text.split('2710\r\n').length - 1).toBe(pieces)
})

test('the last bytes of an answer that nobody takes hold the next one back, and the connection serves it after them', async () => {
  const large = Buffer.alloc(8 * 1024 * 1024, 'y')
  await using lanes = await startLanes((arrival) => {
    if (lanes.taken.plain > 1) return echo(arrival)
    arrival.reply.writeHead(200, { 'content-length': large.length })
    return arrival.reply.end(large)
  })
  const socket = await openTo(lanes.gateway)
  socket.pause()
  socket.write(ask('one') + ask('two'))
  await expect.poll(() => lanes.taken.plain).toBe(1)
  const text = await heard(socket, END)
  expect(text.length).toBeGreaterThan(large.length)
  expect(text).toContain('"two"')
})

test('a thousand connections between two requests close when the gateway stops, and answers under way end theirs', async () => {
  const go = Promise.withResolvers<void>()
  const lanes = await startLanes(async (arrival) => {
    if (arrival.headers['a'] !== undefined) await go.promise
    await echo(arrival)
  })
  const sockets = await Promise.all(Array.from({ length: 1000 }, () => openTo(lanes.gateway)))
  const closed = Promise.all(sockets.map((socket) => once(socket, 'close')))
  await Promise.all(
    sockets.map((socket) => {
      socket.write(ask())
      return heard(socket, END)
    }),
  )
  for (const socket of sockets) socket.resume()
  const [waiting, silent] = [await openTo(lanes.gateway), await openTo(lanes.gateway)]
  silent.resume()
  waiting.write(ask('', 'a: b\r\n'))
  await expect.poll(() => lanes.taken.plain).toBe(1001)
  const stopped = lanes[Symbol.asyncDispose]()
  // Those who were answered before hear of it with their next request.
  const late = await openTo(lanes.gateway)
  late.write(ask())
  expect(await heard(late, END)).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close\r\n(?!.*Keep-Alive).*"end"\]$/is)
  go.resolve()
  expect(await heard(waiting, END)).toContain('Connection: keep-alive')
  await Promise.all([stopped, closed, once(silent, 'close')])
  const refused = createConnection(lanes.gateway, '127.0.0.1')
  await expect(once(refused, 'connect')).rejects.toThrow()
})
