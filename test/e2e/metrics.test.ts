import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseUsd } from '../../src/core/money.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { type Gateway, startGateway } from './gateway.ts'

const TOKEN = 'a-token-for-metrics-0001'

let vendor: Vendor
let gateway: Gateway
beforeAll(async () => {
  vendor = await startVendor()
  gateway = await startGateway({ METRICS_TOKEN: TOKEN })
  vendor.on('broken', { status: 500 })
  for (const id of ['m', 'broken']) await gateway.addModel(id)
  await gateway.addProvider({ vendor, models: ['m', 'broken'] })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
})

const scrape = (origin: string, authorization?: string, method = 'GET') =>
  fetch(`${origin}/metrics`, { method, headers: authorization === undefined ? {} : { authorization } })

/** The figures of a metric, by their labels. */
async function figuresOf(name: string): Promise<[labels: string, value: string][]> {
  const text = await (await scrape(gateway.origin, `Bearer ${TOKEN}`)).text()
  return [...text.matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)$`, 'gm'))].map(([, labels = '', value = '']) => [
    labels,
    value,
  ])
}

async function ask(key: string, model = 'm'): Promise<Response> {
  const response = await fetch(`${gateway.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Say something.' }] }),
  })
  await response.arrayBuffer()
  return response
}

test('what was asked is counted as its rows have it, to the nano-dollar, failures and refusals too', async () => {
  const { secret } = await gateway.addKey()
  const answered = await ask(secret)
  const { cost } = await gateway.row(answered.headers.get('x-yumen-request-id') ?? '')
  expect((await ask(secret, 'broken')).status).toBeGreaterThanOrEqual(500)
  const { secret: poor } = await gateway.addKey({
    limits: [{ metric: 'requests', window: 'total', max: 1, mode: 'hard' }],
  })
  expect((await ask(poor)).status).toBe(200)
  expect((await ask(poor)).status).toBe(429)

  // Whatever was charged is one series: of the model and the provider that answered.
  const charged = (await figuresOf('yumen_charged_usd_total')).map(([, value]) => parseUsd(value))
  expect(charged).toContain(2n * (parseUsd(cost) ?? 0n))
  expect(cost).not.toBe('0')
  const ended = (await figuresOf('yumen_requests_total')).map(([labels, value]) => [
    /status="(\w+)"/.exec(labels)?.[1],
    value,
  ])
  expect(Object.fromEntries(ended)).toEqual({ failed: '1', refused: '1', succeeded: '2' })
  const outcomes = (await figuresOf('yumen_attempts_total')).map(([labels]) => /outcome="(\w+)"/.exec(labels)?.[1])
  expect(new Set(outcomes)).toEqual(new Set(['answered', 'http_500']))
  expect(await figuresOf('yumen_ready')).toEqual([['', '1']])
})

test('only who has the token is told anything', async () => {
  for (const authorization of [undefined, '', `Bearer ${TOKEN}x`, TOKEN, `Basic ${TOKEN}`, 'Bearer '])
    expect([authorization, (await scrape(gateway.origin, authorization)).status]).toEqual([authorization, 401])
  const refused = await scrape(gateway.origin)
  expect(refused.headers.get('www-authenticate')).toBe('Bearer')
  expect(await refused.text()).not.toContain('yumen_')
  const told = await scrape(gateway.origin, `bearer ${TOKEN}`)
  expect([told.status, told.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect((await scrape(gateway.origin, `Bearer ${TOKEN}`, 'POST')).status).toBe(405)
})

test('without a token there are no metrics', async () => {
  await using closed = await startGateway()
  const answer = await scrape(closed.origin, 'Bearer undefined')
  expect([answer.status, await answer.text()]).toEqual([404, 'METRICS_TOKEN is not set\n'])
})
