import { expect, test } from 'vitest'
import type { Rates } from '../../core/price.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import { wavOf } from '../translate/media/sound.ts'
import { passThrough } from './pass-through.ts'

const BY_CHARACTER: Rates = { input: 15n }
const BY_SOUND: Rates = { input: 1n, audioOut: 12n }
const INPUT = 'Spring never comes to the gate of jade'
/** What of it is counted in tokens. */
const TOKENS = 8

type Request = { rates?: Rates | null; format?: string; sse?: boolean; input?: unknown }

function asked({ rates = BY_SOUND, format = 'mp3', sse = false, input = INPUT }: Request = {}) {
  const path = '/v1/audio/speech'
  const speech = passThrough.find((protocol) => protocol.serves(path))
  if (!speech) throw new Error('nobody speaks')
  const fields = { model: 'm', input, response_format: format, ...(sse && { stream_format: 'sse' }) }
  const body = Buffer.from(JSON.stringify(fields))
  return speech.read({ path, query: new URLSearchParams(), body, ratesOf: () => rates })
}

function seenOf(request: Request, ...chunks: readonly Buffer[]) {
  const tap = asked(request).tap()
  for (const chunk of chunks) tap.push(chunk)
  return tap.seen
}

const used = (part: Partial<Usage>) => ({ ...NO_USAGE, requests: 1, ...part })
/** 128 kbit/s. */
const MP3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(31_996)])

test.each([
  ['mp3', [MP3], 40],
  ['mp3', [MP3, MP3, MP3], 120],
  ['pcm', [Buffer.alloc(48_000), Buffer.alloc(24_000)], 30],
  ['pcm', [MP3], 14],
  ['wav', [wavOf(Buffer.alloc(96_000), 24_000)], 40],
  ['opus', [Buffer.from('OggS'), Buffer.alloc(3996)], 20],
])('by a model that is sold by sound, %s is charged for as long as it is', (format, chunks, audioOut) => {
  expect(seenOf({ format }, ...chunks)).toMatchObject({ usage: used({ input: TOKENS, audioOut }), estimated: true })
  const byOutput = { input: 1n, output: 12n }
  expect(seenOf({ format, rates: byOutput }, ...chunks).usage).toEqual(used({ input: TOKENS, audioOut }))
})

test.each([BY_CHARACTER, { requests: 1n }, { input: 15n, output: 0n }, null])(
  'by a model that is not, it is charged by the character',
  (rates) => {
    const usage = used({ input: INPUT.length })
    expect(seenOf({ rates }, MP3)).toMatchObject({ usage, estimated: true })
    expect(asked({ rates }).estimate).toEqual(usage)
    expect(seenOf({ rates, sse: true }, delta(MP3)).usage).toEqual(usage)
  },
)

const event = (data: object) => Buffer.from(`data: ${JSON.stringify(data)}\n\n`)
const delta = (sound: Buffer) => event({ type: 'speech.audio.delta', audio: sound.toString('base64') })

test('of a stream that is left, the sound that came is charged, and of a whole one what it tells', () => {
  expect(seenOf({ sse: true }, delta(MP3), delta(MP3)).usage).toEqual(used({ input: TOKENS, audioOut: 80 }))
  const silent = seenOf({ sse: true }, delta(MP3), event({ type: 'speech.audio.done' }))
  expect(silent).toMatchObject({ terminal: true, usage: used({ input: TOKENS, audioOut: 40 }), estimated: true })
  const usage = { input_tokens: 14, output_tokens: 101 }
  const told = seenOf({ sse: true }, delta(MP3), event({ type: 'speech.audio.done', usage }))
  expect(told).toMatchObject({ usage: used({ input: 14, audioOut: 101 }), estimated: false })
})

test('a stream that begins with a failure costs nothing', () => {
  expect(seenOf({ sse: true }, event({ type: 'error', code: 'server_error' })).usage).toBe(NO_USAGE)
})

test('what is held is the time it takes to say so many words', () => {
  // Eight tokens at three a second, and twenty tokens of sound in each.
  expect(asked().estimate).toEqual(used({ input: TOKENS, audioOut: 54 }))
  expect(asked({ input: 7 }).estimate).toEqual(used({}))
})
