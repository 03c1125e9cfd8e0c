import { afterEach, expect, test, vi } from 'vitest'
import { GatewayError } from '../core/errors.ts'
import { NO_USAGE } from '../core/usage.ts'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import type { Seen } from '../protocols/protocol.ts'
import { createDrains, drain } from './drains.ts'
import { UpstreamFailure } from './failure.ts'
import { rawVendor, testUpstream } from './line/test-vendor.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

afterEach(() => void vi.useRealTimers())

const GONE = new Error('the caller is gone')

const BEGUN: Seen = {
  content: true,
  terminal: false,
  failure: null,
  model: 'm',
  usage: null,
  usageRaw: null,
  pieces: 1,
}
const FINISHED = { ...BEGUN, terminal: true }
const USAGE = { ...NO_USAGE, input: 7, output: 9 }

/** A call of a caller who leaves once there is something to read. */
function leave(drains: ReturnType<typeof createDrains>, why: Error = GONE, { mayBeDrained = true, seen = BEGUN } = {}) {
  const caller = new AbortController()
  const leash = drains.leash(caller.signal, mayBeDrained)
  leash.answering(seen)
  caller.abort(why)
  return leash
}

test('a call outlives a caller who leaves its answer, and no other', () => {
  const drains = createDrains()
  const early = new AbortController()
  const nothingYet = drains.leash(early.signal, true)
  early.abort(GONE)
  expect([nothingYet.signal.aborted, nothingYet.draining]).toEqual([true, false])
  expect(drains.leash(early.signal, true).signal.aborted).toBe(true)
  const cut = leave(drains, new GatewayError('limit_reached_midway', {}))
  expect([cut.signal.aborted, cut.draining]).toEqual([true, false])
  const left = leave(drains)
  expect([left.signal.aborted, left.draining]).toEqual([false, true])
  left[Symbol.dispose]()
  expect(left.draining).toBe(false)
})

test.each([
  ['is still being made', BEGUN, false],
  ['lacks its usage alone', FINISHED, true],
  ['has told its usage', { ...FINISHED, usage: USAGE }, false],
  ['tells no usage any more', { ...FINISHED, over: true as const }, false],
  ['has failed', { ...FINISHED, failure: 'overloaded' }, false],
])(
  'one that is not to be drained outlives its caller where it lacks its usage alone: it %s',
  (_name, seen, outlives) => {
    const left = leave(createDrains(), GONE, { mayBeDrained: false, seen })
    expect([left.draining, left.signal.aborted]).toEqual([outlives, !outlives])
  },
)

test('sixty-four are read at once, one more is ended, and one that is over makes room', () => {
  const drains = createDrains()
  const calls = Array.from({ length: 65 }, () => leave(drains))
  expect(calls.map(({ draining }) => draining)).toEqual([...Array.from({ length: 64 }, () => true), false])
  expect(calls.at(-1)?.signal.aborted).toBe(true)
  calls[0]?.[Symbol.dispose]()
  expect(leave(drains).draining).toBe(true)
})

test('the end of the gateway ends them, and begins no more', () => {
  const drains = createDrains()
  const under = leave(drains)
  drains[Symbol.dispose]()
  expect(under.signal.aborted).toBe(true)
  expect(leave(drains).signal.aborted).toBe(true)
})

test.each([
  ['two minutes', true, 120_000],
  ['less than a second, for its usage alone', false, 750],
])('a call goes on without its caller for %s', (_name, mayBeDrained, ms) => {
  vi.useFakeTimers()
  const [left, over] = [1, 2].map(() => leave(createDrains(), GONE, { mayBeDrained, seen: FINISHED }))
  vi.advanceTimersByTime(ms - 1)
  over?.[Symbol.dispose]()
  expect(left?.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect([left?.signal.reason, over?.signal.aborted]).toEqual([GONE, false])
  expect(vi.getTimerCount()).toBe(0)
})

test('whoever waits for more with the patience of before stops waiting, and the upstream is told', async () => {
  const gone = Promise.withResolvers<void>()
  await using vendor = await rawVendor((socket) => {
    socket.once('close', () => gone.resolve())
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nwords')
  })
  await using upstream = testUpstream()
  const caller = new AbortController()
  using leash = createDrains().leash(caller.signal, false)
  const answer = await upstream.send(vendor.url, { signal: leash.signal })
  await answer.next(5000, 'idle_timeout')
  leash.answering(FINISHED)
  const begun = performance.now()
  const waiting = answer.next(10_000, 'idle_timeout')
  caller.abort(GONE)
  await expect(waiting).rejects.toMatchObject({ class: 'caller_gone' })
  await gone.promise
  expect(performance.now() - begun).toBeLessThan(5000)
})

type World = { tookMs?: number; bytes?: number; chunks?: number; covers?: number }

/** An answer of so many pieces that each take so long; it ends with its usage. */
function world({ tookMs = 10, bytes = 1, chunks = 3, covers = Infinity }: World) {
  let ms = 0
  let read = 0
  let asked = 0
  const answer: UpstreamAnswer = {
    status: 200,
    headers: {},
    next: async (withinMs, late) => {
      ms += Math.min(tookMs, withinMs)
      if (tookMs > withinMs) throw new UpstreamFailure(late)
      read += 1
      if (read > chunks) return null
      return Buffer.from(read === chunks ? END : `${PIECE}: ${'x'.repeat(bytes)}\n\n`)
    },
    cancel: () => undefined,
  }
  const turn = openaiChat.read({
    path: '',
    query: new URLSearchParams(),
    body: Buffer.from('{"model":"m","stream":true}'),
  })
  const tap = turn.tap()
  const draining = drain({
    answer,
    tap,
    idleMs: 60_000,
    mayGoOut: () => (asked += 1) <= covers,
  })
  return draining.then(() => ({ whole: tap.seen.terminal, usage: tap.seen.usage, ms, read }))
}

const PIECE = 'data: {"choices":[{"index":0,"delta":{"content":"word "}}]}\n\n'
const END =
  'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":9,"total_tokens":16}}\n\ndata: [DONE]\n\n'

test('an answer is read to its end, and then its usage is known', async () => {
  expect(await world({})).toMatchObject({ whole: true, usage: { input: 7, output: 9 }, read: 4 })
})

test.each([
  ['64 MiB', { bytes: 1024 * 1024, chunks: 500 }, { whole: false, read: 64 }],
  ['what a silent upstream may take', { tookMs: 70_000 }, { whole: false, ms: 60_000 }],
  ['what limits cover', { covers: 2, chunks: 500 }, { whole: false, read: 2 }],
])('it is read for no more than %s', async (_name, facts, told) => {
  expect(await world(facts)).toMatchObject(told)
})
