import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { startGateway, type Gateway } from './gateway.ts'
import { CHAT, idOf } from './two-vendors.ts'

let vendor: Vendor
let gateway: Gateway
let key: string
/** How many calls the vendor had had when the test began. */
let before: number
const parts = new AsyncDisposableStack()

beforeAll(async () => {
  vendor = parts.use(await startVendor())
  gateway = parts.use(await startGateway())
  await gateway.addModel('m')
  await gateway.addModel('n')
  await gateway.addProvider({ slug: 'strict', vendor, models: ['m', 'n'] })
  key = (await gateway.addKey()).secret
})
beforeEach(() => {
  before = vendor.served.length
})
afterAll(() => parts.disposeAsync())

const STREAM = { ...CHAT, stream: true }
const send = (body: object, path = '/v1/chat/completions') =>
  fetch(gateway.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  })
const calls = () => vendor.served.slice(before).map(({ body }) => JSON.parse(body.toString()) as object)

/** How Mistral's servers refused a field they did not know. */
const REFUSED = {
  status: 422,
  body: '{"message":{"detail":[{"type":"extra_forbidden","loc":["body","stream_options","include_usage"]}]}}',
}
const ASKS = { stream_options: { include_usage: true } }

test('a vendor that refuses without the question as well has refused the caller’s request, in its own words', async () => {
  vendor.queue(REFUSED, { status: 400, body: '{"error":{"message":"no"}}' })
  const refused = await send(STREAM)
  expect([refused.status, await refused.text()]).toEqual([400, '{"error":{"message":"no"}}'])
  expect(calls()).toEqual([{ ...STREAM, ...ASKS }, STREAM])
  await (await send(STREAM)).text()
  expect(calls()[2]).toEqual({ ...STREAM, ...ASKS })
})

test('what else a caller puts into the options is theirs', async () => {
  vendor.queue(REFUSED)
  const refused = await send({ ...STREAM, stream_options: { include_usage: true, every: 2 } })
  expect([refused.status, await refused.text()]).toEqual([422, REFUSED.body])
  expect(calls()).toHaveLength(1)
})

test('a vendor that refuses to be asked for the usage of a stream is asked without, from then on at once', async () => {
  vendor.queue(REFUSED)
  const answered = await send(STREAM)
  expect(await answered.text()).toMatch(/Hello.*\[DONE\]/s)
  expect(calls()).toEqual([{ ...STREAM, ...ASKS }, STREAM])
  const row = await gateway.row(idOf(answered))
  expect(row).toMatchObject({ status: 'succeeded', usage_source: 'estimated' })
  expect(row.attempts).toMatchObject([{ error: null, http_status: 200 }])
  expect(row.usage.output).toBeGreaterThan(0)

  await (await send({ ...STREAM, ...ASKS })).text()
  const told = await send({ ...STREAM, max_tokens: 50 }, '/v1/messages')
  expect(await told.text()).toContain('message_stop')
  expect(calls()).toHaveLength(4)
  for (const call of calls().slice(2)) expect(call).not.toHaveProperty('stream_options')

  // Another model of the same endpoint may be served by another program.
  await (await send({ ...STREAM, model: 'n' })).text()
  expect(calls()[4]).toMatchObject(ASKS)
})
