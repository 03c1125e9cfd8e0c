import { Agent, request } from 'node:http'
import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ResponseParser } from './response-parser.ts'
import { CHUNKED, cut, heard, OK, whole } from './test-answers.ts'

const TOKEN = fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,12}$/)
const VALUE = fc.stringMatching(/^(?:[!-~\x80-\xff](?:[ \t!-~\x80-\xff]{0,20}[!-~\x80-\xff])?)?$/)
const FRAMING_NAMES = /^(?:content-length|transfer-encoding|connection|keep-alive|content-encoding|upgrade|trailer)$/i
const FIELDS = fc
  .array(fc.tuple(TOKEN, VALUE), { maxLength: 8 })
  .map((fields) => fields.filter(([name]) => !FRAMING_NAMES.test(name) && !(name.toLowerCase() in {})))
const CHUNK = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1'))
const BODY = fc.array(CHUNK, { maxLength: 8 })

const linesOf = (fields: readonly (readonly [string, string])[]) =>
  fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')

/** A valid answer as its server writes it, whether it is whole only when the connection has ended, and its body. */
const ANSWER = fc
  .record({
    status: fc.constantFrom(200, 201, 302, 400, 404, 429, 500, 503),
    before: fc.array(fc.constantFrom('100 Continue', '103 Early Hints'), { maxLength: 2 }),
    fields: FIELDS,
    trailers: FIELDS,
    body: BODY,
    kind: fc.constantFrom('sized', 'chunked', 'extended', 'closed'),
  })
  .map(({ status, before, fields, trailers, body, kind }) => {
    const text = body.join('')
    const size = (chunk: string) => chunk.length.toString(16) + (kind === 'extended' ? ';name="v";b' : '')
    const rest = {
      sized: `content-length: ${text.length}\r\n\r\n${text}`,
      closed: `\r\n${text}`,
      chunked: '',
      extended: '',
    }
    const chunked = `Transfer-Encoding: Chunked\r\n\r\n${body.map((chunk) => `${size(chunk)}\r\n${chunk}\r\n`).join('')}0\r\n${linesOf(trailers)}\r\n`
    const early = before.map((words) => `HTTP/1.1 ${words}\r\nlink: </a>\r\n\r\n`).join('')
    const head = `${early}HTTP/1.1 ${status} Some words\r\n${linesOf(fields)}`
    return { sent: Buffer.from(head + (rest[kind] || chunked), 'latin1'), text, kind }
  })

const PLACES = fc.array(fc.nat({ max: 2000 }), { maxLength: 12 })

test('an answer means the same however it is cut into pieces, one byte each included', () => {
  fc.assert(
    fc.property(ANSWER, PLACES, ({ sent, text, kind }, places) => {
      const atOnce = heard([sent], true)
      expect(atOnce).toMatchObject({ body: text, end: 'whole' })
      expect(atOnce.idleMs > 0).toBe(kind !== 'closed')
      expect(heard(cut(sent, places), true)).toEqual(atOnce)
      expect(heard(cut(sent, [...sent.keys()]), true)).toEqual(atOnce)
    }),
  )
})

test('an answer that tells its end is not whole before its last byte, wherever its connection ends', () => {
  fc.assert(
    fc.property(ANSWER, ({ sent, kind }) => {
      const whole = [...sent.keys()].filter((length) => heard([sent.subarray(0, length)], true).end === 'whole')
      // One that lasts as long as its connection may end with any byte behind its head.
      expect(whole).toEqual(kind === 'closed' ? [...sent.keys()].slice(sent.length - whole.length) : [])
    }),
  )
})

test('any bytes mean the same however they are cut, also where they are no answer', () => {
  const broken = fc
    .tuple(
      ANSWER,
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(13, 10, 32, 58, 59, 48, 97, 0, 103, 127)), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([{ sent }, changes]) => {
      const bytes = Buffer.from(sent)
      for (const [at, code] of changes) bytes[at % bytes.length] = code
      return bytes
    })
  fc.assert(
    fc.property(broken, PLACES, fc.boolean(), (bytes, places, closed) => {
      // Whether something follows what is whole is known by then, or when it comes.
      const { idleMs: _, ...told } = heard([bytes], closed)
      expect(heard(cut(bytes, places), closed)).toMatchObject(told)
    }),
    { numRuns: 300 },
  )
})

/** The same bytes as node's own parser understands them. */
function understoodByNode(sent: Buffer): Promise<{ status: number | undefined; fields: object; body: string }> {
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  return new Promise((resolve, reject) => {
    const agent = Object.assign(new Agent(), { createConnection: () => socket })
    const asked = request({ agent })
    asked.on('error', reject)
    asked.on('response', (answer) => {
      let body = ''
      answer.on('data', (chunk: Buffer) => void (body += chunk.toString('latin1')))
      answer.on('end', () => resolve({ status: answer.statusCode, fields: answer.headersDistinct, body }))
    })
    asked.end()
    socket.push(sent)
    socket.push(null)
  })
}

test('a valid answer is understood as node understands it', async () => {
  await fc.assert(
    fc.asyncProperty(ANSWER, async ({ sent }) => {
      const { status, fields, body } = heard([sent], true)
      const nodes = await understoodByNode(sent)
      const firsts = Object.fromEntries(Object.entries(nodes.fields).map(([name, values]) => [name, values[0]]))
      expect({ status, fields, body }).toEqual({ status: nodes.status, fields: firsts, body: nodes.body })
    }),
    { numRuns: 100 },
  )
})

const SIZED = `${OK}content-length: 2\r\n\r\nok`

test.each([
  ['204', 'HTTP/1.1 204 No Content\r\n\r\n', { status: 204, body: '', idleMs: 30_000 }],
  ['304', 'HTTP/1.1 304 Not Modified\r\n\r\n', { status: 304, body: '', idleMs: 30_000 }],
  ['a 304 that tells a length', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 9\r\n\r\n', { body: '', idleMs: 0 }],
  [
    'a 304 that tells of chunks',
    'HTTP/1.1 304 Not Modified\r\ntransfer-encoding: chunked\r\n\r\n',
    { body: '', idleMs: 0 },
  ],
  ['no reason', 'HTTP/1.1 200\r\ncontent-length: 2\r\n\r\nok', { body: 'ok', idleMs: 30_000 }],
  ['an empty reason', 'HTTP/1.1 200 \r\ncontent-length: 2\r\n\r\nok', { body: 'ok', idleMs: 30_000 }],
  ['no blank after a colon', `${OK}content-length:2\r\n\r\nok`, { body: 'ok', idleMs: 30_000 }],
  ['blanks around a value', `${OK}content-length: \t 2 \t\r\n\r\nok`, { body: 'ok', idleMs: 30_000 }],
  ['no bytes', `${OK}content-length: 0\r\n\r\n`, { body: '', idleMs: 30_000 }],
  ['sizes of many digits', `${CHUNKED}00000000002\r\nok\r\n0000\r\n\r\n`, { body: 'ok', idleMs: 30_000 }],
  ['capital digits', `${CHUNKED}A\r\n0123456789\r\n0\r\n\r\n`, { body: '0123456789', idleMs: 30_000 }],
  ['close', `${OK}connection: close\r\ncontent-length: 2\r\n\r\nok`, { body: 'ok', idleMs: 0 }],
  [
    'close in a list',
    `${OK}Connection: x\r\nConnection: y, Close\r\ncontent-length: 2\r\n\r\nok`,
    { body: 'ok', idleMs: 0 },
  ],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok', { body: 'ok', idleMs: 0 }],
  [
    'HTTP/1.0 that is kept',
    'HTTP/1.0 200 OK\r\nconnection: Keep-Alive\r\ncontent-length: 2\r\n\r\nok',
    { body: 'ok', idleMs: 30_000 },
  ],
  [
    'HTTP/1.0 that is kept and closed',
    'HTTP/1.0 200 OK\r\nconnection: keep-alive, close\r\ncontent-length: 2\r\n\r\nok',
    { body: 'ok', idleMs: 0 },
  ],
  ['a word before it', `HTTP/1.1 103 Early Hints\r\nconnection: x\r\n\r\n${SIZED}`, { body: 'ok', idleMs: 30_000 }],
  [
    'a word before it that closes',
    `HTTP/1.1 100 Go\r\nConnection: a, Close\r\n\r\n${SIZED}`,
    { body: 'ok', idleMs: 0 },
  ],
  ['a word before it in HTTP/1.0', `HTTP/1.0 100 Go\r\n\r\n${SIZED}`, { body: 'ok', idleMs: 0 }],
  ['a word before it with a length', `HTTP/1.1 100 Go\r\ncontent-length: 0\r\n\r\n${SIZED}`, { body: 'ok', idleMs: 0 }],
  [
    'a word before it with chunks, and one with none',
    `HTTP/1.1 100 Go\r\ntransfer-encoding: chunked\r\n\r\nHTTP/1.1 100 Go\r\n\r\n${SIZED}`,
    { body: 'ok', idleMs: 0 },
  ],
  [
    'a server that lets go sooner',
    `${OK}keep-alive: timeout=5, max=9\r\ncontent-length: 2\r\n\r\nok`,
    { body: 'ok', idleMs: 3000 },
  ],
  ['one that lets go at once', `${OK}keep-alive: timeout=1\r\ncontent-length: 2\r\n\r\nok`, { body: 'ok', idleMs: 0 }],
  ['one that lets go later', `${OK}keep-alive: timeout=600\r\ncontent-length: 2\r\n\r\nok`, { idleMs: 30_000 }],
  ['more than was told', `${OK}content-length: 2\r\n\r\nokay`, { body: 'ok', idleMs: 0 }],
  ['more than a last chunk', `${CHUNKED}2\r\nok\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n`, { body: 'ok', idleMs: 0 }],
])('of %s the answer is read, and whether its connection is kept', (_name, sent, expected) => {
  expect(whole(sent)).toMatchObject({ end: 'whole', ...expected })
})

test.each([
  ['before its first byte', ''],
  ['in its head', `${OK}content-le`],
  ['before all its bytes', `${OK}content-length: 3\r\n\r\nok`],
  ['in a chunk', `${CHUNKED}3\r\nok`],
  ['before the last chunk', `${CHUNKED}2\r\nok\r\n`],
  ['after the size of the last chunk', `${CHUNKED}2\r\nok\r\n0\r\n`],
])('an answer whose connection ends %s is cut short', (_name, sent) => {
  expect(whole(sent).end).toBe('none')
  expect(whole(sent, true).end).toBe('malformed')
})

test('of a field that comes twice the first counts, but for lists; no name touches what objects are born with', () => {
  const names = ['A: 1', 'a: 2', '__proto__: x', 'constructor: y', 'content-encoding: gzip']
  const { fields, end } = whole(`${OK}${names.join('\r\n')}\r\ncontent-encoding: br\r\ncontent-length: 0\r\n\r\n`)
  expect([end, fields]).toEqual(['whole', { a: '1', 'content-encoding': 'gzip, br', 'content-length': '0' }])
  expect([Object.getPrototypeOf(fields) === Object.prototype, Object.hasOwn(fields, '__proto__')]).toEqual([
    true,
    false,
  ])
  expect(({} as Record<string, unknown>)['x']).toBeUndefined()
})

test('chunks that come together are told as one stretch of the body', () => {
  const stretches: string[] = []
  const parser = new ResponseParser({
    onHead: () => undefined,
    onBody: (bytes, from, to) => void stretches.push(bytes.toString('latin1', from, to)),
    onEnd: () => void stretches.push('end'),
    onMalformed: () => void stretches.push('malformed'),
  })
  parser.begin()
  const sent = Buffer.from(`${CHUNKED}${'4\r\nword\r\n'.repeat(100)}0\r\n\r\n`)
  parser.push(sent, sent.length)
  expect(stretches).toEqual(['word'.repeat(100), 'end'])
})
