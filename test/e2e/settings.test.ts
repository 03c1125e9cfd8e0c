import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPatchSettings, type SettingChanges } from '../../src/contract/admin-settings.ts'
import { adminCreateModel } from '../../src/contract/models.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { type Gateway, startGateway } from './gateway.ts'

let vendor: Vendor
let gateway: Gateway
let key: string
beforeAll(async () => {
  vendor = await startVendor()
  gateway = await startGateway()
  await gateway.addModel('m')
  await gateway.call(adminCreateModel, { body: { id: 'free', price: null } })
  await gateway.addProvider({ vendor, models: ['m', 'free'], slug: 'first' })
  await gateway.addProvider({ vendor, models: ['m'], slug: 'second', priority: 200 })
  key = (await gateway.addKey()).secret
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
})

const set = (values: SettingChanges) =>
  gateway.call(adminPatchSettings, { body: { values, password: 'correct horse battery staple' } })

async function ask(model = 'm', text = 'Hello') {
  const response = await fetch(`${gateway.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: text }] }),
  })
  await response.arrayBuffer()
  return response
}

// Each change is followed by one request and nothing between them: what the next request sees is all there is.
test('whether callers are told who answered is seen by the next request', async () => {
  expect((await ask()).headers.get('x-yumen-provider')).toBeNull()
  await set({ 'relay.tell_provider': true })
  expect((await ask()).headers.get('x-yumen-provider')).toBe('first')
  await set({ 'relay.tell_provider': null })
  expect((await ask()).headers.get('x-yumen-provider')).toBeNull()
})

test('the largest body is seen by the next request', async () => {
  const big = 'word '.repeat(300_000)
  expect((await ask('m', big)).status).toBe(200)
  await set({ 'relay.max_body_mib': 1 })
  expect((await ask('m', big)).status).toBe(413)
  await set({ 'relay.max_body_mib': null })
})

test('a model without a price is served once the operator allows it, and its row is marked', async () => {
  expect((await ask('free')).status).toBe(404)
  await set({ 'relay.allow_unpriced': true })
  const answer = await ask('free')
  expect(answer.status).toBe(200)
  const row = await gateway.row(answer.headers.get('x-yumen-request-id') ?? '')
  expect(row).toMatchObject({ cost: '0', bill: [] })
  expect(row.usage.output).toBeGreaterThan(0)
  await set({ 'relay.allow_unpriced': false })
  expect((await ask('free')).status).toBe(404)
})

test('how often a request is sent, and after how many failures an endpoint rests, are seen by the next request', async () => {
  await gateway.recover()
  vendor.script({ status: 500 })
  await set({ 'relay.max_attempts': 1, 'relay.breaker_failures': 1 })
  const attemptsOf = async (answer: Response) => {
    const { attempts } = await gateway.row(answer.headers.get('x-yumen-request-id') ?? '')
    return attempts.map(({ decision, reason }) => reason ?? decision)
  }
  expect(await attemptsOf(await ask())).toEqual(['chosen'])
  await set({ 'relay.max_attempts': 3 })
  expect(await attemptsOf(await ask())).toContain('breaker')
})
