import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { adminPatchUser } from '../../src/contract/admin-users.ts'
import { adminUsage } from '../../src/contract/usage.ts'
import { getMe } from '../../src/contract/users.ts'
import { startRealtimeVendor } from '../vendor/realtime.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { addNarrow } from './narrow.ts'

let vendor: Awaited<ReturnType<typeof startRealtimeVendor>>
let gateway: Gateway

beforeAll(async () => {
  vendor = await startRealtimeVendor()
  gateway = await startGateway()
  await gateway.addModel('m', { price: { input: '2', output: '10', audio_in: '6', audio_out: '20' } })
  await gateway.addModel('gone', { price: { input: '2', output: '10' } })
  await addNarrow(gateway, { origin: vendor.origin, offer: 'openai-realtime', model: 'm' })
  await addNarrow(gateway, { origin: 'http://127.0.0.1:1', offer: 'openai-realtime', model: 'gone' })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
})

/** The requests of a key in full, the newest first. */
async function rowsOf(keyId: string) {
  const [from, to] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString())
  if (!from || !to) throw new Error('no times')
  const { items } = await gateway.call(adminUsage.requests, { query: { from, to, key: keyId, limit: 9 } })
  return Promise.all(items.map(({ id }) => gateway.row(id)))
}

/** Opens a conversation, and waits until it is refused. */
async function converse(secret: string, model: string) {
  const socket = new WebSocket(`${gateway.origin.replace('http', 'ws')}/v1/realtime?model=${model}`, {
    headers: { authorization: `Bearer ${secret}`, 'user-agent': 'OpenAI/JS 6.0.0' },
  })
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('close', resolve))
}

async function ask(secret: string, model: string) {
  const headers = { authorization: `Bearer ${secret}`, 'user-agent': 'OpenAI/JS 6.0.0' }
  const body = JSON.stringify({ model, messages: [] })
  await (await fetch(`${gateway.origin}/v1/chat/completions`, { method: 'POST', headers, body })).text()
}

test.each([
  ['nothing left', 'm', {}, { status: 'refused', end: 'limit', http_status: 429 }],
  ['a key that may not use the model', 'm', { allow_models: ['gone'] }, { error: { class: 'model_not_allowed' } }],
  ['a model that does not exist', 'nobody', {}, { error: { class: 'model_not_found' }, http_status: 404 }],
])('%s leaves the row in a conversation that it leaves in HTTP', async (name, model, key, told) => {
  const { id: userId } = await gateway.call(getMe)
  const { id, secret } = await gateway.addKey(key)
  const billing = name === 'nothing left' ? ('prepaid' as const) : ('unlimited' as const)
  await gateway.call(adminPatchUser, { params: { id: userId }, body: { billing } })
  await ask(secret, model)
  await expect.poll(() => rowsOf(id)).toHaveLength(1)
  await converse(secret, model)
  await expect.poll(() => rowsOf(id)).toHaveLength(2)
  const [talk, plain] = (await rowsOf(id)).map((row) => {
    const { status, end, error, http_status, model, model_asked, client, cost, attempts } = row
    return { status, end, error, http_status, model, model_asked, client, cost, attempts }
  })
  expect(talk).toMatchObject({ ...told, cost: '0', client: expect.any(String) })
  expect(talk).toEqual(plain)
  await gateway.call(adminPatchUser, { params: { id: userId }, body: { billing: 'unlimited' } })
})

test('a conversation that no provider opens is a row that failed, with who was asked', async () => {
  const { id, secret } = await gateway.addKey()
  await converse(secret, 'gone')
  await expect.poll(() => rowsOf(id)).toHaveLength(1)
  const [row] = await rowsOf(id)
  expect(row).toMatchObject({
    model: 'gone',
    status: 'failed',
    end: 'upstream_error',
    error: { class: 'upstream_failed' },
  })
  expect(row?.attempts).toMatchObject([{ decision: 'chosen', error: 'connect' }])
})
