import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { GoogleGenAI } from '@google/genai'
import { generateImage, generateSpeech, transcribe } from 'ai'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PICTURE, type SideVendor, SOUND, startSideVendor } from '../vendor/side.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'
import { addNarrow } from './narrow.ts'

// USD per million tokens.
const PRICE = { input: '2', output: '10', audio_in: '6', audio_out: '20', image_in: '8', image_out: '40' }
const OFFERS = ['gemini-generate', 'openai-images', 'openai-audio'] as const

let vendor: SideVendor
let gateway: Gateway
let openai: OpenAI
let google: GoogleGenAI
let key: string

beforeAll(async () => {
  vendor = await startSideVendor(VENDOR_SECRET)
  gateway = await startGateway()
  for (const offer of OFFERS) {
    await gateway.addModel(offer, { price: PRICE })
    await addNarrow(gateway, { origin: vendor.origin, offer, model: offer })
  }
  key = (await gateway.addKey()).secret
  openai = new OpenAI({ apiKey: key, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
  google = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: gateway.origin } })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
})

const rowOf = ({ headers }: { headers: Headers }) => gateway.row(headers.get('x-yumen-request-id') ?? '')
const sentJson = () => JSON.parse(vendor.last().body.toString()) as Record<string, unknown>
const wav = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), Buffer.alloc(64)])

test('OpenAI’s library gets a picture of a Gemini model, and pays for its tokens', async () => {
  const asked = { model: 'gemini-generate', prompt: 'a gate', size: '1536x1024', quality: 'high' } as const
  const { data, response } = await openai.images.generate(asked).withResponse()
  expect(Buffer.from(data.data?.[0]?.b64_json ?? '', 'base64').equals(PICTURE)).toBe(true)
  expect(data.usage).toMatchObject({ input_tokens: 20, output_tokens: 1290, total_tokens: 1310 })
  expect(data.output_format).toBe('png')
  expect(response.headers.get('x-yumen-dropped')).toBe('quality')
  expect(sentJson()).toMatchObject({
    contents: [{ role: 'user', parts: [{ text: 'a gate' }] }],
    generationConfig: { responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: '3:2' } },
  })
  // 20×2 + 1290×40 = 51640 micro-dollars
  const told = { protocol: 'openai-images', status: 'succeeded', cost: '0.05164', usage_source: 'upstream' }
  expect(await rowOf(response)).toMatchObject({ ...told, usage: { input: 20, image_out: 1290 } })
})

test('a picture is edited by a Gemini model, which is shown it', async () => {
  const image = await toFile(PICTURE, 'gate.png', { type: 'image/png' })
  const made = await openai.images.edit({ model: 'gemini-generate', prompt: 'in winter', image })
  expect(made.data).toHaveLength(1)
  const shown = { inlineData: { mimeType: 'image/png', data: PICTURE.toString('base64') } }
  expect(sentJson().contents).toEqual([{ role: 'user', parts: [{ text: 'in winter' }, shown] }])
})

test('a picture can be streamed although it comes whole', async () => {
  const stream = await openai.images.generate({ model: 'gemini-generate', prompt: 'a gate', stream: true })
  const types: string[] = []
  for await (const event of stream) types.push(event.type)
  expect(types).toEqual(['image_generation.completed'])
})

test.each([false, true])(
  'what a Gemini model will not draw is refused, and nobody is the worse for it (stream: %s)',
  async (stream) => {
    const asked = openai.images.generate({ model: 'gemini-generate', prompt: 'forbidden', stream })
    await expect(asked).rejects.toMatchObject({ status: 400, code: 'content_filter' })
    await expect(asked).rejects.toThrow('PROHIBITED_CONTENT')
    await openai.images.generate({ model: 'gemini-generate', prompt: 'a gate' })
  },
)

test('what Gemini has no place for is refused by its name', async () => {
  const several = openai.images.generate({ model: 'gemini-generate', prompt: 'a gate', n: 3 })
  await expect(several).rejects.toMatchObject({
    status: 400,
    code: 'not_translatable',
    message: expect.stringContaining('`n`'),
  })
  const spoken = openai.audio.speech.create({
    model: 'gemini-generate',
    input: 'x',
    voice: 'alloy',
    response_format: 'mp3',
  })
  await expect(spoken).rejects.toThrow('`wav` or `pcm`')
})

test('OpenAI’s library gets speech of a Gemini model, as a file or as samples', async () => {
  const asked = { model: 'gemini-generate', input: '玉门', voice: 'Puck', instructions: 'slowly' }
  const response = await openai.audio.speech.create(asked)
  const file = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-type')).toBe('audio/wav')
  expect(file.subarray(0, 4).toString()).toBe('RIFF')
  expect(file.subarray(44).equals(SOUND)).toBe(true)
  expect(sentJson()).toMatchObject({
    contents: [{ parts: [{ text: 'slowly: 玉门' }] }],
    generationConfig: { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Puck' } } } },
  })
  // 20×2 + 100×20 = 2040 micro-dollars
  expect(await rowOf(response)).toMatchObject({ cost: '0.00204', usage: { input: 20, audio_out: 100 } })
  const samples = await openai.audio.speech.create({ ...asked, voice: 'alloy', response_format: 'pcm' })
  expect(Buffer.from(await samples.arrayBuffer()).equals(SOUND)).toBe(true)
  expect(samples.headers.get('x-yumen-dropped')).toBe('voice')
})

test('a Gemini model writes down what it hears', async () => {
  const file = await toFile(wav, 'a.wav', { type: 'audio/wav' })
  const asked = { model: 'gemini-generate', file, language: 'zh' }
  const { data, response } = await openai.audio.transcriptions.create(asked).withResponse()
  expect(data.text).toBe('春风不度玉门关')
  expect(data.usage).toMatchObject({ type: 'tokens', input_tokens: 20, output_tokens: 9 })
  expect(vendor.last().body.toString()).toContain(`"data":"${wav.toString('base64')}"`)
  // 4×2 + 16×6 + 9×10 = 194 micro-dollars
  expect(await rowOf(response)).toMatchObject({ cost: '0.000194', usage: { input: 4, audio_in: 16, output: 9 } })
  const text = await openai.audio.transcriptions.create({ ...asked, response_format: 'text' })
  expect(text).toBe('春风不度玉门关\n')
  const types: string[] = []
  for await (const event of await openai.audio.transcriptions.create({ ...asked, stream: true })) types.push(event.type)
  expect(types).toEqual(['transcript.text.delta', 'transcript.text.done'])
  expect((await openai.audio.translations.create({ model: 'gemini-generate', file })).text).toBe('春风不度玉门关')
  expect(vendor.last().body.toString()).toContain('into English')
})

test('Google’s library gets a picture of OpenAI’s images, drawn or edited', async () => {
  const config = { responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: '16:9' } }
  const answer = await google.models.generateContent({ model: 'openai-images', contents: 'a gate', config })
  const data = Buffer.from('a picture').toString('base64')
  expect(answer.candidates?.[0]?.content?.parts).toEqual([{ inlineData: { mimeType: 'image/png', data } }])
  expect(answer.usageMetadata?.promptTokenCount).toBe(50)
  expect(vendor.last().path).toBe('/v1/images/generations')
  expect(sentJson()).toEqual({ model: 'm-upstream', prompt: 'a gate', size: '1536x1024' })
  const shown = { inlineData: { mimeType: 'image/png', data: PICTURE.toString('base64') } }
  const chunks = await google.models.generateContentStream({
    model: 'openai-images',
    contents: [{ role: 'user', parts: [shown, { text: 'in winter' }] }],
  })
  for await (const { candidates } of chunks) expect(candidates).toHaveLength(1)
  expect(vendor.last().path).toBe('/v1/images/edits')
  expect(vendor.last().body.includes(PICTURE)).toBe(true)
})

test('Google’s library gets the speech of OpenAI’s, and pays as its callers do', async () => {
  const answer = await google.models.generateContent({
    model: 'openai-audio',
    contents: '玉门',
    config: {
      responseModalities: ['AUDIO'],
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
    },
  })
  const { inlineData } = answer.candidates?.[0]?.content?.parts?.[0] ?? {}
  expect(inlineData?.mimeType).toBe('audio/L16;codec=pcm;rate=24000')
  expect(Buffer.from(inlineData?.data ?? '', 'base64').equals(SOUND)).toBe(true)
  expect(sentJson()).toEqual({ model: 'm-upstream', input: '玉门', voice: 'alloy', response_format: 'pcm' })
  const row = await gateway.row(answer.sdkHttpResponse?.headers?.['x-yumen-request-id'] ?? '')
  // 2×2 and, for 4096 bytes of samples, 2×20 micro-dollars
  expect(row).toMatchObject({ protocol: 'gemini-generate', cost: '0.000044', usage_source: 'estimated' })
})

test('the AI SDK draws, speaks and writes down across dialects', async () => {
  const ai = createOpenAI({ apiKey: key, baseURL: `${gateway.origin}/v1` })
  const image = await generateImage({ model: ai.image('gemini-generate'), prompt: 'a gate', maxRetries: 0 })
  expect(Buffer.from(image.image.uint8Array).equals(PICTURE)).toBe(true)
  const { audio } = await generateSpeech({
    model: ai.speech('gemini-generate'),
    text: 'x',
    outputFormat: 'wav',
    maxRetries: 0,
  })
  expect(audio.uint8Array.length).toBe(SOUND.length + 44)
  const heard = await transcribe({ model: ai.transcription('gemini-generate'), audio: wav, maxRetries: 0 })
  expect(heard.text).toBe('春风不度玉门关')
  const goo = createGoogleGenerativeAI({ apiKey: key, baseURL: `${gateway.origin}/v1beta` })
  const spoken = await generateSpeech({ model: goo.speech('openai-audio'), text: 'x', maxRetries: 0 })
  expect(spoken.audio.uint8Array.length).toBeGreaterThanOrEqual(SOUND.length)
})
