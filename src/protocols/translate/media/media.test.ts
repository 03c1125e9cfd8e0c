import { expect, test } from 'vitest'
import { GatewayError } from '../../../core/errors.ts'
import { NO_USAGE } from '../../../core/usage.ts'
import { geminiByImages } from './gemini-by-images.ts'
import { geminiBySpeech } from './gemini-by-speech.ts'
import { imagesByGemini } from './images-by-gemini.ts'
import type { Pair } from './pair.ts'
import { mimeOf, pcmRate, wavOf } from './sound.ts'
import { speechByGemini } from './speech-by-gemini.ts'
import { transcriptsByGemini } from './transcripts-by-gemini.ts'

type Call = { path: string; query?: string; stream?: boolean; contentType?: string }

const spoken = (pair: Pair, body: object | string, { path, query = '', stream = false, contentType }: Call) =>
  pair({
    incoming: {
      path,
      query: new URLSearchParams(query),
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'latin1'),
      contentType,
    },
    stream,
    upstreamName: 'up',
    about: { id: 'r-1', created: 1, model: 'm' },
  })
const IMAGES = { path: '/v1/images/generations' }
const SPEECH = { path: '/v1/audio/speech' }
const GENERATE = { path: '/v1beta/models/m:generateContent' }
const sent = ({ body }: { body: Uint8Array }) =>
  JSON.parse(Buffer.from(body).toString('utf8')) as Record<string, unknown>
const refused = (ask: () => unknown, code: string) => expect(ask).toThrow(expect.objectContaining({ code }))

test.each([
  ['1024x1024', { aspectRatio: '1:1' }],
  ['1024x1536', { aspectRatio: '2:3' }],
  ['1792x1024', { aspectRatio: '16:9' }],
  ['2048x2048', { aspectRatio: '1:1', imageSize: '2K' }],
  ['4096x4096', { aspectRatio: '1:1', imageSize: '4K' }],
])('a picture of %s has the shape and size that Gemini calls so', (size, imageConfig) => {
  const { dropped, ...call } = spoken(imagesByGemini, { prompt: 'x', size }, IMAGES)
  expect(sent(call)).toMatchObject({ generationConfig: { imageConfig } })
  expect(dropped).toEqual([])
})

test('a size that Gemini has not is left to it and named, and one that is left open is no matter', () => {
  expect(spoken(imagesByGemini, { prompt: 'x', size: '1000x200', style: 'vivid' }, IMAGES).dropped).toEqual([
    'style',
    'size',
  ])
  expect(spoken(imagesByGemini, { prompt: 'x', size: 'auto' }, IMAGES).dropped).toEqual([])
})

test('pictures that cannot be asked for of Gemini are refused', () => {
  refused(() => spoken(imagesByGemini, { prompt: 'x' }, { path: '/v1/images/variations' }), 'not_translatable')
  refused(() => spoken(imagesByGemini, { prompt: 'x' }, { path: '/v1/images/edits' }), 'not_translatable')
  refused(() => spoken(imagesByGemini, { prompt: 'x', n: 2 }, IMAGES), 'not_translatable')
  refused(() => spoken(imagesByGemini, { prompt: 'x', mask: {} }, IMAGES), 'not_translatable')
  refused(() => spoken(imagesByGemini, {}, IMAGES), 'body_invalid')
})

test('an answer without what was asked for says why; one that is none is a fault of the upstream', () => {
  const { write } = spoken(imagesByGemini, { prompt: 'x' }, IMAGES)
  const parts = [{ text: 'thinking', thought: true }, { text: 'I would rather not.' }]
  const answer = Buffer.from(JSON.stringify({ candidates: [{ content: { parts }, finishReason: 'IMAGE_SAFETY' }] }))
  expect(() => write(answer, NO_USAGE)).toThrow(GatewayError)
  expect(() => write(answer, NO_USAGE)).toThrow('The model gave no picture: I would rather not. — IMAGE_SAFETY')
  expect(write(Buffer.from('{"hello":1}'), NO_USAGE)).toBeNull()
  expect(write(Buffer.from('no json'), NO_USAGE)).toBeNull()
})

test('speech streams as one delta and an end that tells the usage', () => {
  const asked = { input: 'x', voice: 'Puck', response_format: 'pcm', speed: 2, stream_format: 'sse' }
  const call = spoken(speechByGemini, asked, { ...SPEECH, stream: true })
  expect(call.dropped).toEqual(['speed'])
  const inlineData = { mimeType: 'audio/L16;rate=24000', data: Buffer.from('abcd').toString('base64') }
  const answer = Buffer.from(JSON.stringify({ candidates: [{ content: { parts: [{ inlineData }] } }] }))
  const told = call.write(answer, { ...NO_USAGE, input: 2, audioOut: 3 })?.toString() ?? ''
  const [delta, done] = [...told.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as unknown)
  expect(delta).toEqual({ type: 'speech.audio.delta', audio: inlineData.data })
  expect(done).toEqual({ type: 'speech.audio.done', usage: { input_tokens: 2, output_tokens: 3, total_tokens: 5 } })
  // What is no sample cannot be put into a WAV file.
  expect(call.write(Buffer.from(answer.toString().replace('L16', 'ogg')), NO_USAGE)).toBeNull()
})

test('a WAV file says what its samples are', () => {
  const file = wavOf(Buffer.from([1, 2, 3, 4]), 24_000)
  expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ')
  expect([file.readUInt32LE(4), file.readUInt16LE(20), file.readUInt16LE(22)]).toEqual([40, 1, 1])
  expect([file.readUInt32LE(24), file.readUInt32LE(28), file.readUInt16LE(34)]).toEqual([24_000, 48_000, 16])
  expect([file.readUInt32LE(40), file.length]).toEqual([4, 48])
  expect(mimeOf(file)).toBe('audio/wav')
  expect([pcmRate('audio/L16;codec=pcm;rate=16000'), pcmRate('audio/pcm'), pcmRate('audio/mpeg')]).toEqual([
    16_000,
    24_000,
    null,
  ])
})

test('a sound that nobody knows is not sent to a model that would guess', () => {
  const form = (file: string, more = '') =>
    `--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${file}\r\n${more}--b--\r\n`
  const call = { path: '/v1/audio/transcriptions', contentType: 'multipart/form-data; boundary=b' }
  refused(() => spoken(transcriptsByGemini, form('what is this'), call), 'not_translatable')
  const timed = '--b\r\ncontent-disposition: form-data; name="response_format"\r\n\r\nsrt\r\n'
  refused(() => spoken(transcriptsByGemini, form('ID3', timed), call), 'not_translatable')
  expect(sent(spoken(transcriptsByGemini, form('ID3'), call))).toMatchObject({
    contents: [{ parts: [{}, { inlineData: { mimeType: 'audio/mp3' } }] }],
  })
})

test('a call of Gemini’s for a picture or for sound that OpenAI has no place for is refused, or named where it is left out', () => {
  const said = (...parts: object[]) => ({ contents: [{ role: 'user', parts }] })
  const turns = { contents: [{ parts: [{ text: 'a' }] }, { role: 'model', parts: [{ text: 'b' }] }] }
  refused(() => spoken(geminiByImages, turns, GENERATE), 'not_translatable')
  refused(
    () => spoken(geminiByImages, said({ inlineData: { mimeType: 'image/png', data: 'AAAA' } }), GENERATE),
    'body_invalid',
  )
  refused(
    () => spoken(geminiByImages, said({ inlineData: { mimeType: 'audio/wav', data: 'AAAA' } }), GENERATE),
    'not_translatable',
  )
  const config = { speechConfig: { multiSpeakerVoiceConfig: {} } }
  refused(
    () => spoken(geminiBySpeech, { ...said({ text: 'x' }), generationConfig: config }, GENERATE),
    'not_translatable',
  )
  const more = { safetySettings: [], generationConfig: { seed: 1, responseModalities: ['IMAGE'] } }
  const { dropped } = spoken(geminiByImages, { ...said({ text: 'x' }), ...more }, GENERATE)
  expect(dropped).toEqual(['safetySettings', 'generationConfig.seed'])
})

test.each([
  ['streamGenerateContent', 'alt=sse', /^data: \{.*\}\n\n$/s],
  ['streamGenerateContent', '', /^\[\{.*\}\]$/s],
  ['generateContent', '', /^\{.*\}$/s],
])('a caller of %s?%s gets the form they asked for', (verb, query, form) => {
  const body = { contents: [{ parts: [{ text: 'x' }] }] }
  const { write } = spoken(geminiByImages, body, { path: `/v1beta/models/m:${verb}`, query })
  const answer = Buffer.from('{"data":[{"b64_json":"AAAA"}],"output_format":"webp"}')
  const told = write(answer, { ...NO_USAGE, input: 3, imageOut: 5 })?.toString()
  expect(told).toMatch(form)
  expect(told).toContain('"inlineData":{"mimeType":"image/webp","data":"AAAA"}')
  expect(told).toContain('"promptTokenCount":3,"candidatesTokenCount":5')
})
