import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminListProviders, adminPatchProvider } from '../../src/contract/providers.ts'
import { CHAT, idOf, startBetweenTwo, type TwoVendors } from './two-vendors.ts'

/** Every row of the table "end of a request" in docs/money.md. */

const STREAM = { ...CHAT, stream: true }
const MESSAGES = { path: '/v1/messages', headers: { 'anthropic-version': '2023-06-01' } }
const PRICE_NANOS = { input: 2_000, output: 10_000 }

let stage: TwoVendors
beforeAll(async () => {
  stage = await startBetweenTwo()
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(() => stage.heal())

async function drains(on: boolean): Promise<void> {
  const { items } = await stage.gateway.call(adminListProviders)
  for (const { id } of items) {
    const saved = await stage.gateway.call(adminPatchProvider, { params: { id }, body: { drain_on_abort: on } })
    expect(saved.drain_on_abort).toBe(on)
  }
}

const asAnthropic = () => ({ ...MESSAGES, headers: { ...MESSAGES.headers, 'x-api-key': stage.key } })
const ROW = (response: Response) => stage.gateway.row(idOf(response))
const usd = (nanos: number) => (nanos / 1e9).toFixed(9).replace(/0+$/, '')

/** Reads the first piece of a stream and leaves; answers what the vendor saw, and the row. */
async function readAndLeave(options: Parameters<TwoVendors['send']>[1] = {}, body: object = STREAM) {
  const leaving = new AbortController()
  const before = stage.first.served.length
  const response = await stage.send(body, { ...options, signal: leaving.signal })
  await response.body?.getReader().read()
  leaving.abort()
  const served = await stage.first.arrival(before)
  await served.done
  return { served, row: await ROW(response) }
}

test('refused: nothing', async () => {
  const row = await ROW(await stage.send({ ...CHAT, model: 'none' }))
  expect(row).toMatchObject({ status: 'refused', cost: '0', upstream_cost: '0', usage_source: 'none' })
})

test('sent, and nothing came back: nothing', async () => {
  stage.first.script({ cut: 'before-headers' })
  stage.second.script({ cut: 'before-headers' })
  const row = await ROW(await stage.send(STREAM))
  expect(row).toMatchObject({ status: 'failed', cost: '0', usage_source: 'none' })
  expect(row.attempts.length).toBeGreaterThan(0)
})

test.each([false, true])(
  'left before the first byte (drained: %s): nothing, and the upstream is cancelled',
  async (on) => {
    await drains(on)
    stage.first.script({ delays: { firstEventMs: 60_000 } })
    const leaving = new AbortController()
    const before = stage.first.served.length
    const waiting = stage.send(STREAM, { signal: leaving.signal }).catch(() => null)
    const served = await stage.first.arrival(before)
    leaving.abort()
    await waiting
    await served.done
    expect(served.aborted).toBe(true)
    await drains(false)
  },
)

test('left midway: what was delivered, and the upstream is cancelled', async () => {
  stage.first.script({ endless: true, text: ['word '], delays: { eventMs: 5 } })
  const { served, row } = await readAndLeave()
  expect(served.aborted).toBe(true)
  expect(row).toMatchObject({ end: 'caller_gone', status: 'cancelled', usage_source: 'estimated' })
  expect(row.usage.output).toBeGreaterThan(0)
  stage.first.script({ endless: true, text: ['word '], delays: { eventMs: 5 }, usage: { input: 40 } })
  const told = await readAndLeave(asAnthropic(), { ...STREAM, max_tokens: 90 })
  expect(told.row).toMatchObject({ end: 'caller_gone', usage_source: 'partial', usage: { input: 40 } })
})

test.each([
  ['a chat stream', () => ({}), STREAM],
  ['a stream of Messages', asAnthropic, { ...STREAM, max_tokens: 90 }],
])('left midway and drained: exactly what was used, of %s', async (_name, options, body) => {
  await drains(true)
  const text = Array.from({ length: 9 }, () => 'word ')
  stage.first.script({ text, delays: { eventMs: 20 }, usage: { input: 41, output: 13 } })
  const { served, row } = await readAndLeave(options(), body)
  expect(served.aborted).toBe(false)
  expect(row).toMatchObject({ end: 'caller_gone', status: 'cancelled', http_status: 499, usage_source: 'drained' })
  expect(row.usage).toMatchObject({ input: 41, output: 13 })
  expect(row.cost).toBe(usd(41 * PRICE_NANOS.input + 13 * PRICE_NANOS.output))
  await drains(false)
})

test('left midway, no stream: exactly what was used, whoever the provider is', async () => {
  stage.first.script({ text: 'word '.repeat(4_000_000), usage: { input: 41, output: 13 } })
  const { served, row } = await readAndLeave({}, CHAT)
  expect(served.aborted).toBe(false)
  expect(row).toMatchObject({ end: 'caller_gone', status: 'cancelled', http_status: 499, usage_source: 'drained' })
  expect(row.cost).toBe(usd(41 * PRICE_NANOS.input + 13 * PRICE_NANOS.output))
})

test.each([true, false])(
  'left when all was said but the usage, drained: %s: complete, and exactly what was used',
  async (on) => {
    await drains(on)
    stage.first.script({ text: ['one ', 'two '], delays: { eventMs: 40 }, usage: { input: 41, output: 13 } })
    const leaving = new AbortController()
    const before = stage.first.served.length
    const response = await stage.send(STREAM, { signal: leaving.signal })
    const reader = response.body?.getReader()
    for (let text = ''; !text.includes('"finish_reason":"stop"');)
      text += new TextDecoder().decode((await reader?.read())?.value)
    leaving.abort()
    const served = await stage.first.arrival(before)
    await served.done
    expect(served.aborted).toBe(false)
    const row = await ROW(response)
    expect(row).toMatchObject({ end: 'complete', status: 'succeeded', usage: { input: 41, output: 13 } })
    expect(['upstream', 'drained']).toContain(row.usage_source)
    await drains(false)
  },
)

test('left midway, and the upstream breaks while it is drained: what was read', async () => {
  await drains(true)
  stage.first.script({ text: ['one ', 'two ', 'three '], delays: { eventMs: 30 }, cut: { atEvent: 3 } })
  const { row } = await readAndLeave()
  expect(row).toMatchObject({ end: 'caller_gone', usage_source: 'estimated' })
  expect(row.usage.output).toBeGreaterThan(0)
  await drains(false)
})

test('the upstream broke midway: what was delivered', async () => {
  stage.first.script({ text: ['one ', 'two '], cut: { atEvent: 3 } })
  const broken = await stage.send(STREAM)
  await broken.text()
  expect(await ROW(broken)).toMatchObject({ end: 'upstream_truncated', usage_source: 'estimated' })
  stage.first.script({ text: ['one ', 'two '], cut: { atEvent: 4 }, usage: { input: 40, output: 9 } })
  await stage.gateway.recover()
  const told = await stage.send({ ...STREAM, max_tokens: 9 }, asAnthropic())
  await told.text()
  expect(await ROW(told)).toMatchObject({ end: 'upstream_truncated', usage_source: 'partial', usage: { input: 40 } })
})

test.each([
  ['done', true],
  ['length', true],
  ['done', false],
] as const)('it said that it ended, as %s, streamed: %s: what it told', async (stop, stream) => {
  stage.first.script({ stop, usage: { input: 30, output: 5 } })
  const response = await stage.send({ ...CHAT, stream })
  await response.text()
  expect(await ROW(response)).toMatchObject({ usage_source: 'upstream', usage: { input: 30, output: 5 } })
})

test('a 200 without usage: an estimate, which says so', async () => {
  stage.first.script({ usage: 'absent' })
  const response = await stage.send(CHAT)
  await response.text()
  const row = await ROW(response)
  expect(row).toMatchObject({ status: 'succeeded', usage_source: 'estimated' })
  expect(Number(row.cost)).toBeGreaterThan(0)
})
