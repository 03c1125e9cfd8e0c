import { Agent, request } from 'node:http'
import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wounded, WOUNDS } from '../../core/test-wounds.ts'
import { cut, heard } from './test-answers.ts'

const EARLY = [
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n',
  'HTTP/1.1 100 Continue\r\ncontent-length: 5\r\n\r\n',
  'HTTP/1.1 102 Processing\r\ntransfer-encoding: chunked\r\n\r\n',
]
const STATUS_LINES = [
  'HTTP/1.1 200 OK',
  'HTTP/1.1 200 OK',
  'HTTP/1.1 200',
  'HTTP/1.0 200 OK',
  'HTTP/1.1 204 No Content',
  'HTTP/1.1 205 Reset Content',
  'HTTP/1.1 304 Not Modified',
  'HTTP/1.1 999 Own',
]
/** Lines of a head that change where its answer ends, what becomes of its connection, or whether there is an answer at all. */
const LINES = [
  'content-length: 5',
  'Content-Length:5 ',
  'content-length: 05',
  'content-length: 0',
  'content-length: 5, 5',
  'content-length : 5',
  'transfer-encoding: chunked',
  'Transfer-Encoding:\tChunked ',
  'transfer-encoding: gzip, chunked',
  'transfer-encoding: identity',
  ' folded: a',
  'a: b',
  'A: c',
  'a:',
  'connection: close',
  'connection: keep-alive',
  'Connection: keep-alive, close',
  'connection: , close',
  'connection: closed',
  'connection: x',
  'connection:',
  'keep-alive: timeout=5',
  'keep-alive: timeout=1',
  'trailer: x',
  'upgrade: h2c',
  'content-encoding: identity',
  'set-cookie: a=b',
]
const BODIES = [
  '',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  '3\r\nhel\r\n002\r\nlo\r\n0\r\na: b\r\n\r\n',
  '5;a="b;c";d\r\nhello\r\n0;e=f\r\n\r\n',
]
const MORE = ['', '', '\r\n', 'x', 'HTTP/1.1 200 OK\r\n']

/** An answer that is hurt, or odd, or neither. */
const ODD = fc
  .record({
    early: fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...EARLY) }),
    status: fc.constantFrom(...STATUS_LINES),
    lines: fc.oneof(fc.array(fc.constantFrom(...LINES), { maxLength: 4 }), fc.subarray(LINES, { maxLength: 1 })),
    body: fc.constantFrom(...BODIES),
    told: fc.constantFrom('', 'length', 'chunks'),
    more: fc.constantFrom(...MORE),
    wounds: WOUNDS,
  })
  .map(({ early, status, lines, body, told, more, wounds }) => {
    const framing = { '': [], length: [`content-length: ${body.length}`], chunks: ['transfer-encoding: chunked'] }[told]
    const text = `${early}${[status, ...lines, ...(framing ?? [])].map((line) => `${line}\r\n`).join('')}\r\n${body}${more}`
    return Buffer.from(wounded(text, wounds), 'latin1')
  })

/** What node's own client makes of the same bytes; `kept`: the connection would carry another call. */
type NodeHeard = { status: number | undefined; fields: object; body: string; error: string; kept: boolean }

function heardByNode(sent: Buffer): Promise<NodeHeard> {
  const found: NodeHeard = { status: 0, fields: {}, body: '', error: '', kept: false }
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done(), allowHalfOpen: false })
  const agent = Object.assign(new Agent({ keepAlive: true }), {
    createConnection: () => socket,
    keepSocketAlive: () => {
      found.kept = true
      return false
    },
  })
  const failed = (error: Error) => void (found.error ||= 'code' in error ? String(error.code) : error.message)
  return new Promise((resolve) => {
    const asked = request({ agent, method: 'POST' })
    asked.on('error', failed)
    asked.on('response', (answer) => {
      found.status = answer.statusCode
      found.fields = Object.fromEntries(
        Object.entries(answer.headersDistinct).map(([name, values = []]) => [
          name,
          LISTS.has(name) ? values.join(', ') : values[0],
        ]),
      )
      answer.on('data', (chunk: Buffer) => void (found.body += chunk.toString('latin1')))
      answer.on('error', failed)
    })
    asked.on('close', () => resolve(found))
    asked.end()
    socket.push(sent)
    setImmediate(() => socket.push(null))
  })
}

const LISTS: ReadonlySet<string> = new Set(['connection', 'content-encoding', 'content-length', 'transfer-encoding'])

/** How many bytes of a whole answer are its own, which is what came when it was. */
function lengthOf(sent: Buffer): number {
  let length = 0
  const pieces = cut(sent, [...sent.keys()])
  heard({
    *[Symbol.iterator]() {
      for (const piece of pieces) {
        yield piece
        // The next one is asked for when this one has been heard.
        length += piece.length
      }
    },
  })
  return length
}

test('whatever is taken for a whole answer is the same one to node, and a connection is kept only where node keeps it', async () => {
  let [taken, kept] = [0, 0]
  const run = fc.asyncProperty(ODD, async (sent) => {
    const { status, fields, body, end, idleMs } = heard([sent], true)
    if (end !== 'whole') return
    const nodes = await heardByNode(sent.subarray(0, lengthOf(sent)))
    const isEarly = /^HTTP\/1\.\d 1/.test(sent.toString('latin1'))
    // Nobody reads what extensions say, and what stands before an answer leaves nothing of its connection.
    if (nodes.error === 'HPE_STRICT' && sent.includes(';')) return
    if (nodes.error !== '' && isEarly) {
      expect(idleMs).toBe(0)
      return
    }
    // RFC 9110 §5.6.3: a tab is a blank, which node forgets behind a coding.
    if (/chunked[ \t]*\t/i.test(sent.toString('latin1'))) return
    taken += 1
    expect({ ...nodes, kept: true }).toEqual({ status, fields, body, error: '', kept: true })
    if (idleMs === 0) return
    kept += 1
    expect(nodes.kept).toBe(true)
  })
  await fc.assert(run, { numRuns: 2000 })
  expect(Math.min(taken, kept)).toBeGreaterThan(50)
})
