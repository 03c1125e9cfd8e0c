import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminPatchSettings } from '../../src/contract/admin-settings.ts'
import { login } from '../../src/contract/auth.ts'
import { usageCapture } from '../../src/contract/captures.ts'
import { testKey } from '../../src/contract/keys.ts'
import type { PlaygroundProtocol } from '../../src/core/play.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { ADMIN } from './process-env.ts'

let vendor: Vendor
let gateway: Gateway
let token = ''
let keyId = ''
beforeAll(async () => {
  vendor = await startVendor()
  gateway = await startGateway()
  await gateway.addModel('m')
  await gateway.addProvider({ vendor, models: [['m', 'm-upstream']] })
  keyId = (await gateway.addKey()).id
  token = (await gateway.call(login, { body: ADMIN })).access_token
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
})
beforeEach(() => vendor.script({ text: ['one ', 'two ', 'three'] }))

const said = { role: 'user', content: 'hello' }
const BODIES: Record<PlaygroundProtocol, object> = {
  'openai-chat': { messages: [said] },
  'openai-responses': { input: [said] },
  'anthropic-messages': { max_tokens: 9, messages: [said] },
  'gemini-generate': { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] },
  'gemini-interactions': { store: false, input: 'hello' },
}

const play = (protocol: PlaygroundProtocol, more: object = {}, signal?: AbortSignal) =>
  fetch(`${gateway.origin}/api/playground`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ key_id: keyId, protocol, model: 'm', body: BODIES[protocol], ...more }),
    ...(signal && { signal }),
  })

const rowOf = (response: Response) => gateway.row(response.headers.get('x-yumen-request-id') ?? '')

test.each(Object.keys(BODIES) as PlaygroundProtocol[])(
  'a request in %s is streamed in that protocol, and booked on the key like any other',
  async (protocol) => {
    const response = await play(protocol)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const text = await response.text()
    for (const piece of ['one ', 'two ', 'three']) expect(text).toContain(piece)
    const row = await rowOf(response)
    expect(row).toMatchObject({ status: 'succeeded', protocol, stream: true, client: 'Playground', ip: '127.0.0.1' })
    expect(row.key.id).toBe(keyId)
    expect(Number(row.cost)).toBeGreaterThan(0)
  },
)

test('without a stream the whole answer comes at once', async () => {
  const response = await play('gemini-generate', { stream: false })
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(JSON.stringify(await response.json())).toContain('one two three')
})

test('whoever stops reading is charged for what came until then, and the upstream is let go', async () => {
  vendor.script({ text: ['word '], endless: true, delays: { eventMs: 10 } })
  const stop = new AbortController()
  const response = await play('openai-chat', {}, stop.signal)
  const reader = response.body?.getReader()
  await reader?.read()
  const served = vendor.served.at(-1)
  stop.abort()
  await served?.done
  expect(served?.aborted).toBe(true)
  const row = await rowOf(response)
  expect(row).toMatchObject({ status: 'cancelled', end: 'caller_gone' })
  expect(Number(row.cost)).toBeGreaterThan(0)
})

test('what the relay refuses is told with the id of its row', async () => {
  const response = await play('openai-chat', { model: 'nobody-has-it' })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'model_not_found' })
  expect(await rowOf(response)).toMatchObject({ status: 'refused', model_asked: 'nobody-has-it' })
})

test('whoever looks on sees a request begin and end, and can read it as soon as it has ended', async () => {
  const gone = new AbortController()
  const live = await fetch(`${gateway.origin}/api/usage/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: gone.signal,
  })
  const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader?.read())?.value ?? ''
  expect(text).toBe(':\n\n')
  const response = await play('openai-chat')
  await response.text()
  const id = response.headers.get('x-yumen-request-id') ?? ''
  while (!text.includes('"status":"succeeded"')) text += (await reader?.read())?.value ?? ''
  const rows = [...text.matchAll(/^data: (.*)$/gm)].map(
    ([, data = '']) => JSON.parse(data) as { id: string; status: string },
  )
  expect(rows.filter((row) => row.id === id).map(({ status }) => status)).toEqual(['running', 'succeeded'])
  const stored = await fetch(`${gateway.origin}/api/usage/requests/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(stored.status).toBe(200)
  gone.abort()
})

test('what is said in the playground, and in the test of a key, is kept as of any other request, refusals too', async () => {
  await gateway.call(adminPatchSettings, { body: { values: { 'capture.level': 'FULL' }, password: ADMIN.password } })
  const kept = async (id: string) => {
    await expect.poll(async () => (await gateway.call(usageCapture, { params: { id } })).at).not.toBeNull()
    return gateway.call(usageCapture, { params: { id } })
  }
  const response = await play('anthropic-messages')
  const told = await response.text()
  const { path, request, answer } = await kept((await rowOf(response)).id)
  expect([path, request?.headers['user-agent']]).toEqual(['/v1/messages', 'yumen-playground'])
  expect(JSON.parse(request?.text ?? '')).toEqual({ ...BODIES['anthropic-messages'], model: 'm', stream: true })
  expect(answer).toMatchObject({ text: told, cut: false })

  const refused = await play('openai-chat', { model: 'nobody-has-it' })
  expect(await refused.json()).toMatchObject({ code: 'model_not_found' })
  const { answer: refusal } = await kept(refused.headers.get('x-yumen-request-id') ?? '')
  expect(JSON.parse(refusal?.text ?? '')).toMatchObject({ error: { code: 'model_not_found' } })

  const tried = await gateway.call(testKey, { params: { id: keyId }, body: {} })
  expect(tried.ok).toBe(true)
  expect((await kept(tried.request_id ?? '')).answer?.text).toContain('three')
})
