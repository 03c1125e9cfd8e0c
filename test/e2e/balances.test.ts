import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCreateProvider, adminGetProvider, adminPatchProvider } from '../../src/contract/providers.ts'
import { descriptorOf } from '../../src/providers/all.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'
import { ADMIN } from './process-env.ts'

const TELLER = 'deepseek'
const PATH = descriptorOf(TELLER).balance?.path

let gateway: Gateway
const waiting: { secret: string; answer: ServerResponse }[] = []
const vendor = createServer((request, answer) => {
  if (request.method !== 'GET' || request.url !== PATH) return void answer.writeHead(404).end()
  waiting.push({ secret: request.headers.authorization ?? '', answer })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  gateway = await startGateway()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  vendor.closeAllConnections()
  vendor.close()
})

const addressOf = (path: string) => `http://127.0.0.1:${(vendor.address() as AddressInfo).port}${path}`

const addTeller = (to: Gateway) =>
  to.call(adminCreateProvider, {
    body: {
      slug: 'teller',
      name: 'Teller',
      preset: TELLER,
      allow_private: true,
      endpoints: [{ dialect: 'openai', base_url: addressOf('/v1') }],
      credentials: [{ secret: VENDOR_SECRET }],
      routes: [],
    },
  })

/** What the vendor is asked next, with which secret; it answers once it is told what is left. */
async function nextAsked() {
  await expect.poll(() => waiting.length).toBe(1)
  const [{ secret, answer }] = waiting.splice(0) as [(typeof waiting)[number]]
  const tell = (usd: string) => {
    const body = { is_available: true, balance_infos: [{ currency: 'USD', total_balance: usd }] }
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  return { secret, tell }
}

test('what is left of a new account is there in a moment, and that of another secret or path in its place', async () => {
  const made = await addTeller(gateway)
  const params = { id: made.id }
  const left = async () =>
    (await gateway.call(adminGetProvider, { params })).credentials.map(({ balance }) => balance?.amount)
  const first = await nextAsked()
  // The answer was there while the vendor still thinks.
  expect(await left()).toEqual([undefined])
  expect(first.secret).toBe(`Bearer ${VENDOR_SECRET}`)
  first.tell('12.50')
  await expect.poll(left).toEqual(['12.5'])

  const [{ id } = { id: '' }] = made.credentials
  const credentials = [{ id, secret: 'another-secret-0002' }]
  const changed = await gateway.call(adminPatchProvider, { params, body: { credentials } })
  expect(changed.credentials[0]?.balance).toBeNull()
  const second = await nextAsked()
  expect(second.secret).toBe('Bearer another-secret-0002')
  second.tell('7')
  await expect.poll(left).toEqual(['7'])

  await gateway.call(adminPatchProvider, { params, body: { note: 'nobody is asked for this' } })
  const endpoints = [{ dialect: 'openai' as const, base_url: addressOf('/v2') }]
  await gateway.call(adminPatchProvider, { params, body: { endpoints, password: ADMIN.password } })
  ;(await nextAsked()).tell('6')
  await expect.poll(left).toEqual(['6'])
  expect(waiting).toEqual([])
})

test('a gateway that ends while a vendor is asked does not wait for it', async () => {
  const other = await startGateway()
  await addTeller(other)
  await nextAsked()
  const began = performance.now()
  await other[Symbol.asyncDispose]()
  // A vendor is given ten seconds.
  expect(performance.now() - began).toBeLessThan(8_000)
})
