import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PROTOCOL_CODECS } from '../protocols/all.ts'
import type { Exchange, Reply } from './exchange.ts'
import { keepAlive } from './keep-alive.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A reply that says what went out, and takes more only as long as `takes` says so. */
function stage(path: string, body = '{"model":"m","stream":true,"messages":[],"contents":[]}') {
  const out: string[] = []
  const drains: (() => void)[] = []
  const gone = new AbortController()
  const state = { takes: true }
  let status = 0
  const reply: Reply = {
    get headersSent() {
      return status !== 0
    },
    socket: null,
    writeHead(code, headers) {
      status = code
      out.push(`${code} ${headers['content-type']} ${headers['x-yumen-request-id']}`)
    },
    write(bytes) {
      out.push(Buffer.from(bytes).toString())
      return state.takes
    },
    end: () => undefined,
    destroy: () => undefined,
    once: (_event, listener) => void drains.push(listener),
    off: () => undefined,
  }
  const [bare = '', query] = path.split('?')
  const asked = { path: bare, query: new URLSearchParams(query), body: Buffer.from(body) }
  const turn = PROTOCOL_CODECS.find((codec) => codec.serves(bare))?.read(asked)
  if (!turn) throw new Error(`nobody serves ${path}`)
  const exchange = { id: 'r1', reply, signal: gone.signal, extraHeaders: {} } as Partial<Exchange> as Exchange
  const alive = keepAlive(exchange, turn)
  return { out, state, alive, reply: alive.exchange.reply, gone, drain: () => drains.splice(0).map((go) => go()) }
}

const CHAT = '/v1/chat/completions'
const event = (text: string) => Buffer.from(`data: ${text}\n\n`)

test('the head of a silent stream goes out after ten seconds, and blank lines every fifteen from then on', () => {
  const { out } = stage(CHAT)
  vi.advanceTimersByTime(9999)
  expect(out).toEqual([])
  vi.advanceTimersByTime(1)
  expect(out).toEqual(['200 text/event-stream r1', '\n\n'])
  vi.advanceTimersByTime(30_000)
  expect(out.slice(2)).toEqual(['\n\n', '\n\n'])
})

test('an array is kept alive as JSON', () => {
  const { out } = stage('/v1beta/models/m:streamGenerateContent')
  vi.advanceTimersByTime(10_000)
  expect(JSON.parse(`${out.slice(1).join('')}[{}]`)).toEqual([{}])
  expect(out[0]).toBe('200 application/json r1')
})

test('an answer that comes after the head has gone out adds to it', () => {
  const { out, reply } = stage(CHAT)
  vi.advanceTimersByTime(10_000)
  reply.writeHead(201, { 'content-type': 'text/plain' })
  reply.write(event('a'))
  expect(out.slice(2)).toEqual(['data: a\n\n'])
})

test('what goes out puts the next beat off', () => {
  const { out, reply } = stage(CHAT)
  reply.writeHead(200, { 'content-type': 'text/event-stream' })
  for (let i = 0; i < 5; i += 1) {
    vi.advanceTimersByTime(14_000)
    reply.write(event('a'))
  }
  expect(out).not.toContain('\n\n')
  vi.advanceTimersByTime(15_000)
  expect(out.at(-1)).toBe('\n\n')
})

test('no beat goes into the middle of something', () => {
  const { out, reply } = stage(CHAT)
  reply.writeHead(200, { 'content-type': 'application/json' })
  reply.write(Buffer.from('{"b64_json":"aGVs'))
  vi.advanceTimersByTime(60_000)
  expect(out.at(-1)).toBe('{"b64_json":"aGVs')
})

test('a reader that takes nothing is sent no beats until it has taken what waits', () => {
  const { out, reply, state, drain } = stage(CHAT)
  reply.writeHead(200, { 'content-type': 'text/event-stream' })
  state.takes = false
  reply.write(event('a'))
  vi.advanceTimersByTime(60_000)
  expect(out.slice(1)).toEqual(['data: a\n\n'])
  state.takes = true
  drain()
  vi.advanceTimersByTime(15_000)
  expect(out.at(-1)).toBe('\n\n')
})

test('nothing is written for a caller who is gone, after the end, or where no stream was asked for', () => {
  const left = stage(CHAT)
  left.gone.abort()
  const over = stage(CHAT)
  over.alive[Symbol.dispose]()
  const whole = stage(CHAT, '{"model":"m","messages":[]}')
  vi.advanceTimersByTime(60_000)
  expect([left.out, over.out, whole.out]).toEqual([[], [], []])
  expect(vi.getTimerCount()).toBe(0)
})
