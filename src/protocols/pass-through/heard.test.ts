import { expect, test } from 'vitest'
import type { Rates } from '../../core/price.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import { wavOf } from '../translate/media/sound.ts'
import { passThrough } from './pass-through.ts'

const TOKENS: Rates = { input: 2n, audioIn: 6n, output: 10n }
const SECONDS: Rates = { audioIn: 100n }
/** Ten seconds of 16 kHz. */
const WAV = wavOf(Buffer.alloc(320_000), 16_000)

type Request = { file?: Buffer; rates?: Rates | null; stream?: boolean; aside?: boolean }

/** The turn of a transcript that is asked for; `aside`: its file is not in the body. */
function asked({ file = WAV, rates = SECONDS, stream = false, aside = false }: Request = {}) {
  const path = '/v1/audio/transcriptions'
  const transcripts = passThrough.find((protocol) => protocol.serves(path))
  if (!transcripts) throw new Error('nobody writes down what is said')
  const part = (head: string, body: Buffer | string) => [
    `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n`,
    body,
    '\r\n',
  ]
  const form = [
    ...part('name="model"', 'm'),
    ...part('name="stream"', String(stream)),
    ...part('name="file"; filename="a"', aside ? 'mark-1.' : file),
    '--b--\r\n',
  ]
  return transcripts.read({
    path,
    query: new URLSearchParams(),
    body: Buffer.concat(form.map((one) => Buffer.from(one))),
    contentType: 'multipart/form-data; boundary=b',
    files: new Map(aside ? [['mark-1.', { head: file.subarray(0, 4096), bytes: file.length }]] : []),
    ratesOf: () => rates,
  })
}

function seenOf(request: Request, ...chunks: readonly string[]) {
  const tap = asked(request).tap()
  for (const chunk of chunks) tap.push(Buffer.from(chunk))
  tap.flush()
  return tap.seen
}

const used = (part: Partial<Usage>) => ({ ...NO_USAGE, requests: 1, ...part })
const SRT = '1\n00:00:00,000 --> 00:00:04,200\nSpring\n\n2\n00:00:04,200 --> 00:00:07,100\nnever comes\n\n'
const VTT = 'WEBVTT\n\n00:00.000 --> 00:04.200\nSpring\n\n00:04.200 --> 00:07.100\nnever comes\n'
const WORDS = 'Spring never comes'

test.each([
  ['as text', WORDS],
  ['as JSON that tells the text alone', JSON.stringify({ text: WORDS })],
  ['as JSON that tells a duration of nothing', JSON.stringify({ text: WORDS, duration: 0 })],
  ['as SubRip that ends before the sound does', SRT],
  ['as nothing, since nothing was said', '\n'],
])('a transcript %s is charged for the sound that was sent', (_name, answer) => {
  expect(seenOf({}, answer)).toMatchObject({ usage: used({ audioIn: 10 }), estimated: true })
})

test.each([
  ['SubRip', SRT],
  ['WebVTT', VTT],
  ['segments', JSON.stringify({ text: WORDS, segments: [{ end: 4.2 }, { end: 7.1 }] })],
])('where its file does not say how long it is, %s says it by its last words', (_name, answer) => {
  const file = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(16_000)])
  expect(seenOf({ file }, answer)).toMatchObject({ usage: used({ audioIn: 8 }), estimated: true })
  expect(seenOf({ file }, WORDS).usage).toEqual(used({ audioIn: 5 }))
})

test('no subtitle makes a sound longer than its bytes can hold', () => {
  const file = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(16_000)])
  expect(seenOf({ file }, VTT.replaceAll('00:07.100', '9999999999:00:07.100')).usage).toEqual(used({ audioIn: 129 }))
})

/** What is seen of the transcript of a sound that is told by its address, in a form or in JSON. */
function elsewhere(request: object, answer: string, rates = SECONDS) {
  const path = '/v1/audio/transcriptions'
  const transcripts = passThrough.find((protocol) => protocol.serves(path))
  if (!transcripts) throw new Error('nobody writes down what is said')
  const form = Object.entries({ model: 'm', ...request }).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  )
  const asked = [
    { body: Buffer.from(`${form.join('')}--b--\r\n`), contentType: 'multipart/form-data; boundary=b' },
    { body: Buffer.from(JSON.stringify({ model: 'm', ...request })), contentType: 'application/json' },
  ]
  return asked.map((one) => {
    const turn = transcripts.read({ path, query: new URLSearchParams(), ratesOf: () => rates, ...one })
    const tap = turn.tap()
    tap.push(Buffer.from(answer))
    tap.flush()
    return { held: turn.estimate, ...tap.seen }
  })
}

test.each([
  ['its words, which take as long to say', JSON.stringify({ text: 'Spring never comes. '.repeat(30) }), 38],
  ['the end of its last word', JSON.stringify({ text: WORDS, words: [{ end: 1 }, { end: 61.5 }] }), 62],
  ['the end of its last part', JSON.stringify({ text: WORDS, segments: [{ end: 4.2 }, { end: 7.1 }] }), 8],
  ['its subtitles', SRT, 8],
])('a sound that is somewhere else is as long as is said by %s', (_name, answer, audioIn) => {
  for (const request of [{ url: 'https://a/b.mp3' }, { file_url: 'https://a/b.mp3' }, { file: 'https://a/b.mp3' }])
    for (const seen of elsewhere(request, answer))
      expect(seen).toMatchObject({ held: used({ audioIn: 300 }), usage: used({ audioIn }), estimated: true })
})

test('a sound that is somewhere else is heard by tokens too, and its answer may tell how long it was', () => {
  const answer = JSON.stringify({ text: 'Spring never comes. '.repeat(30) })
  for (const { usage, held } of elsewhere({ url: 'https://a/b' }, answer, TOKENS)) {
    expect(usage).toEqual(used({ audioIn: 380, output: 114 }))
    expect(held).toEqual(used({ audioIn: 3000, output: 1200 }))
  }
  const usage = { prompt_audio_seconds: 203, prompt_tokens: 4, completion_tokens: 635, total_tokens: 3264 }
  for (const seen of elsewhere({ file_url: 'https://a/b' }, JSON.stringify({ text: WORDS, usage })))
    expect(seen).toMatchObject({ usage: used({ audioIn: 203 }), estimated: false })
})

test('a sound that stands in its own address is as long as it is', () => {
  const url = `data:audio/wav;base64,${WAV.toString('base64')}`
  for (const seen of elsewhere({ url }, JSON.stringify({ text: WORDS })))
    expect(seen).toMatchObject({ held: used({ audioIn: 10 }), usage: used({ audioIn: 10 }), estimated: true })
})

test('a model that is sold by tokens is paid for the sound and for its words, but not for when they are said', () => {
  const words = { audioIn: 100, output: 3 }
  for (const answer of [WORDS, JSON.stringify({ text: WORDS })])
    expect(seenOf({ rates: TOKENS }, answer).usage).toEqual(used(words))
  expect(seenOf({ rates: TOKENS }, SRT).usage?.output).toBeLessThan(8)
})

test('what is held is the sound and as many words as are usually said in it', () => {
  expect(asked().estimate).toEqual(used({ audioIn: 10 }))
  expect(asked({ rates: TOKENS }).estimate).toEqual(used({ audioIn: 100, output: 40 }))
  expect(asked({ rates: TOKENS, aside: true }).estimate).toEqual(used({ audioIn: 100, output: 40 }))
})

test('of a stream that breaks off, all of the sound has been heard', () => {
  const delta = `data: ${JSON.stringify({ type: 'transcript.text.delta', delta: 'Spring' })}\n\n`
  const tap = asked({ rates: TOKENS, stream: true }).tap()
  tap.push(Buffer.from(delta + delta))
  expect(tap.seen).toMatchObject({ usage: used({ audioIn: 100, output: 2 }), estimated: true })
  const done = `data: ${JSON.stringify({ type: 'transcript.text.done', text: WORDS })}\n\n`
  expect(seenOf({ rates: TOKENS, stream: true }, delta, done).usage).toEqual(used({ audioIn: 100, output: 3 }))
})

test.each([
  ['negative seconds', { type: 'duration', seconds: -9 }],
  ['no seconds', { type: 'duration', seconds: 0 }],
  ['what is no number', { type: 'duration', seconds: 'NaN' }],
  ['negative tokens', { input_tokens: -5, output_tokens: -1 }],
  ['no tokens', { input_tokens: 0, output_tokens: 0 }],
])('a vendor that tells %s tells nothing', (_name, usage) => {
  expect(seenOf({}, JSON.stringify({ text: WORDS, usage }))).toMatchObject({
    usage: used({ audioIn: 10 }),
    estimated: true,
  })
})

test('no more is charged than the file can hold, and that is marked', () => {
  const usage = { type: 'duration', seconds: 1e300 }
  const most = { usage: used({ audioIn: 321 }), clamped: true, estimated: false }
  expect(seenOf({}, JSON.stringify({ text: WORDS, usage }))).toMatchObject(most)
  expect(seenOf({}, JSON.stringify({ text: WORDS, duration: '3600' }))).toMatchObject(most)
  const tokens = { input_tokens: 1e300, input_token_details: { audio_tokens: 1e300 }, output_tokens: 1e300 }
  const told = seenOf({ rates: TOKENS }, JSON.stringify({ text: WORDS, usage: tokens }))
  expect(told).toMatchObject({ usage: used({ audioIn: 32_005, output: 32_005 }), clamped: true })
})

test('what is told is charged, and nothing beside it', () => {
  const usage = { type: 'duration', seconds: 9 }
  expect(seenOf({}, JSON.stringify({ text: WORDS, usage }))).toMatchObject({
    usage: used({ audioIn: 9 }),
    estimated: false,
  })
  const counts = { input_tokens: 14, input_token_details: { audio_tokens: 10 }, output_tokens: 45 }
  const told = seenOf({ rates: TOKENS }, JSON.stringify({ text: WORDS, usage: counts }))
  expect(told).toMatchObject({ usage: used({ input: 4, audioIn: 10, output: 45 }), estimated: false })
})
