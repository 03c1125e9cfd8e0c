import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminUsage } from '../../src/contract/usage.ts'
import { startVendor } from '../vendor/server.ts'
import { CHAT, idOf, startBetweenTwo, type TwoVendors } from './two-vendors.ts'

let stage: TwoVendors
beforeAll(async () => {
  stage = await startBetweenTwo()
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(() => stage.heal())

test.each([
  ['a status of the moment', { status: 503 }],
  ['too many requests', { status: 429 }],
  ['a refusal of our own key', { status: 401 }],
  ['our unpaid account', { status: 402 }],
  ['a reset before the headers', { cut: 'before-headers' as const }],
  ['a body cut before its end', { cut: { afterBytes: 40 } }],
  ['something that is no answer', { body: '<html>Bad gateway</html>' }],
])('after %s the next candidate is asked, and the caller sees one answer', async (_name, script) => {
  stage.first.script(script)
  const response = await stage.send(CHAT)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('from the second')
  const row = await stage.gateway.row(idOf(response))
  expect(row).toMatchObject({ status: 'succeeded', attempts_made: 2, provider: { name: 'second' } })
  expect(row.attempts.map(({ provider }) => provider)).toEqual(['first', 'second'])
})

test('an upstream that cannot be reached at all is passed over', async () => {
  const gone = await startVendor()
  await gone[Symbol.asyncDispose]()
  await stage.gateway.addModel('unreachable-first')
  await stage.gateway.addProvider({ slug: 'gone', vendor: gone, models: ['unreachable-first'], priority: 1 })
  await stage.gateway.addProvider({ slug: 'there', vendor: stage.second, models: ['unreachable-first'], priority: 2 })
  const response = await stage.send({ ...CHAT, model: 'unreachable-first' })
  expect(await response.text()).toContain('from the second')
})

test('a stream that breaks before any content is asked of the next candidate; the caller sees only one stream', async () => {
  stage.first.script({ cut: { atEvent: 1 } })
  const text = await (await stage.send({ ...CHAT, stream: true })).text()
  expect(text).toContain('from the second')
  expect(text.match(/"role":"assistant"/g)).toHaveLength(1)
})

test('after content has gone out no other candidate is asked: the failure is told in the dialect, and no [DONE] follows', async () => {
  stage.first.script({ text: ['one ', 'two ', 'three '], cut: { atEvent: 3 } })
  const asked = stage.second.served.length
  const response = await stage.send({ ...CHAT, stream: true })
  const text = await response.text()
  expect(text).toContain('one ')
  expect(text).toMatch(/data: \{"error":\{"message":"Connection lost: the upstream broke off\."[^\n]*\n\n$/)
  expect(text).not.toContain('[DONE]')
  expect(stage.second.served).toHaveLength(asked)
  const row = await stage.gateway.row(idOf(response))
  expect(row).toMatchObject({ status: 'failed', end: 'upstream_truncated', usage_source: 'estimated' })
  expect(row.usage.output).toBeGreaterThan(0)
})

test('the same failure in the Messages dialect is an error event without message_stop, and what was told so far is billed', async () => {
  stage.first.script({ text: ['one ', 'two ', 'three '], cut: { atEvent: 5 }, usage: { input: 40, output: 9 } })
  const response = await stage.send(
    { ...CHAT, max_tokens: 9, stream: true },
    { path: '/v1/messages', headers: { 'x-api-key': stage.key, 'anthropic-version': '2023-06-01' } },
  )
  const text = await response.text()
  expect(text).toMatch(/event: error\ndata: \{"type":"error","error":\{"type":"overloaded_error"/)
  expect(text).not.toContain('message_stop')
  expect(await stage.gateway.row(idOf(response))).toMatchObject({
    end: 'upstream_truncated',
    usage_source: 'partial',
    usage: { input: 40 },
  })
})

test('an event too large to be honest ends the stream with an error the caller can read', async () => {
  const event = 'data: {"choices":[{"index":0,"delta":{"content":"hi"}}]}\n\n'
  stage.first.script({
    body: `${event}data: ${'x'.repeat(17 * 1024 * 1024)}`,
    headers: { 'content-type': 'text/event-stream' },
  })
  const response = await stage.send({ ...CHAT, stream: true })
  const text = await response.text()
  expect(text.startsWith(event)).toBe(true)
  expect(text.slice(event.length)).toMatch(
    /^data: \{"error":\{"message":"Connection lost: the upstream broke off\."[^\n]*\n\n$/,
  )
  expect(await stage.gateway.row(idOf(response))).toMatchObject({
    end: 'upstream_truncated',
    error: { class: 'too_large' },
  })
})

test.each(['openai', 'anthropic'] as const)(
  'a stream cut at every byte ends in a valid way and settles once: %s',
  async (dialect) => {
    const path = dialect === 'openai' ? '/v1/chat/completions' : '/v1/messages'
    const headers = {
      authorization: `Bearer ${stage.key}`,
      ...(dialect === 'anthropic' && { 'anthropic-version': '2023-06-01' }),
    }
    const ask = () => stage.send({ ...CHAT, max_tokens: 9, stream: true }, { path, headers })
    stage.first.script({ text: ['你', '好'] })
    await (await ask()).text()
    const size = Buffer.byteLength(stage.first.served.at(-1)?.sent ?? '')
    expect(size).toBeGreaterThan(200)
    let begun = 0
    for (let afterBytes = 1; afterBytes < size; afterBytes += 7) {
      stage.first.script({ text: ['你', '好'], cut: { afterBytes } })
      await stage.gateway.recover()
      const response = await ask()
      const text = await response.text()
      // Nothing had been said: the second was asked, or so many were asked a second time already that nobody was.
      if (text.includes('from the second') || response.status !== 200) continue
      begun += 1
      const sent = stage.first.served.at(-1)?.sent.toString() ?? ''
      const told = /(?:event: error\n)?data: \{(?:"error":\{"message"|"type":"error").*\n\n$/.exec(text)
      const forwarded = told ? text.slice(0, told.index) : text
      // What was forwarded is a prefix of the vendor's bytes and whole events only; without its end it is followed by an error.
      expect(sent.startsWith(forwarded), `${afterBytes}`).toBe(true)
      expect(forwarded).toMatch(/\n\n$/)
      const complete = forwarded.includes(dialect === 'openai' ? '"finish_reason":"stop"' : 'message_stop')
      expect(told === null, `${afterBytes}: ${text}`).toBe(complete)
    }
    expect(begun).toBeGreaterThan(10)
  },
  60_000,
)

test("a caller's own mistake goes back byte for byte, and no other candidate is asked", async () => {
  const body =
    '{"error":{"message":"Unknown  parameter:\\u0020x","type":"invalid_request_error","param":"x","code":null}}'
  stage.first.script({ status: 400, body })
  const asked = stage.second.served.length
  const response = await stage.send(CHAT)
  expect(response.status).toBe(400)
  expect(await response.text()).toBe(body)
  expect(stage.second.served).toHaveLength(asked)
  expect(await stage.gateway.row(idOf(response))).toMatchObject({ status: 'failed', cost: '0', usage_source: 'none' })
})

test("an upstream's error that repeats our credential never reaches the caller", async () => {
  stage.first.script({ status: 400, echoCredential: true })
  stage.second.script({ status: 400, echoCredential: true })
  const text = await (await stage.send(CHAT)).text()
  expect(text).not.toContain('vendor-secret')
  expect(text).toContain('"error"')
})

test('when every candidate fails the caller gets one clear error in their dialect', async () => {
  stage.first.script({ status: 500 })
  stage.second.script({ status: 529 })
  const chat = await stage.send(CHAT)
  expect(chat.status).toBe(503)
  expect(await chat.json()).toMatchObject({ error: { type: 'server_error', code: 'upstream_failed' } })
  const messages = await stage.send(
    { ...CHAT, max_tokens: 5 },
    { path: '/v1/messages', headers: { 'x-api-key': stage.key } },
  )
  expect(messages.status).toBe(529)
  expect(await stage.gateway.row(idOf(messages))).toMatchObject({
    http_status: 529,
    error: { class: 'upstream_failed' },
  })
  expect(await messages.json()).toMatchObject({
    type: 'error',
    error: { type: 'overloaded_error' },
    request_id: idOf(messages),
  })
})

test('the caller leaving before the first byte cancels the upstream and costs nothing; leaving later costs what was delivered', async () => {
  stage.first.script({ delays: { firstEventMs: 60_000 } })
  const early = new AbortController()
  const before = stage.first.served.length
  const waiting = stage.send({ ...CHAT, stream: true }, { signal: early.signal }).catch(() => null)
  const served = await stage.first.arrival(before)
  early.abort()
  await waiting
  await served.done
  expect(served.aborted).toBe(true)

  stage.first.script({ endless: true, text: ['word '], delays: { eventMs: 5 } })
  const late = new AbortController()
  const response = await stage.send({ ...CHAT, stream: true }, { signal: late.signal })
  await response.body?.getReader().read()
  late.abort()
  const cut = await stage.first.arrival(before + 1)
  await cut.done
  expect(cut.aborted).toBe(true)
  const row = await stage.gateway.row(idOf(response))
  expect(row).toMatchObject({ status: 'cancelled', end: 'caller_gone', http_status: 499, usage_source: 'estimated' })
  expect(Number(row.cost)).toBeGreaterThan(0)
})

test('a refused request has a row too', async () => {
  const response = await stage.send({ ...CHAT, model: 'no-such-model' })
  expect(await stage.gateway.row(idOf(response))).toMatchObject({
    status: 'refused',
    http_status: 404,
    model: null,
    model_asked: 'no-such-model',
    cost: '0',
  })
  const { items } = await stage.gateway.call(adminUsage.requests, {
    query: { from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z', status: 'refused', limit: 1 },
  })
  expect(items).toHaveLength(1)
})
