import Anthropic from '@anthropic-ai/sdk'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SideVendor, SOUND } from '../vendor/side.ts'
import { wavOf } from '../../src/protocols/translate/media/sound.ts'
import { type SideGateway, startSideGateway } from './side.ts'

let gateway: SideGateway
let vendor: SideVendor
let client: OpenAI

beforeAll(async () => {
  gateway = await startSideGateway()
  vendor = gateway.vendor
  client = new OpenAI({ apiKey: gateway.key, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('embeddings come back as the library decodes them, and only the model changed on the way', async () => {
  const { data, response } = await client.embeddings.create({ model: 'm', input: '玉门' }).withResponse()
  expect(data.data[0]?.embedding).toEqual([0.25, -1, 3.5])
  expect(vendor.last().path).toBe('/v1/embeddings')
  expect(vendor.last().body.toString()).toBe('{"model":"m-upstream","input":"玉门","encoding_format":"base64"}')
  const row = await gateway.rowOf(response)
  expect(row).toMatchObject({ status: 'succeeded', protocol: 'openai-embeddings', usage_source: 'upstream' })
  expect(row).toMatchObject({ usage: { input: 8, output: 0 }, cost: '0.000016', model: 'm', stream: false })
})

test('the bytes of an answer are the vendor’s', async () => {
  const text = await (await gateway.post('/embeddings', '{"input":[1,2],"model":"m"}')).text()
  expect(text).toBe(vendor.last().sent.toString())
  expect(text).toContain('\n  "object"')
})

test('text completions stream without the usage chunk nobody asked for, and are billed all the same', async () => {
  const { data, response } = await client.completions.create({ model: 'm', prompt: 'Say', stream: true }).withResponse()
  const pieces: string[] = []
  for await (const { choices } of data) {
    expect(choices).toHaveLength(1)
    pieces.push(choices[0]?.text ?? '')
  }
  expect(pieces.join('')).toBe('This is 门')
  expect(JSON.parse(vendor.last().body.toString())).toHaveProperty('stream_options', { include_usage: true })
  // 5×2 + 7×10 micro-dollars
  const told = { protocol: 'openai-completions', stream: true, cost: '0.00008', usage_source: 'upstream' }
  expect(await gateway.rowOf(response)).toMatchObject({ ...told, usage: { input: 5, output: 7 } })
})

test('moderations cost what their model has a price for, and leave a row; the model may be left to the vendor', async () => {
  const { data, response } = await client.moderations.create({ input: 'hmm' }).withResponse()
  expect(data.results[0]?.flagged).toBe(true)
  expect(vendor.last().body.toString()).toBe('{"input":"hmm"}')
  const free = { protocol: 'openai-moderations', cost: '0', usage_source: 'none', status: 'succeeded' }
  expect(await gateway.rowOf(response)).toMatchObject({ ...free, model: 'omni-moderation-latest', usage: { input: 0 } })
  const priced = await client.moderations.create({ input: 'hmm', model: 'm' }).withResponse()
  expect(JSON.parse(vendor.last().body.toString())).toHaveProperty('model', 'm-upstream')
  // Seven tokens for 27 bytes at 2 micro-dollars, as the vendor tells none.
  expect(await gateway.rowOf(priced.response)).toMatchObject({ usage_source: 'estimated', cost: '0.000014' })
})

test('an image is billed by its text and image tokens, streamed or not', async () => {
  // 10×2 + 40×8 + 1056×40 = 42580 micro-dollars
  const told = { cost: '0.04258', usage_source: 'upstream', protocol: 'openai-images' }
  const { data, response } = await client.images.generate({ model: 'm', prompt: 'a gate' }).withResponse()
  expect(data.data?.[0]?.b64_json).toBe(Buffer.from('a picture').toString('base64'))
  const row = await gateway.rowOf(response)
  expect(row).toMatchObject({ ...told, stream: false, usage: { input: 10, image_in: 40, image_out: 1056 } })
  const streamed = await client.images
    .generate({ model: 'm', prompt: 'a gate', stream: true, partial_images: 1 })
    .withResponse()
  const types: string[] = []
  for await (const { type } of streamed.data) types.push(type)
  expect(types).toEqual(['image_generation.partial_image', 'image_generation.completed'])
  expect(await gateway.rowOf(streamed.response)).toMatchObject({ ...told, stream: true })
})

test('who leaves an image stream before its end pays what the image’s size says', async () => {
  const gone = Promise.withResolvers<void>()
  async function* begun() {
    yield 'event: image_generation.partial_image\ndata: {"type":"image_generation.partial_image","b64_json":"AA=="}\n\n'
    await gone.promise
  }
  vendor.next({ type: 'text/event-stream', body: begun() })
  const { data, response } = await client.images.generate({ model: 'm', prompt: 'a gate', stream: true }).withResponse()
  for await (const { type } of data) if (type === 'image_generation.partial_image') break
  data.controller.abort()
  const row = await gateway.rowOf(response)
  gone.resolve()
  // 2×2 + 1056×40 micro-dollars
  expect(row).toMatchObject({ status: 'cancelled', usage_source: 'estimated', cost: '0.042244' })
})

test('an image model that tells no usage is billed by the image, and that is flagged', async () => {
  const { response } = await client.images.generate({ model: 'old', prompt: 'a gate', n: 3 }).withResponse()
  expect(await gateway.rowOf(response)).toMatchObject({ cost: '0.03', usage_source: 'estimated' })
  const stream = await client.images.generate({ model: 'old', prompt: 'a gate', stream: true }).asResponse()
  expect(await stream.json()).toHaveProperty('data')
  expect(await gateway.rowOf(stream)).toMatchObject({ cost: '0.01', usage_source: 'estimated', status: 'succeeded' })
})

const PICTURE = Buffer.from([0x89, 0x50, 0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0xff, 0x2d, 0x2d])

test('images are edited by a form that reaches the vendor as it was, but for the model', async () => {
  const image = [await toFile(PICTURE, '图 "1".png'), await toFile(PICTURE, 'b.png')]
  const { data, response } = await client.images
    .edit({ model: 'm', image: [...image], prompt: 'brighter' })
    .withResponse()
  expect(data.usage).toMatchObject({ total_tokens: 1106 })
  const { headers, body } = vendor.last()
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
  expect(form.getAll('model')).toEqual(['m-upstream'])
  const files = form.getAll('image[]') as File[]
  expect(files.map(({ name }) => name)).toEqual(['图 "1".png', 'b.png'])
  for (const file of files) expect(Buffer.from(await file.arrayBuffer()).equals(PICTURE)).toBe(true)
  expect(await gateway.rowOf(response)).toMatchObject({ cost: '0.04258', protocol: 'openai-images' })
})

test('a form is forwarded byte for byte, whatever its boundary and wherever the model stands', async () => {
  const body = [
    '--b0\r\nContent-Type: audio/wav\r\ncontent-disposition: form-data; filename="a.wav"; name="file"\r\n\r\n',
    PICTURE.toString('latin1'),
    '\r\n--b0\r\nContent-Disposition: form-data; name="model"\r\n\r\nm\r\n--b0--',
  ].join('')
  const bytes = Buffer.from(body, 'latin1')
  const type = 'Multipart/Form-Data; charset=utf-8; boundary="b0"'
  expect((await gateway.post('/v1/audio/transcriptions', bytes, { 'content-type': type })).status).toBe(200)
  expect(vendor.last().headers['content-type']).toBe(type)
  expect(vendor.last().body.toString('latin1')).toBe(body.replace('\r\nm\r\n', '\r\nm-upstream\r\n'))
})

test('speech goes out as it is made, and is billed by the character', async () => {
  const gate = Promise.withResolvers<void>()
  async function* spoken() {
    yield SOUND.subarray(0, 1000)
    await gate.promise
    yield SOUND.subarray(1000)
  }
  vendor.next({ type: 'audio/mpeg', body: spoken() })
  const response = await client.audio.speech.create({ model: 'tts', voice: 'alloy', input: '你好, 玉门 🙂' })
  expect(response.headers.get('content-type')).toBe('audio/mpeg')
  const reader = response.body?.getReader()
  const parts = [Buffer.from((await reader?.read())?.value ?? [])]
  // The vendor goes on only once the caller has the beginning.
  gate.resolve()
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) parts.push(Buffer.from(part.value))
  expect(Buffer.concat(parts).equals(SOUND)).toBe(true)
  const row = await gateway.rowOf(response)
  expect(row).toMatchObject({
    protocol: 'openai-speech',
    usage: { input: 8 },
    usage_source: 'estimated',
    cost: '0.000016',
  })
})

test('speech of a model that is sold by its sound is billed by how much of it came', async () => {
  const sound = wavOf(Buffer.alloc(96_000), 24_000)
  const asked = { model: 'm', voice: 'alloy', input: '你好, 玉门 🙂', response_format: 'wav' } as const
  vendor.next({ type: 'audio/wav', body: sound })
  const response = await client.audio.speech.create(asked)
  expect(Buffer.from(await response.arrayBuffer()).equals(sound)).toBe(true)
  // 6×2 and, for two seconds, 40×10 micro-dollars
  const row = await gateway.rowOf(response)
  expect(row).toMatchObject({ usage: { input: 6, audio_out: 40 }, usage_source: 'estimated', cost: '0.000412' })
  const gone = Promise.withResolvers<void>()
  async function* spoken() {
    yield sound.subarray(0, 24_044)
    await gone.promise
  }
  vendor.next({ type: 'audio/wav', body: spoken() })
  const left = await client.audio.speech.create(asked)
  const reader = left.body?.getReader()
  for (let came = 0; came < 24_044;) came += (await reader?.read())?.value?.length ?? Infinity
  await reader?.cancel()
  const half = await gateway.rowOf(left)
  gone.resolve()
  expect(half).toMatchObject({ status: 'cancelled', usage: { audio_out: 10 }, usage_source: 'estimated' })
})

test('speech that breaks off is cut, never followed by words of ours', async () => {
  async function* broken() {
    yield SOUND.subarray(0, 1000)
    await Promise.resolve()
    throw new Error('the vendor fell over')
  }
  vendor.next({ type: 'audio/mpeg', body: broken() })
  const response = await client.audio.speech.create({ model: 'm', voice: 'alloy', input: 'hello' })
  await expect(response.arrayBuffer()).rejects.toThrow()
  expect(await gateway.rowOf(response)).toMatchObject({
    status: 'failed',
    end: 'upstream_truncated',
    usage_source: 'estimated',
  })
})

test('transcripts are billed by tokens, by begun seconds or by the request, as the vendor tells', async () => {
  const file = await toFile(Buffer.alloc(70_000, 7), 'talk.wav')
  const { data, response } = await client.audio.transcriptions.create({ model: 'm', file }).withResponse()
  expect(data.text).toBe('talk.wav 70000 玉门')
  // 4×2 + 10×6 + 45×10 micro-dollars
  const byToken = { cost: '0.000518', usage_source: 'upstream', protocol: 'openai-transcriptions' }
  expect(await gateway.rowOf(response)).toMatchObject({ ...byToken, usage: { input: 4, audio_in: 10, output: 45 } })
  const streamed = await client.audio.transcriptions.create({ model: 'm', file, stream: true }).withResponse()
  const types: string[] = []
  for await (const { type } of streamed.data) types.push(type)
  expect(types).toEqual(['transcript.text.delta', 'transcript.text.done'])
  expect(await gateway.rowOf(streamed.response)).toMatchObject({ ...byToken, stream: true })
  const bySecond = await client.audio.translations.create({ model: 'old', file }).withResponse()
  // 9×6 micro-dollars and a request
  expect(await gateway.rowOf(bySecond.response)).toMatchObject({ cost: '0.010054', usage: { audio_in: 9 } })
  const subtitles = await client.audio.transcriptions
    .create({ model: 'old', file, response_format: 'srt' })
    .withResponse()
  expect(subtitles.data).toContain('-->')
  // 20×6 and 8×10 micro-dollars, and a request
  expect(await gateway.rowOf(subtitles.response)).toMatchObject({ cost: '0.0102', usage_source: 'estimated' })
})

test('a transcript that tells nothing is billed by the length of the sound, however large its file is', async () => {
  // Half a minute of 16 kHz, which is put aside.
  const file = await toFile(wavOf(Buffer.alloc(960_000), 16_000), 'talk.wav')
  vendor.next({ type: 'text/plain', body: '玉门\n' })
  const asked = { model: 'whisper', file, response_format: 'text' } as const
  const { data, response } = await client.audio.transcriptions.create(asked).withResponse()
  expect(data).toBe('玉门\n')
  const told = { cost: '0.003', usage: { audio_in: 30 }, usage_source: 'estimated', status: 'succeeded' }
  expect(await gateway.rowOf(response)).toMatchObject(told)
  vendor.next({ body: '{"text":"玉门","usage":{"type":"duration","seconds":1e300}}' })
  const absurd = await client.audio.transcriptions.create({ model: 'whisper', file }).withResponse()
  // No more than a kilobyte a second can be: 960×100 micro-dollars.
  expect(await gateway.rowOf(absurd.response)).toMatchObject({ cost: '0.0961', usage_source: 'clamped' })
})

test.each(['/v1/rerank', '/v2/rerank', '/rerank'])('%s is billed by tokens or by searches', async (path) => {
  const body = (model: string) => JSON.stringify({ model, query: 'q', documents: ['a', 'b'] })
  const byToken = await gateway.post(path, body('m'))
  expect(await byToken.json()).toMatchObject({ results: [{ index: 0 }, { index: 1 }], usage: { total_tokens: 815 } })
  expect(await gateway.rowOf(byToken)).toMatchObject({ protocol: 'rerank', usage: { input: 815 }, cost: '0.00163' })
  const bySearch = await gateway.post(path, body('cohere'))
  expect(await bySearch.text()).toBe(vendor.last().sent.toString())
  expect(vendor.last().path).toBe('/v2/rerank')
  expect(await gateway.rowOf(bySearch)).toMatchObject({ usage: { input: 0, searches: 2 }, cost: '0.004' })
})

test('tokens are counted for nothing', async () => {
  const anthropic = new Anthropic({ apiKey: gateway.key, baseURL: gateway.origin, maxRetries: 0 })
  const asked = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }] }
  const { data, response } = await anthropic.messages.countTokens(asked).withResponse()
  expect(data.input_tokens).toBe(2095)
  expect(vendor.last().body.toString()).toBe(JSON.stringify({ ...asked, model: 'm-upstream' }))
  const row = await gateway.rowOf(response)
  expect(row).toMatchObject({
    protocol: 'anthropic-count-tokens',
    cost: '0',
    usage_source: 'none',
    status: 'succeeded',
  })
  await expect(anthropic.messages.countTokens({ ...asked, model: 'none' })).rejects.toMatchObject({
    status: 404,
    error: { type: 'error', error: { type: 'not_found_error' } },
  })
})

// What the vendor finds wrong is told in its own words; what the gateway finds wrong, in the dialect.
test('bad input is refused in every one of them, and nobody pays', async () => {
  const file = await toFile(PICTURE, 'a.png')
  const none = undefined as never
  const calls: Record<string, () => Promise<unknown>> = {
    embeddings: () => client.embeddings.create({ model: 'm', input: none }),
    completions: () => client.completions.create({ model: 'm', prompt: none }),
    moderations: () => client.moderations.create({ input: none }),
    generate: () => client.images.generate({ model: 'm', prompt: none }),
    edit: () => client.images.edit({ model: 'm', image: none, prompt: 'x' }),
    speech: () => client.audio.speech.create({ model: 'm', voice: 'alloy', input: none }),
    transcriptions: () => client.audio.transcriptions.create({ model: 'm', file: none }),
    nameless: () => client.audio.transcriptions.create({ model: none, file }),
  }
  for (const [name, call] of Object.entries(calls)) {
    const error = await call().catch((thrown: unknown) => thrown)
    expect(error, name).toMatchObject({ status: 400, error: { type: 'invalid_request_error' } })
    const id = error instanceof OpenAI.APIError ? (error.headers?.get('x-yumen-request-id') ?? '') : ''
    if (name !== 'nameless') expect(await gateway.row(id), name).toMatchObject({ cost: '0', http_status: 400 })
  }
  await expect(client.embeddings.create({ model: 'none', input: 'a' })).rejects.toMatchObject({ status: 404 })
  expect((await gateway.post('/v1/rerank', '{"model":"m"}')).status).toBe(400)
  expect((await gateway.post('/v1/rerank', '{"query":"q"}')).status).toBe(400)
  expect((await gateway.post('/v1/messages/count_tokens', '{"model":"m"}')).status).toBe(400)
  const type = { 'content-type': 'multipart/form-data; boundary=b0' }
  const cut = await gateway.post(
    '/v1/images/edits',
    '--b0\r\nContent-Disposition: form-data; name="model"\r\n\r\nm',
    type,
  )
  expect(await cut.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
})
