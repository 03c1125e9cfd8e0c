import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { adminCreateProvider } from '../../src/contract/providers.ts'
import { adminUsage } from '../../src/contract/usage.ts'
import { SOUND, startTranscriber } from '../vendor/transcriber.ts'
import { hearing } from './hearing.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'

let vendor: Awaited<ReturnType<typeof startTranscriber>>
let elsewhere: Awaited<ReturnType<typeof startTranscriber>>
let gateway: Gateway
let key: { id: string; secret: string }

beforeAll(async () => {
  vendor = await startTranscriber()
  elsewhere = await startTranscriber()
  gateway = await startGateway()
  await gateway.addModel('asr', { aliases: ['my-asr'], price: { input: '1', output: '2', audio_in: '3' } })
  await gateway.addModel('timed', { price: { audio_in: '100' } })
  await gateway.addModel('m', { price: { input: '2', output: '10' } })
  await gateway.addModel('secret-asr', { price: { audio_in: '1' } })
  await gateway.addModel('dear', { price: undefined })
  await gateway.addModel('other', { price: { audio_in: '1' } })
  await addProvider(vendor.origin, 'here', ['asr', 'timed', 'm', 'secret-asr', 'dear'])
  await addProvider(elsewhere.origin, 'elsewhere', ['other'])
  key = await gateway.addKey({ allow_models: ['asr', 'timed', 'm', 'dear', 'other'] })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
  await elsewhere[Symbol.asyncDispose]()
})

async function addProvider(origin: string, slug: string, models: readonly string[]) {
  await gateway.call(adminCreateProvider, {
    body: {
      slug,
      name: slug,
      preset: 'custom',
      allow_private: true,
      endpoints: [{ dialect: 'openai', base_url: `${origin}/v1`, protocols: ['realtime'] }],
      credentials: [{ secret: VENDOR_SECRET }],
      routes: models.map((model) => ({ model, upstream_name: `${model}-upstream` })),
    },
  })
}

type Event = { type: string; session?: object; error?: { code: string; message: string } }

async function connect(query: string, { secret = key.secret, headers = {} } = {}) {
  const socket = new WebSocket(`${gateway.origin.replace('http', 'ws')}/v1/realtime?${query}`, {
    headers: { authorization: `Bearer ${secret}`, ...headers },
  })
  const { events, more } = hearing<Event>(socket)
  await once(socket, 'open')
  const say = (type: string, facts: object = {}) => socket.send(JSON.stringify({ type, ...facts }))
  return {
    socket,
    events,
    say,
    hear: (sound: string) => {
      say('input_audio_buffer.append', { audio: sound })
      say('input_audio_buffer.commit')
    },
    until: async (type: string, times = 1) => {
      while (events.filter((event) => event.type.endsWith(type)).length < times) await more()
    },
  }
}

const transcription = (model: string) => ({ audio: { input: { transcription: { model, language: 'en' } } } })
const only = (model: string) => ({ session: { type: 'transcription', ...transcription(model) } })

/** A session that only transcribes, once its upstream has said by which model. */
async function transcribing(model: string, secret = key.secret) {
  const session = await connect('intent=transcription', { secret })
  await session.until('session.created')
  session.say('session.update', only(model))
  await session.until('session.updated')
  return session
}

const around = () => ({
  from: new Date(Date.now() - 60_000).toISOString(),
  to: new Date(Date.now() + 60_000).toISOString(),
})
const newest = async (limit = 1) => (await gateway.call(adminUsage.requests, { query: { ...around(), limit } })).items
const row = async () => (await newest())[0]
test('a session that only transcribes is told its model in the session, by any name, and each transcript is a row', async () => {
  const { socket, events, say, hear, until } = await connect('intent=transcription&model_hint=x')
  await until('session.created')
  expect(events).toMatchObject([{ session: { type: 'transcription', object: 'realtime.transcription_session' } }])
  say('session.update', only('my-asr'))
  hear(SOUND.plain)
  await until('transcription.completed')
  const [heard] = vendor.heard.slice(-1)
  expect(heard?.url).toBe('/v1/realtime?intent=transcription')
  expect(heard?.frames[0]).toBe(JSON.stringify({ type: 'session.update', ...only('asr-upstream') }))
  const types = ['session.created', 'session.updated', 'input_audio_buffer.committed']
  expect(events.map(({ type }) => type).slice(0, 3)).toEqual(types)
  expect(events[1]?.session).toEqual(only('my-asr').session)
  // 10×1 + 90×3 + 20×2 = 320 micro-dollars
  await expect.poll(row).toMatchObject({
    protocol: 'openai-realtime',
    model: 'asr',
    model_asked: 'my-asr',
    status: 'succeeded',
    usage_source: 'upstream',
    cost: '0.00032',
  })
  socket.close()
})

test('the older form is served as it is asked for, and begun seconds are charged', async () => {
  const { socket, events, say, hear, until } = await connect('intent=transcription', {
    headers: { 'openai-beta': 'realtime=v1' },
  })
  await until('transcription_session.created')
  say('transcription_session.update', { session: { input_audio_transcription: { model: 'timed' } } })
  hear(SOUND.plain)
  await until('transcription.completed')
  expect(events.map(({ type }) => type).slice(0, 2)).toEqual([
    'transcription_session.created',
    'transcription_session.updated',
  ])
  expect(vendor.heard.at(-1)?.frames[0]).toContain('"model":"timed-upstream"')
  await expect.poll(row).toMatchObject({ model: 'timed', usage: { audio_in: 3 }, cost: '0.0003' })
  socket.close()
})

test('the model that transcribes may be changed, and each transcript is charged by its own', async () => {
  const { socket, say, hear, until } = await transcribing('asr')
  hear(SOUND.plain)
  await until('transcription.completed')
  say('session.update', only('timed'))
  hear(SOUND.plain)
  await until('transcription.completed', 2)
  await expect.poll(async () => (await newest(2)).map(({ model }) => model)).toEqual(['timed', 'asr'])
  socket.close()
})

test.each([
  ['nobody', 'model_not_found'],
  ['secret-asr', 'model_not_allowed'],
  ['dear', 'model_unpriced'],
])('a session that only transcribes is not opened for the model %s', async (model, code) => {
  const before = vendor.heard.length
  const { socket, events, say } = await connect('intent=transcription')
  say('session.update', only(model))
  expect(await once(socket, 'close')).toEqual([1008, Buffer.from(code)])
  expect(events.at(-1)).toMatchObject({ type: 'error', error: { code } })
  expect(vendor.heard).toHaveLength(before)
})

test.each([
  ['sound', { type: 'input_audio_buffer.append', audio: 'AAAA' }],
  ['an update without a model', { type: 'session.update', session: { type: 'transcription' } }],
])('%s before the model is told asks nobody', async (_what, event) => {
  const { socket, events } = await connect('intent=transcription')
  socket.send(JSON.stringify(event))
  expect((await once(socket, 'close'))[0]).toBe(1008)
  expect(events.at(-1)).toMatchObject({ type: 'error', error: { code: 'transcriber_unnamed' } })
})

test.each([
  ['nobody', 'model_not_found'],
  ['secret-asr', 'model_not_allowed'],
  ['dear', 'model_unpriced'],
  ['other', 'transcriber_elsewhere'],
])('a conversation cannot have %s write down what it hears', async (model, code) => {
  const { socket, events, say, until } = await connect('model=m')
  await until('session.created')
  say('session.update', { session: { type: 'realtime', ...transcription(model) } })
  expect(await once(socket, 'close')).toEqual([1008, Buffer.from(code)])
  expect(events.at(-1)).toMatchObject({ type: 'error', error: { code } })
  expect(vendor.heard.at(-1)?.frames).toEqual([])
})

test('what is said in a conversation is written down by a model of any name of its own, and charged by its price', async () => {
  const { socket, events, say, hear, until } = await connect('model=m')
  say('session.update', { session: { type: 'realtime', model: 'm', ...transcription('my-asr') } })
  hear(SOUND.plain)
  await until('transcription.completed')
  expect(events[0]?.session).toEqual({ type: 'realtime', model: 'm' })
  expect(events[1]?.session).toMatchObject({ model: 'm', ...transcription('my-asr') })
  const [sent = '{}'] = vendor.heard.at(-1)?.frames ?? []
  expect(JSON.parse(sent)).toMatchObject({ session: { model: 'm-upstream', ...transcription('asr-upstream') } })
  await expect.poll(row).toMatchObject({ model: 'asr', model_asked: 'my-asr', cost: '0.00032' })
  socket.close()
})

test('sound that cannot be written down is a row that failed, costs nothing, and quotes nobody', async () => {
  const { socket, hear, until } = await transcribing('asr')
  hear(SOUND.noise)
  await until('transcription.failed')
  const error = { class: 'noise', message: expect.not.stringContaining(SOUND.noise) as unknown }
  await expect.poll(row).toMatchObject({ model: 'asr', status: 'failed', cost: '0', error })
  socket.close()
})

test('who leaves in the middle of words has them ended, and pays what its upstream then tells', async () => {
  const { socket, say, until } = await transcribing('asr')
  say('input_audio_buffer.append', { audio: SOUND.live })
  await until('transcription.delta')
  socket.close()
  const end = { end: 'caller_gone', usage_source: 'drained', cost: '0.00032' }
  await expect.poll(row).toMatchObject(end)
  expect(vendor.heard.at(-1)?.frames.at(-1)).toBe('{"type":"input_audio_buffer.commit"}')
})

test('words whose upstream ends the session are charged with their sound, by estimate', async () => {
  const { socket, hear, until } = await transcribing('asr')
  const closed = once(socket, 'close')
  hear(SOUND.last)
  await until('transcription.delta')
  expect((await closed)[0]).toBe(1000)
  await expect.poll(row).toMatchObject({ end: 'upstream_truncated', usage_source: 'estimated', status: 'failed' })
  expect(Number((await row())?.cost)).toBeGreaterThan(0)
})

test.each([
  ['with escapes in its type', 'input_audio_buffer.append', 'input_audio_buffer.appen\\u0064'],
  ['with escapes in a key', '"type"', '"typ\\u0065"'],
])('sound that is sent %s is counted', async (_how, word, written) => {
  const { socket, say } = await transcribing('asr')
  const closed = once(socket, 'close')
  const audio = `${Buffer.alloc(480_000).toString('base64')}`
  socket.send(JSON.stringify({ type: 'input_audio_buffer.append', audio }).replace(word, written))
  say('input_audio_buffer.commit')
  await closed
  await expect.poll(row).toMatchObject({ usage_source: 'estimated', usage: { audio_in: 101 } })
})

test('a limit that is used up stands against the next transcript, and ends the session', async () => {
  const { secret } = await gateway.addKey({ limits: [{ metric: 'requests', window: 'day', max: 1 }] })
  const { socket, events, hear, until } = await transcribing('asr', secret)
  hear(SOUND.plain)
  await until('transcription.completed')
  const closed = once(socket, 'close')
  const heard = events.length
  hear(SOUND.plain)
  expect((await closed)[0]).toBe(1008)
  expect(events.slice(heard)).toMatchObject([{ type: 'error', error: { code: 'limit_reached_day' } }])
  // Its upstream is at it as soon as its sound is in, and is to be paid.
  await expect.poll(row).toMatchObject({ end: 'limit', model: 'asr', usage_source: 'upstream', cost: '0.00032' })
})

test('words that go on for longer than a hard limit covers are cut off in their middle, and charged as far as they went', async () => {
  const limit = { metric: 'cost', window: 'day', max: '0.03', mode: 'hard' } as const
  const { secret } = await gateway.addKey({ limits: [limit] })
  const { socket, events, say, until } = await transcribing('timed', secret)
  const { input } = transcription('timed').audio
  say('session.update', { session: { audio: { input: { ...input, format: { type: 'audio/pcmu' } } } } })
  await until('session.updated', 2)
  const closed = once(socket, 'close')
  // A minute of a telephone's sound at a time.
  for (let n = 0; n < 6; n += 1) {
    say('input_audio_buffer.append', { audio: SOUND.live.repeat(80_000) })
    await Promise.race([until('transcription.delta', n + 1), closed])
  }
  expect((await closed)[0]).toBe(1008)
  expect(events.at(-1)).toMatchObject({ type: 'error', error: { code: 'limit_reached_midway' } })
  await expect.poll(row).toMatchObject({ end: 'limit', model: 'timed', usage_source: 'estimated' })
  const cost = Number((await row())?.cost)
  expect(cost).toBeGreaterThan(0.02)
  expect(cost).toBeLessThanOrEqual(0.03)
})
