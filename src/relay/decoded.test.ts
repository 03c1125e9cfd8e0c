import { setImmediate } from 'node:timers/promises'
import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decoded } from './decoded.ts'
import { withinSize } from './size-limit.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

/** An answer that comes in pieces of some bytes; `cancelled` says whether it was broken off. */
function answerOf(bytes: Buffer, headers: Record<string, string> = {}, pieceBytes = 1000) {
  let at = 0
  const state = { cancelled: '' }
  const answer: UpstreamAnswer = {
    status: 200,
    headers,
    async next() {
      const piece = bytes.subarray(at, (at += pieceBytes))
      return piece.length > 0 ? piece : null
    },
    cancel: (reason) => void (state.cancelled = reason),
  }
  return { answer, state }
}

async function read(answer: UpstreamAnswer): Promise<{ text: string; failure: string }> {
  let text = ''
  try {
    for (let part = await answer.next(1000, 'idle_timeout'); part; part = await answer.next(1000, 'idle_timeout'))
      text += part.toString('latin1')
    return { text, failure: '' }
  } catch (error) {
    return { text, failure: (error as { class: string }).class }
  }
}

const TEXT = Array.from({ length: 20_000 }, (_, i) => `{"n":${i * 7919}}`).join('\n')

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
])(
  'an answer compressed as %s is read as it was meant, and says nothing of it any more',
  async (encoding, compress) => {
    const { answer } = answerOf(compress(TEXT), { 'content-encoding': encoding, 'content-length': '7', 'x-a': 'b' })
    const open = decoded(answer)
    expect(await read(open)).toEqual({ text: TEXT, failure: '' })
    expect(open.headers).toEqual({ 'x-a': 'b' })
  },
)

test.each([' Identity', 'none', 'UTF-8', ''])(
  'an answer in the encoding “%s” is not compressed, and says nothing of it any more',
  async (encoding) => {
    const { answer } = answerOf(Buffer.from(TEXT), { 'content-encoding': encoding, 'content-length': '7' })
    expect(await read(decoded(answer))).toEqual({ text: TEXT, failure: '' })
    expect(decoded(answer).headers).toEqual({ 'content-length': '7' })
  },
)

test('events that were flushed one by one come one by one', async () => {
  const whole = gzipSync('data: 1\n\n', { finishFlush: constants.Z_SYNC_FLUSH })
  let calls = 0
  const forever = new Promise<null>(() => undefined)
  const answer: UpstreamAnswer = {
    status: 200,
    headers: { 'content-encoding': 'gzip' },
    next: () => ((calls += 1) === 1 ? Promise.resolve(whole) : forever),
    cancel: () => undefined,
  }
  expect((await decoded(answer).next(1000, 'idle_timeout'))?.toString()).toBe('data: 1\n\n')
})

test('nothing is pulled before somebody reads, so that what fails meanwhile fails nobody', async () => {
  const { answer, state } = answerOf(Buffer.from(TEXT), { 'content-encoding': 'gzip' })
  let pulls = 0
  const counted = decoded({ ...answer, next: (...within) => ((pulls += 1), answer.next(...within)) })
  await setImmediate()
  expect(pulls).toBe(0)
  counted.cancel('cut_off')
  await setImmediate()
  expect([pulls, state.cancelled]).toEqual([0, 'cut_off'])
})

test('what is pulled for a reader has the time this reader gives', async () => {
  const out: Buffer[] = []
  const gzip = createGzip().on('data', (bytes: Buffer) => out.push(bytes))
  const pieceOf = async (text: string) => {
    await new Promise<void>((flushed) => gzip.write(text, () => gzip.flush(constants.Z_SYNC_FLUSH, flushed)))
    return Buffer.concat(out.splice(0))
  }
  const pieces = [await pieceOf('ping\n'), await pieceOf('content\n'), await pieceOf('more\n')]
  const waits: number[] = []
  const answer: UpstreamAnswer = {
    status: 200,
    headers: { 'content-encoding': 'gzip' },
    next: async (withinMs) => (waits.push(withinMs), pieces.shift() ?? null),
    cancel: () => undefined,
  }
  const open = decoded(answer)
  const texts: string[] = []
  for (const withinMs of [1000, 700, 120_000]) {
    texts.push(String(await open.next(withinMs, 'idle_timeout')))
    await setImmediate()
  }
  expect(texts).toEqual(['ping\n', 'content\n', 'more\n'])
  expect(waits).toEqual([1000, 700, 120_000])
})

test('an answer that goes on after the end of what was compressed ends there, and its upstream is let go', async () => {
  const { answer, state } = answerOf(Buffer.concat([deflateSync(TEXT), Buffer.alloc(5000)]), {
    'content-encoding': 'deflate',
  })
  expect(await read(decoded(answer))).toEqual({ text: TEXT, failure: '' })
  expect(state.cancelled).toBe('bad_answer')
})

test('a bomb is broken off at ten times its size, however small it is not before 128 KiB', async () => {
  const { answer, state } = answerOf(gzipSync(Buffer.alloc(16 * 1024 * 1024)), { 'content-encoding': 'gzip' })
  const { text, failure } = await read(decoded(answer))
  expect(failure).toBe('too_large')
  expect(state.cancelled).toBe('too_large')
  expect(text.length).toBeLessThanOrEqual(128 * 1024)
})

test('what is not what its encoding says, or in one that nobody knows, is no answer', async () => {
  const lie = answerOf(Buffer.from(TEXT), { 'content-encoding': 'gzip' })
  expect([(await read(decoded(lie.answer))).failure, lie.state.cancelled]).toEqual(['bad_answer', 'bad_answer'])
  const odd = answerOf(Buffer.from(TEXT), { 'content-encoding': 'compress' })
  expect([(await read(decoded(odd.answer))).failure, odd.state.cancelled]).toEqual(['bad_answer', 'bad_answer'])
})

test('a document of more than 64 MiB breaks off, at once when it says how long it is', async () => {
  const mebibyte = 1024 * 1024
  const silent = answerOf(Buffer.alloc(65 * mebibyte), {}, mebibyte)
  const { text, failure } = await read(withinSize(silent.answer))
  expect([failure, silent.state.cancelled, text.length]).toEqual(['too_large', 'too_large', 64 * mebibyte])
  const told = answerOf(Buffer.alloc(10), { 'content-length': String(65 * mebibyte) })
  expect(await read(withinSize(told.answer))).toEqual({ text: '', failure: 'too_large' })
})
