import { expect, test } from 'vitest'
import { PlainHeads } from './plain-head.ts'
import { echo, END, heard, openTo, startLanes } from './test-lanes.ts'

/** A plain request, with some of it changed. */
const request = ({
  line = 'POST /v1/x HTTP/1.1',
  host = 'host: here\r\n',
  more = '',
  body = 'hello',
  length = '',
} = {}) => `${line}\r\n${host}${more}${length || `content-length: ${body.length}\r\n`}\r\n${body}`

test('a head says where it leads, what it says besides, and how long its body is', () => {
  const bytes = Buffer.from(request({ line: 'POST /v1/x?a=%20b HTTP/1.1', more: 'X-Two:  a\tb \r\nempty:\r\n' }))
  const headers = { host: 'here', 'x-two': 'a\tb', empty: '', 'content-length': '5' }
  const end = bytes.length - 5
  expect(new PlainHeads().read(bytes)).toEqual({ url: '/v1/x?a=%20b', headers, said: {}, length: 5, end })
})

test.each(['Connection: Keep-Alive', 'content-encoding: identity', 'content-type: application/json'])(
  'a head with %s is plain',
  (line) => {
    expect(new PlainHeads().read(Buffer.from(request({ more: `${line}\r\n` })))).not.toBeNull()
  },
)

test.each([
  [1000, true],
  [8000, false],
])(
  'whether a head of %i bytes is remembered, of which anybody may send one on each connection: %s',
  (bytes, isKnown) => {
    const heads = new PlainHeads()
    const head = Buffer.from(request({ more: `a: ${'b'.repeat(bytes)}\r\n` }))
    const said = heads.read(head)?.said
    expect(said).toEqual({})
    expect(heads.read(head)?.said === said).toBe(isKnown)
  },
)

test('a head that comes again with another length is read again, and one that differs is read anew', () => {
  const heads = new PlainHeads()
  const read = (more: string, length: string) =>
    heads.read(Buffer.from(request({ more, length: `content-length: ${length}\r\nlast: z\r\n` })))
  for (const [more, length] of [
    ['a: b\r\n', '1'],
    ['a: b\r\n', '120'],
    ['a: c\r\n', '120'],
    ['a: c\r\n', '0'],
    ['a: c\r\n', '012'],
    ['a: c\r\n', '7'],
  ] as const) {
    const told = read(more, length)
    expect(told?.length).toBe(Number(length))
    expect(told?.headers).toEqual({ host: 'here', a: more.slice(3, 4), 'content-length': length, last: 'z' })
    expect(told?.end).toBe(request({ more, length: `content-length: ${length}\r\nlast: z\r\n`, body: '' }).length)
  }
  for (const length of ['', '+1', '1 1', '1,1', '-1', '1:', ':1', '1/', '1;', '1234567890123456', 'x'])
    expect(read('a: c\r\n', length)).toBe(null)
})

test('a length is found where it is told, whatever else in the head is written as it is', () => {
  const heads = new PlainHeads()
  const read = (length: string, z = '5') =>
    heads.read(
      Buffer.from(
        request({ line: 'POST /v1/5 HTTP/1.1', more: 'a:5\r\n', length: `Content-Length:${length}\r\nz: ${z}\r\n` }),
      ),
    )
  const said = read('5')?.said
  for (const [length, z] of [
    ['5', '5'],
    ['9', '5'],
    ['105', '5'],
  ] as const) {
    const told = read(length, z)
    expect(told).toMatchObject({
      length: Number(length),
      url: '/v1/5',
      headers: { a: '5', 'content-length': length, z },
    })
    expect(told?.said).toBe(said)
  }
  expect(read('5', '95')).toMatchObject({ length: 5, headers: { a: '5', 'content-length': '5', z: '95' } })
  expect(read('5', '95')?.said).not.toBe(said)
})

test('what was worked out of a head is found with the same head, and with no other', () => {
  const heads = new PlainHeads()
  const read = (key: string, length: number) =>
    heads.read(
      Buffer.from(request({ more: `authorization: Bearer ${key}\r\n`, length: `content-length: ${length}\r\n` })),
    )
  const first = read('a', 1)?.said ?? {}
  first.keyHash = 'hash of a'
  expect(read('a', 20)?.said).toBe(first)
  expect(read('b', 20)?.said).toEqual({})
  expect(read('a', 20)?.said).toEqual({})
})

test('a client whose heads come again is remembered however often they change, one whose heads never do is not for long', () => {
  const readOn = (heads: PlainHeads, n: number) => heads.read(Buffer.from(request({ more: `a: ${n}\r\n` })))?.said
  const often = new PlainHeads()
  for (let n = 0; n < 20; n += 1) expect([n, readOn(often, n) === readOn(often, n)]).toEqual([n, true])
  const never = new PlainHeads()
  for (let n = 0; n < 3; n += 1) readOn(never, n)
  expect(readOn(never, 3)).toBe(readOn(never, 3))
  for (let n = 10; n < 14; n += 1) readOn(never, n)
  expect(readOn(never, 4) === readOn(never, 4)).toBe(false)
})

/** What is no plain head, and what node makes of it is what callers have always heard. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['another method', request({ line: 'PUT /v1/x HTTP/1.1' })],
  ['a method in lower case', request({ line: 'post /v1/x HTTP/1.1' })],
  ['no method at all', request({ line: '/v1/x HTTP/1.1' })],
  ['a method nobody knows', request({ line: 'POSTS /v1/x HTTP/1.1' })],
  ['an empty line before it', `\r\n${request()}`],
  ['HTTP/1.0', request({ line: 'POST /v1/x HTTP/1.0' })],
  ['HTTP/1.10', request({ line: 'POST /v1/x HTTP/1.10' })],
  ['HTTP/2.0', request({ line: 'POST /v1/x HTTP/2.0' })],
  ['no version', request({ line: 'POST /v1/x' })],
  ['two spaces before the target', request({ line: 'POST  /v1/x HTTP/1.1' })],
  ['two spaces before the version', request({ line: 'POST /v1/x  HTTP/1.1' })],
  ['a tab before the version', request({ line: 'POST /v1/x\tHTTP/1.1' })],
  ['a space after the version', request({ line: 'POST /v1/x HTTP/1.1 ' })],
  ['a target with its origin', request({ line: 'POST http://here/v1/x HTTP/1.1' })],
  ['a target with a fragment', request({ line: 'POST /v1/x#y HTTP/1.1' })],
  ['a target that is not ASCII', request({ line: 'POST /v1/\xe9 HTTP/1.1' })],
  ['a path of the console', request({ line: 'POST /x HTTP/1.1' })],
  ['no host', request({ host: '' })],
  ['an empty host', request({ host: 'host:\r\n' })],
  ['two hosts', request({ more: 'Host: there\r\n' })],
  ['no length', request({ body: '', length: 'a: b\r\n' })],
  ['two lengths', request({ more: 'content-length: 5\r\n' })],
  ['two lengths that differ', request({ more: 'content-length: 6\r\n' })],
  ['a list of lengths', request({ length: 'content-length: 5, 5\r\n' })],
  ['a length with a sign', request({ length: 'content-length: +5\r\n' })],
  ['a length below nought', request({ length: 'content-length: -5\r\n' })],
  ['a length in hexadecimal', request({ length: 'content-length: 0x5\r\n' })],
  ['a length with a fraction', request({ length: 'content-length: 5.0\r\n' })],
  ['an empty length', request({ length: 'content-length:\r\n' })],
  ['a length too long to be exact', request({ length: 'content-length: 99999999999999999999\r\n' })],
  ['chunks', request({ body: '5\r\nhello\r\n0\r\n\r\n', length: 'transfer-encoding: chunked\r\n' })],
  ['chunks and a length', request({ more: 'transfer-encoding: chunked\r\n', body: '0\r\n\r\n' })],
  [
    'a length and chunks',
    request({ length: 'content-length: 5\r\nTransfer-Encoding: chunked\r\n', body: '0\r\n\r\n' }),
  ],
  ['an encoding of transfer nobody knows', request({ more: 'transfer-encoding: xchunked\r\n' })],
  ['a line that is folded', request({ more: 'a: b\r\n c\r\n' })],
  ['a first header that is folded', request({ host: ' a: b\r\nhost: here\r\n' })],
  ['a line that ends with LF alone', request({ more: 'a: b\n' })],
  ['lines that all end with LF alone', request().replaceAll('\r\n', '\n')],
  ['a line that ends with CR alone', request({ more: 'a: b\rc: d\r\n' })],
  ['a line with two CR', request({ more: 'a: b\r\r\n' })],
  ['a space before the colon', request({ length: 'content-length : 5\r\n' })],
  ['a name with a space', request({ more: 'a b: c\r\n' })],
  ['a name that is empty', request({ more: ': c\r\n' })],
  ['a name that is not ASCII', request({ more: 'n\xe4me: c\r\n' })],
  ['a line without a colon', request({ more: 'abc\r\n' })],
  ['a NUL in a value', request({ more: 'a: b\0c\r\n' })],
  ['a NUL in a name', request({ more: 'a\0: b\r\n' })],
  ['a control character in a value', request({ more: 'a: b\x01c\r\n' })],
  ['a DEL in a value', request({ more: 'a: b\x7fc\r\n' })],
  ['a value that is not ASCII', request({ more: 'a: b\xe9\r\n' })],
  ['a header that comes twice', request({ more: 'a: b\r\nA: c\r\n' })],
  ['a name that every object has', request({ more: '__proto__: b\r\nconstructor: c\r\n' })],
  ['a cookie to be set', request({ more: 'set-cookie: a=b\r\n' })],
  ['an expectation', request({ more: 'expect: 100-continue\r\n' })],
  ['an expectation nobody knows', request({ more: 'expect: more\r\n' })],
  ['a connection that is to close', request({ more: 'connection: close\r\n' })],
  ['a connection that says more', request({ more: 'connection: keep-alive, te\r\n' })],
  ['a proxy’s connection', request({ more: 'proxy-connection: close\r\n' })],
  ['an upgrade', request({ more: 'connection: upgrade\r\nupgrade: h2c\r\n' })],
  ['an offer to upgrade', request({ more: 'upgrade: h2c\r\n' })],
  ['trailers', request({ more: 'te: trailers\r\ntrailer: a\r\n' })],
  ['a body that is packed', request({ more: 'content-encoding: gzip\r\n' })],
  ['a form', request({ more: 'content-type: Multipart/mixed; boundary=a\r\n' })],
  ['a piece of a file', request({ more: 'X-Goog-Upload-Command: upload\r\n' })],
  ['a head that is long', request({ more: `a: ${'b'.repeat(16 * 1024)}\r\n` })],
  ['a head that is too long for node', request({ more: `a: ${'b'.repeat(33 * 1024)}\r\n` })],
  ['many headers', request({ more: Array.from({ length: 63 }, (_, n) => `a-${n}: b\r\n`).join('') })],
]

test.each(OTHERS)('%s is no plain head', (_, text) => {
  const heads = new PlainHeads()
  // Not even where a plain one has come before it.
  for (let times = 0; times < 2; times += 1) {
    const head = heads.read(Buffer.from(text, 'latin1'))
    expect(head?.url.startsWith('/v1') ? head : null).toBe(null)
    heads.read(Buffer.from(request()))
  }
})

test('whatever is not plain is answered as node does, also after plain requests, and nothing of it becomes a second request', async () => {
  await using lanes = await startLanes(echo)
  for (const [name, text] of OTHERS) {
    const [plain, others] = [lanes.taken.plain, lanes.taken.node]
    const answers: string[] = []
    for (const port of [lanes.gateway, lanes.own]) {
      const socket = await openTo(port)
      socket.end(text, 'latin1')
      answers.push(await heard(socket, 'nothing'))
    }
    // The console's paths are not the relay's to answer.
    if (!/^POST (?:\/x|http)/.test(text)) expect([name, answers[0]]).toEqual([name, answers[1]])
    expect([name, lanes.taken.plain]).toEqual([name, plain])
    expect(lanes.taken.node - others).toBeLessThan(2)
  }
  for (const [name, text] of OTHERS) {
    const socket = await openTo(lanes.gateway)
    const [plain, others] = [lanes.taken.plain, lanes.taken.node]
    socket.write(request())
    await heard(socket, END)
    socket.end(text, 'latin1')
    await heard(socket, 'nothing')
    expect([name, lanes.taken.plain]).toEqual([name, plain + 1])
    expect(lanes.taken.node - others).toBeLessThan(2)
  }
})
