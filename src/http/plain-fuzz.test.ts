import type { Server } from 'node:http'
import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wounded, WOUNDS } from '../core/test-wounds.ts'
import { echo, END, heard, openTo, startLanes } from './test-lanes.ts'

const ask = (lines: readonly string[], body = 'hello') =>
  [`POST /v1/x HTTP/1.1`, 'host: here', ...lines].map((line) => `${line}\r\n`).join('') + `\r\n${body}`

const SECURITY = 'x-content-type-options'
const PLAIN = ask(['content-length: 5'])

/** Lines of a head that change where its request ends, what becomes of its connection, or whether there is a request at all. */
const LINES = [
  'content-length: 5',
  'Content-Length:5',
  'content-length: 05',
  'content-length: 4',
  'content-length: 6',
  'content-length: 0',
  'content-length: 5, 5',
  'content-length : 5',
  'transfer-encoding: chunked',
  'Transfer-Encoding:\tchunked',
  'transfer-encoding: chunked, identity',
  'transfer-encoding: identity',
  'transfer-encoding : chunked',
  'transfer-encoding: x',
  ' folded: a',
  '\tfolded',
  'a: b',
  'A: c',
  'a:',
  ': a',
  'a',
  'connection: close',
  'connection: keep-alive',
  'connection: Keep-Alive, close',
  'connection: content-length',
  'proxy-connection: keep-alive',
  'keep-alive: timeout=1',
  'expect: 100-continue',
  'te: trailers',
  'trailer: content-length',
  'upgrade: h2c',
  'host: there',
  'cookie: a=b',
  'x-forwarded-for: 10.0.0.1',
]
const BODIES = [
  'hello',
  '',
  '5\r\nhello\r\n0\r\n\r\n',
  '5;a="b"\r\nhello\r\n0\r\na: b\r\n\r\n',
  'helloPOST /v1/y HTTP/1.1\r\n',
]

/** A request that is hurt, or odd, or neither. */
const odd = fc
  .record({
    lines: fc.oneof(fc.array(fc.constantFrom(...LINES), { maxLength: 4 }), fc.constant<string[]>([])),
    told: fc.boolean(),
    body: fc.constantFrom(...BODIES),
    wounds: WOUNDS,
  })
  .map(({ lines, told, body, wounds }) =>
    wounded(ask(told ? [...lines, `content-length: ${body.length}`] : lines, body), wounds),
  )

/** What the gateway says to a text that comes in pieces, after plain requests on the same connection, until it closes. */
async function gatewaySays(port: number, before: number, pieces: readonly string[]): Promise<string> {
  const socket = await openTo(port)
  for (let n = 0; n < before; n += 1) {
    socket.write(PLAIN)
    await heard(socket, END)
  }
  for (const piece of pieces) {
    socket.write(piece, 'latin1')
    await new Promise(setImmediate)
  }
  socket.end()
  return heard(socket, 'nothing')
}

/** What node's own server says to it, byte by byte, so that each request is answered before it hears what is wrong with the next. */
async function nodeSays(server: Server, text: string): Promise<string> {
  let said = ''
  const socket = new Duplex({
    read: () => undefined,
    write(bytes: Buffer, _encoding, done) {
      said += bytes.toString('latin1')
      done()
    },
  })
  const closed = new Promise((resolve) => void socket.on('close', resolve).on('error', () => undefined))
  server.emit('connection', Object.assign(socket, { setTimeout: () => socket }))
  for (let at = 0; at < text.length && !socket.destroyed; at += 1) {
    socket.push(text.slice(at, at + 1), 'latin1')
    await new Promise(setImmediate)
  }
  if (!socket.destroyed) socket.push(null)
  await closed
  return said.replace(/\r\nDate: [^\r]*/g, '')
}

/** The same text, cut where it pleases. */
function cut(text: string, at: readonly number[]): string[] {
  const places = [0, ...at.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b), text.length]
  return places.slice(1).map((end, n) => text.slice(places[n], end))
}

const REFUSED = /HTTP\/1\.1 4\d\d [\w ]+\r\nConnection: close\r\n\r\n$/
const answersIn = (said: string) =>
  said.replace(REFUSED, '').match(/HTTP\/1\.1 \d{3} .*?(?=HTTP\/1\.1 \d{3} |$)/gs) ?? []

test('odd and hurt requests are answered as node answers them, however they are cut and whatever came before them', async () => {
  await using lanes = await startLanes(echo)
  const places = fc.array(fc.nat({ max: 400 }), { maxLength: 4 })
  const run = fc.asyncProperty(odd, odd, places, fc.nat({ max: 2 }), async (first, second, at, before) => {
    const text = first + second
    const nodes = await nodeSays(lanes.ownServer, text)
    const ours = await gatewaySays(lanes.gateway, before, cut(text, at))
    // Other paths than the relay's are answered by the console.
    if (/^\["\w+","(?!\/v1)/m.test(nodes) || ours.includes(SECURITY)) return
    const [told, rest] = [answersIn(ours), answersIn(nodes)]
    // Of what came in the same read before something wrong, or before more than the last request, node's lane may leave out the answers.
    expect(told).toEqual(nodes.includes('Connection: close\r\n') ? rest.slice(0, told.length) : rest)
  })
  await fc.assert(run, { numRuns: 500 })
  expect(Math.min(lanes.taken.plain, lanes.taken.node)).toBeGreaterThan(50)
})
