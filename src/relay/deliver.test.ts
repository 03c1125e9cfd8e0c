import { expect, test } from 'vitest'
import { GatewayError } from '../core/errors.ts'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import { passThrough } from '../protocols/pass-through/pass-through.ts'
import type { Protocol } from '../protocols/protocol.ts'
import { type Ask, attempt } from './attempt.ts'
import { createDrains, type Drains } from './drains.ts'
import { UpstreamFailure } from './failure.ts'
import { createResponseMemory } from './response-memory.ts'
import { createUsageRefusals } from './stream-usage.ts'
import type { Upstream } from './upstream.ts'

const PICTURES = '/v1/images/generations'
const imagesOf = passThrough.find((protocol) => protocol.serves(PICTURES))
const PIECE_BYTES = 64 * 1024
const SECRET = 'vendor-secret-for-tests-0001'

type World = {
  path?: string
  protocol?: Protocol | undefined
  request: object
  answer: string
  /** The caller leaves when so much has gone out. */
  leavesAfter?: number
  /** The upstream breaks when so much has come. */
  breaksAfter?: number
  /** The gateway ends it while its reader has yet to take the first piece. */
  cutBy?: GatewayError
  /** Its end comes with its last piece. */
  atOnce?: boolean
  /** The provider is read to the end of a stream whose caller leaves. */
  drainOnAbort?: boolean
  drains?: Drains
}

/** Asks one candidate, whose answer comes in pieces, for a caller who may leave. */
function world({ path = PICTURES, protocol = imagesOf, request, answer, ...ends }: World) {
  const { leavesAfter = Infinity, breaksAfter = Infinity, cutBy, atOnce = false } = ends
  const { drainOnAbort = false, drains = createDrains() } = ends
  if (!protocol) throw new Error('nobody makes pictures')
  const caller = new AbortController()
  const out: Buffer[] = []
  let ending = 'open'
  const sent = () => out.reduce((sum, bytes) => sum + bytes.length, 0)
  const reply = {
    headersSent: false,
    socket: null,
    writeHead: () => undefined,
    write(bytes: Buffer) {
      out.push(bytes)
      if (sent() >= leavesAfter) caller.abort(new Error('the caller is gone'))
      if (cutBy) queueMicrotask(() => caller.abort(cutBy))
      return !cutBy
    },
    end(bytes?: Buffer) {
      if (bytes) out.push(bytes)
      ending = 'ended'
    },
    destroy() {
      ending = 'broken off'
    },
    once: () => undefined,
    off: () => undefined,
  }
  const query = new URLSearchParams()
  const body = Buffer.from(JSON.stringify(request))
  const turn = protocol.read({ path, query, body })
  const exchange = {
    at: 0,
    path,
    query,
    locale: 'en',
    headers: {},
    signal: caller.signal,
    reply,
    extraHeaders: {},
    elapsedMs: () => 0,
  }
  const target = {
    upstreamName: 'm',
    provider: { id: 'p', name: 'p', preset: 'custom', allowPrivate: true, drainOnAbort },
    endpoint: { id: 'e', dialect: 'openai', baseUrl: 'http://127.0.0.1:1/v1' },
    timeouts: { headersMs: 1000, firstTokenMs: 1000, idleMs: 1000, totalMs: 1000 },
    credential: { id: 'c', last4: '', secret: SECRET },
  }
  const ask = { exchange, protocol, spoken: protocol.id, turn, target, n: 1, untilMs: 1000 } as unknown as Ask
  const bytes = Buffer.from(answer)
  const upstream: Upstream = {
    async send(_request, _withinMs, signal) {
      let at = 0
      return {
        status: 200,
        headers: {},
        get isAtEnd() {
          return atOnce && at >= bytes.length
        },
        async next() {
          if (signal.aborted || at >= breaksAfter) throw new UpstreamFailure(signal.aborted ? 'caller_gone' : 'reset')
          const piece = bytes.subarray(at, at + PIECE_BYTES)
          at += piece.length
          return piece.length === 0 ? null : piece
        },
        cancel: () => undefined,
      }
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
  return {
    drains,
    sent,
    text: () => Buffer.concat(out).toString(),
    ending: () => ending,
    asked: () =>
      attempt(ask, {
        upstream,
        memory: createResponseMemory(),
        drains,
        usageRefusals: createUsageRefusals(() => undefined),
      }),
  }
}

async function delivered(world: { asked: () => ReturnType<typeof attempt> }, mayGoOut = () => true) {
  const answer = await world.asked()
  if (!answer.ok) throw answer.error
  const { finish, ...delivery } = await answer.deliver(mayGoOut)
  finish()
  return delivery
}

const EVENT = (data: object) => `event: error\ndata: ${JSON.stringify({ type: 'error', ...data })}\n\n`
const STREAM = { model: 'm', stream: true, quality: 'high', prompt: 'a gate' }

test('a stream of pictures that the vendor refuses is told as it came, and costs nothing', async () => {
  const answer = EVENT({ error: { type: 'image_generation_user_error', code: 'moderation_blocked' } })
  const told = world({ request: STREAM, answer })
  expect(await delivered(told)).toMatchObject({ end: 'upstream_error', seen: { usage: { imageOut: 0, requests: 0 } } })
  expect(told.sent()).toBe(answer.length)
})

test('a stream of pictures that fails before the first of them lets another candidate be asked', async () => {
  const answer = await world({ request: STREAM, answer: EVENT({ error: { code: 'server_error' } }) }).asked()
  expect(answer).toMatchObject({ ok: false, retry: true, record: { errorClass: 'in_band' } })
})

const USAGE = { input_tokens: 10, output_tokens: 16_000 }
const MADE = JSON.stringify({ created: 1, data: Array(4).fill({ b64_json: 'A'.repeat(500_000) }), usage: USAGE })
const WHOLE = { model: 'm', n: 4, quality: 'high', prompt: 'a gate' }

test('an answer that is no stream is read to its end when its caller leaves: it has been made', async () => {
  const left = world({ request: WHOLE, answer: MADE, leavesAfter: 600_000 })
  const delivery = await delivered(left)
  expect(delivery).toMatchObject({ end: 'caller_gone', httpStatus: 499, drained: true })
  expect(delivery.seen).toMatchObject({ terminal: true, usage: { input: 10, imageOut: 16_000 }, estimated: false })
  expect(left.sent()).toBeLessThan(700_000)
})

test('where no more are read to their ends, pictures that were left are charged by their size', async () => {
  const left = world({ request: WHOLE, answer: MADE, leavesAfter: 600_000 })
  left.drains[Symbol.dispose]()
  const { end, drained, seen } = await delivered(left)
  expect([end, drained]).toEqual(['caller_gone', false])
  expect(seen).toMatchObject({ usage: { imageOut: 4 * 4160, requests: 4 }, estimated: true })
})

test('pictures that come whole without a usage are charged by the piece', async () => {
  const answer = JSON.stringify({ data: [{ b64_json: 'A'.repeat(500_000) }] })
  const { end, seen } = await delivered(world({ request: { ...WHOLE, n: 1 }, answer }))
  expect(end).toBe('complete')
  expect(seen).toMatchObject({ usage: { imageOut: 0, requests: 1 }, estimated: true })
})

test('of an answer that is no stream and breaks off, the words that came are measured', async () => {
  const content = 'word '.repeat(100_000)
  const answer = JSON.stringify({ choices: [{ message: { content } }], usage: { prompt_tokens: 1 } })
  const chat = { path: '/v1/chat/completions', protocol: openaiChat, request: { model: 'm', messages: [] }, answer }
  const { end, seen } = await delivered(world({ ...chat, breaksAfter: 400_000 }))
  expect(end).toBe('upstream_truncated')
  expect(seen?.usage).toBeNull()
  expect(seen?.text?.rough).toBeGreaterThan(70_000)
})

test('a document that is cut off before all of it is written is broken off: its reader was told how long it is', async () => {
  const answer = JSON.stringify({
    choices: [{ message: { content: 'word '.repeat(40_000) } }],
    usage: { prompt_tokens: 1 },
  })
  const chat = { path: '/v1/chat/completions', protocol: openaiChat, request: { model: 'm', messages: [] }, answer }
  const cut = world({ ...chat, cutBy: new GatewayError('key_disabled') })
  await delivered(cut)
  expect(cut.sent()).toBeLessThan(answer.length)
  expect(cut.ending()).toBe('broken off')
})

const silent = (bytes: number) => `: ${'.'.repeat(bytes - 4)}\n\n`
/** A piece that says nothing. */
const SILENT = silent(PIECE_BYTES)
const WORDS = `data: ${JSON.stringify({ choices: [{ delta: { content: 'hi' } }] })}\n\n`
const CHAT = { path: '/v1/chat/completions', protocol: openaiChat, request: { model: 'm', stream: true, messages: [] } }

test('a stream that was said to be whole and is cut off before all of it is written does not end as if it were', async () => {
  const answer = `${SILENT}${WORDS}data: [DONE]\n\n`
  const cut = world({ ...CHAT, answer, cutBy: new GatewayError('key_disabled') })
  await delivered(cut)
  expect([cut.text(), cut.ending()]).toEqual([SILENT, 'broken off'])
})

test.each([
  ['limit_reached_midway', 'limit'],
  ['key_disabled', 'gateway_error'],
] as const)('a stream that is cut off (%s) says why, and ends as that', async (code, end) => {
  const cut = world({ ...CHAT, answer: WORDS + SILENT, cutBy: new GatewayError(code) })
  expect(await delivered(cut)).toMatchObject({ end, httpStatus: 200, errorClass: code, drained: false })
  expect(cut.text()).toContain(new GatewayError(code).message)
  expect(cut.ending()).toBe('ended')
})

test('a stream that came all at once goes out with its end in one piece, when it is settled', async () => {
  const answer = `${WORDS}data: [DONE]\n\n`
  const whole = world({ ...CHAT, answer, atOnce: true })
  const asked = await whole.asked()
  if (!asked.ok) throw asked.error
  const { finish, ...delivery } = await asked.deliver(() => true)
  expect([delivery.end, delivery.seen?.terminal, whole.text(), whole.ending()]).toEqual(['complete', true, '', 'open'])
  finish()
  expect([whole.text(), whole.ending()]).toEqual([answer, 'ended'])
})

test('a stream that came all at once without its last event is told as broken off', async () => {
  const short = world({ ...CHAT, answer: WORDS, atOnce: true })
  expect(await delivered(short)).toMatchObject({ end: 'upstream_truncated', httpStatus: 200 })
  expect(short.text().startsWith(WORDS)).toBe(true)
  expect(short.text()).toContain('upstream_broke')
})

test('what is read on without its caller and is covered no more ends as one whose caller has left', async () => {
  const answer = `${WORDS}${SILENT.repeat(3)}data: [DONE]\n\n`
  const left = world({ ...CHAT, answer, leavesAfter: 1, drainOnAbort: true })
  const delivery = await delivered(left, () => false)
  expect(delivery).toMatchObject({ end: 'caller_gone', httpStatus: 499, errorMessage: null, drained: true })
  expect(left.ending()).toBe('broken off')
})

test('whoever was read to the end without a caller makes room for the next', async () => {
  const drains = createDrains()
  for (let n = 0; n < 65; n += 1) {
    const left = world({ request: WHOLE, answer: MADE, leavesAfter: 600_000, drains })
    expect((await delivered(left)).drained).toBe(true)
  }
})

test('an error that is one by the name of its event ends a stream as a failure, without our secret', async () => {
  const words = WORDS + silent(PIECE_BYTES - WORDS.length)
  const error = `event: error\ndata: ${JSON.stringify({ message: `no ${SECRET}`, type: 'overloaded' })}\n\n`
  const told = world({ ...CHAT, answer: `${words}${error}data: [DONE]\n\n` })
  expect(await delivered(told)).toMatchObject({ end: 'upstream_error', errorClass: 'overloaded' })
  expect(told.text()).toContain(`${words}event: error\n`)
  expect(told.text()).not.toContain(SECRET)
})

test('a refusal that a document tells goes to its caller without our secret', async () => {
  const error = { code: 403, message: `flagged, ${SECRET}`, metadata: { reasons: ['violence'] } }
  const told = world({ ...CHAT, request: { model: 'm', messages: [] }, answer: JSON.stringify({ error }) })
  expect(await delivered(told)).toMatchObject({ end: 'upstream_error', errorClass: 'moderation' })
  expect(told.text()).toBe(JSON.stringify({ error }).replace(SECRET, '*'.repeat(SECRET.length)))
})
