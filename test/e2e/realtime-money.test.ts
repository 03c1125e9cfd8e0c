import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { adminBookEntry } from '../../src/contract/accounts.ts'
import { formatUsd, parseUsd } from '../../src/core/money.ts'
import { adminCreateProvider } from '../../src/contract/providers.ts'
import { adminPatchUser } from '../../src/contract/admin-users.ts'
import { getMe } from '../../src/contract/users.ts'
import { adminUsage } from '../../src/contract/usage.ts'
import { ENDLESS, SPOKEN, startRealtimeVendor } from '../vendor/realtime.ts'
import { hearing } from './hearing.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'
import { addNarrow } from './narrow.ts'

let vendor: Awaited<ReturnType<typeof startRealtimeVendor>>
let gateway: Gateway

beforeAll(async () => {
  vendor = await startRealtimeVendor()
  gateway = await startGateway()
  await gateway.addModel('m', { price: { input: '2', output: '10', audio_in: '6', audio_out: '20' } })
  await gateway.addModel('free', { price: { input: '0', output: '0' } })
  for (const model of ['m', 'free'])
    await addNarrow(gateway, { origin: vendor.origin, offer: 'openai-realtime', model })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
})

type Event = { type: string; error?: { code: string; event_id?: string } }

/** The session was closed before it began. */
class Closed extends Error {
  readonly code: number

  constructor(code: number) {
    super(`closed with ${code}`)
    this.code = code
  }
}

async function connect(secret: string, model = 'm') {
  const socket = new WebSocket(`${gateway.origin.replace('http', 'ws')}/v1/realtime?model=${model}`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  const { events, more } = hearing<Event>(socket)
  await once(socket, 'open')
  const until = async (type: string, times = 1) => {
    while (events.filter((event) => event.type === type).length < times) await more()
  }
  const closed = once(socket, 'close') as Promise<[number]>
  await Promise.race([until('session.created'), closed.then(([code]) => Promise.reject(new Closed(code)))])
  const heard = vendor.heard.at(-1)
  return {
    socket,
    events,
    until,
    closed,
    /** What the vendor was sent of a type. */
    sent: (type: string) => heard?.frames.filter(({ text }) => text.includes(`"${type}"`)).length,
    say: (type: string, facts: object = {}) => socket.send(JSON.stringify({ type, ...facts })),
  }
}

const endless = { response: { metadata: { length: ENDLESS.slice(1, -1) } } }
const around = () => ({
  from: new Date(Date.now() - 60_000).toISOString(),
  to: new Date(Date.now() + 60_000).toISOString(),
})
const rows = async (limit: number) => (await gateway.call(adminUsage.requests, { query: { ...around(), limit } })).items
const row = async () => (await rows(1))[0]
const onlyOne = () => gateway.addKey({ limits: [{ metric: 'requests', window: 'day', max: 1 }] })

/** How a session's upgrade is answered, in HTTP. */
async function refusedUpgrade(secret: string, query = 'model=m', headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${gateway.origin.replace('http', 'ws')}/v1/realtime?${query}`, {
    headers: { authorization: `Bearer ${secret}`, ...headers },
  })
  socket.on('error', () => undefined)
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  const body: unknown = JSON.parse(Buffer.concat(await response.toArray()).toString())
  return { status: response.statusCode, retryAfter: response.headers['retry-after'], body }
}

test('whoever has nothing left is refused at the upgrade, as by HTTP, and nobody is asked', async () => {
  const { id } = await gateway.call(getMe)
  const { secret } = await gateway.addKey()
  await gateway.call(adminPatchUser, { params: { id }, body: { billing: 'prepaid' } })
  const conversations = vendor.heard.length
  const asked = await fetch(`${gateway.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'accept-language': 'zh' },
    body: '{"model":"m","messages":[]}',
  })
  const refused = await refusedUpgrade(secret, 'model=m', { 'accept-language': 'zh' })
  const { error } = (await asked.json()) as { error: { code: string } }
  expect([error.code, asked.status]).toEqual(['insufficient_quota', 429])
  expect(refused).toMatchObject({ status: 429, body: { error } })
  // What costs nothing may be had, and by what a session transcribes is not known yet.
  for (const query of ['model=free', 'intent=transcription']) {
    const socket = new WebSocket(`${gateway.origin.replace('http', 'ws')}/v1/realtime?${query}`, [
      'realtime',
      `openai-insecure-api-key.${secret}`,
    ])
    const told = once(socket, 'message') as Promise<[Buffer]>
    await once(socket, 'open')
    expect(JSON.parse((await told)[0].toString())).toMatchObject({ type: 'session.created' })
    if (query === 'intent=transcription') {
      const closed = once(socket, 'close')
      const next = once(socket, 'message') as Promise<[Buffer]>
      const session = { audio: { input: { transcription: { model: 'm' } } } }
      socket.send(JSON.stringify({ type: 'session.update', session }))
      expect(JSON.parse((await next)[0].toString())).toMatchObject({ error: { code: 'balance_exhausted' } })
      expect((await closed)[0]).toBe(1008)
    }
    socket.close()
  }
  expect(vendor.heard.length).toBe(conversations + 1)
  await gateway.call(adminPatchUser, { params: { id }, body: { billing: 'unlimited' } })
})

test('a limit that is used up refuses the upgrade with its wait', async () => {
  const { secret } = await onlyOne()
  const { socket, say, until } = await connect(secret)
  say('response.create')
  await until('response.done')
  socket.close()
  await expect.poll(row).toMatchObject({ cost: '0.00124' })
  const refused = await refusedUpgrade(secret)
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'insufficient_quota' } } })
  expect(Number(refused.retryAfter)).toBeGreaterThan(0)
})

test('an answer that a limit stands against is never asked for, and ends the session', async () => {
  const { secret } = await onlyOne()
  const { events, sent, say, until, closed } = await connect(secret)
  say('response.create')
  await until('response.done')
  say('response.create', { event_id: 'second' })
  expect((await closed)[0]).toBe(1008)
  expect(events.at(-1)).toMatchObject({ type: 'error', error: { code: 'limit_reached_day' } })
  expect(sent('response.create')).toBe(1)
  await expect.poll(row).toMatchObject({ status: 'refused', end: 'limit', model: 'm', cost: '0' })
})

test('an answer that its upstream begins unasked, with no limit left for it, is cancelled, kept back, and charged', async () => {
  const { secret } = await onlyOne()
  const { events, sent, say, until, closed } = await connect(secret)
  say('response.create')
  await until('response.done')
  const before = events.length
  say('input_audio_buffer.append', { audio: SPOKEN })
  expect((await closed)[0]).toBe(1008)
  expect(events.slice(before)).toMatchObject([{ type: 'error', error: { code: 'limit_reached_day' } }])
  const end = { status: 'failed', end: 'limit', usage_source: 'upstream', cost: '0.00124' }
  await expect.poll(row).toMatchObject(end)
  expect(sent('response.cancel')).toBeGreaterThan(0)
})

test('what open answers of all sessions hold counts, for sound as for words', async () => {
  const { id } = await gateway.call(getMe)
  const { secret } = await gateway.addKey()
  await gateway.call(adminPatchUser, { params: { id }, body: { billing: 'prepaid' } })
  const { balance } = await gateway.call(getMe)
  // Room for one spoken answer of the usual thousand tokens, and for a written one beside it.
  const amount = formatUsd(30_000_000n - (parseUsd(balance ?? '0') ?? 0n))
  const body = { amount, kind: 'topup', reason: 'a test', idempotency_key: 'realtime-money' } as const
  await gateway.call(adminBookEntry, { params: { id }, body })
  const one = await connect(secret)
  const other = await connect(secret)
  one.say('response.create', endless)
  await one.until('response.output_text.delta')
  other.say('response.create')
  expect((await other.closed)[0]).toBe(1008)
  expect(other.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'balance_exhausted' } })
  expect(other.sent('response.create')).toBe(0)
  one.say('response.cancel')
  await one.until('response.done')
  await expect.poll(async () => (await gateway.call(getMe)).balance).toBe('0.02876')
  const third = await connect(secret)
  third.say('response.create')
  await third.until('response.done')
  for (const { socket } of [one, third]) socket.close()
  await gateway.call(adminPatchUser, { params: { id }, body: { billing: 'unlimited' } })
})

test('a session has a place at its upstream for as long as it lives, and one that is refused gives it back', async () => {
  await gateway.addModel('single')
  await gateway.call(adminCreateProvider, {
    body: {
      slug: 'single',
      name: 'single',
      preset: 'custom',
      allow_private: true,
      endpoints: [{ dialect: 'openai', base_url: `${vendor.origin}/v1`, protocols: ['realtime'], max_concurrency: 1 }],
      credentials: [{ secret: VENDOR_SECRET }],
      routes: [{ model: 'single' }],
    },
  })
  const [{ secret }, other] = [await onlyOne(), await gateway.addKey()]
  const first = await connect(secret, 'single')
  const conversations = vendor.heard.length
  await expect(connect(other.secret, 'single')).rejects.toMatchObject({ code: 1013 })
  expect(vendor.heard.length).toBe(conversations)
  first.say('response.create')
  await first.until('response.done')
  first.say('response.create')
  expect((await first.closed)[0]).toBe(1008)
  // The upstream's end is closed by then or at once after it.
  const again = async () => (await connect(other.secret, 'single')).socket.close()
  await expect
    .poll(() =>
      again()
        .then(() => 'open')
        .catch(() => 'full'),
    )
    .toBe('open')
})

test('what stands in the way for a moment is told, and the conversation goes on', async () => {
  const { secret } = await gateway.addKey({ limits: [{ metric: 'concurrency', max: 1 }] })
  const { socket, events, sent, say, until } = await connect(secret)
  say('response.create', endless)
  await until('response.output_text.delta')
  say('response.create', { event_id: 'second' })
  await until('error')
  expect(events.at(-1)).toMatchObject({ type: 'error', error: { code: 'rate_limited', event_id: 'second' } })
  say('response.cancel')
  await until('response.done')
  // The row of the first is in the journal when it is over; the one that was refused came after it.
  await expect.poll(() => rows(2)).toMatchObject([{ status: 'refused', cost: '0' }, { cost: '0.00124' }])
  say('response.create')
  await until('response.done', 2)
  expect(sent('response.create')).toBe(2)
  socket.close()
})
