import OpenAI from 'openai'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRealtimeVendor } from '../vendor/realtime.ts'
import { SOUND, startTranscriber } from '../vendor/transcriber.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'
import { addNarrow } from './narrow.ts'
import { startTlsFront, type TlsFront } from './tls-front.ts'

let vendor: Awaited<ReturnType<typeof startRealtimeVendor>>
let other: Vendor
let transcriber: Awaited<ReturnType<typeof startTranscriber>>
let gateway: Gateway
let front: TlsFront
let client: OpenAI

beforeAll(async () => {
  vendor = await startRealtimeVendor()
  transcriber = await startTranscriber()
  other = await startVendor({ secret: VENDOR_SECRET })
  gateway = await startGateway()
  front = await startTlsFront(gateway.origin)
  await gateway.addModel('m')
  await addNarrow(gateway, { origin: vendor.origin, offer: 'openai-realtime', model: 'm' })
  await gateway.addModel('asr')
  await addNarrow(gateway, { origin: transcriber.origin, offer: 'openai-realtime', model: 'asr' })
  for (const offer of ['anthropic-messages', 'gemini-generate'] as const) {
    await gateway.addModel(offer)
    await addNarrow(gateway, { origin: other.origin, offer, model: offer })
  }
  client = new OpenAI({ apiKey: (await gateway.addKey()).secret, baseURL: `${front.origin}/v1` })
})
afterAll(async () => {
  await front[Symbol.asyncDispose]()
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
  await transcriber[Symbol.asyncDispose]()
})

const converse = (model: string) => new OpenAIRealtimeWS({ model, options: { ca: front.certificate } }, client)

test('OpenAI’s library, which speaks TLS only, holds a conversation', async () => {
  const socket = converse('m')
  const said = Promise.withResolvers<string>()
  socket.on('error', said.reject)
  socket.on('session.created', () => socket.send({ type: 'response.create' }))
  let text = ''
  socket.on('response.output_text.delta', ({ delta }) => {
    text += delta
  })
  socket.on('response.done', ({ response }) => said.resolve(`${text} ${response.status}`))
  expect(await said.promise).toBe('hi completed')
  expect(vendor.heard.at(-1)).toMatchObject({
    url: '/v1/realtime?model=m-upstream',
    authorization: `Bearer ${VENDOR_SECRET}`,
  })
  socket.close()
})

test('OpenAI’s library has what is said written down, in a session without a model in its address', async () => {
  const socket = new OpenAIRealtimeWS({ intent: 'transcription', options: { ca: front.certificate } }, client)
  const heard = Promise.withResolvers<string>()
  socket.on('error', heard.reject)
  socket.on('session.created', () =>
    socket.send({
      type: 'session.update',
      session: { type: 'transcription', audio: { input: { transcription: { model: 'asr' } } } },
    }),
  )
  socket.on('session.updated', () => {
    socket.send({ type: 'input_audio_buffer.append', audio: SOUND.plain })
    socket.send({ type: 'input_audio_buffer.commit' })
  })
  socket.on('conversation.item.input_audio_transcription.completed', ({ transcript }) => heard.resolve(transcript))
  expect(await heard.promise).toBe('some words')
  expect(transcriber.heard.at(-1)).toMatchObject({ url: '/v1/realtime?intent=transcription' })
  socket.close()
})

test.each(['anthropic-messages', 'gemini-generate'])(
  'a model of %s, which holds no conversations of sound, is refused with where it is offered',
  async (model) => {
    const socket = converse(model)
    const refused = Promise.withResolvers<string>()
    socket.on('error', (error) => refused.resolve(error.message))
    expect(await refused.promise).toMatch(/No provider offers .* `\/v1\/chat\/completions`/)
  },
)
