import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminPatchSettings } from '../../src/contract/admin-settings.ts'
import { adminListProviders } from '../../src/contract/providers.ts'
import { adminUsage } from '../../src/contract/usage.ts'
import { HOUR_MS } from '../../src/core/time.ts'
import { CHAT, idOf, startBetweenTwo, type TwoVendors } from './two-vendors.ts'

const PRICE_NANOS = { input: 2_000, output: 10_000 }
const ASKED = { ...CHAT, max_tokens: 90 }

let stage: TwoVendors
beforeAll(async () => {
  stage = await startBetweenTwo()
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(() => stage.heal())
afterEach(() => hedgeAfter(null))

const hedgeAfter = (ms: number | null) =>
  stage.gateway.call(adminPatchSettings, {
    body: { values: { 'relay.hedge_ms': ms, 'relay.tell_provider': ms !== null } },
  })

const CHATS = { path: '/v1/chat/completions' }
const asAnthropic = () => ({
  path: '/v1/messages',
  headers: { 'x-api-key': stage.key, 'anthropic-version': '2023-06-01' },
})

test.each([
  ['a stream', () => CHATS, { ...ASKED, stream: true }],
  ['a whole answer', () => CHATS, ASKED],
  ['a stream of Messages', asAnthropic, { ...ASKED, stream: true }],
])('a slow upstream is overtaken, ended, and charged to nobody: %s', async (_name, options, body) => {
  await hedgeAfter(100)
  stage.first.script({ delays: { firstEventMs: 60_000 }, text: ['from the first'] })
  stage.second.script({ text: ['from the second'], usage: { input: 40, output: 9 } })
  const [slow, fast] = [stage.first.served.length, stage.second.served.length]
  const response = await stage.send(body, options())
  const text = await response.text()
  expect(text).toContain('from the second')
  expect(text).not.toContain('from the first')
  expect(response.headers.get('x-yumen-provider')).toBe('second')
  const overtaken = await stage.first.arrival(slow)
  await overtaken.done
  expect(overtaken.aborted).toBe(true)
  expect([stage.first.served.length - slow, stage.second.served.length - fast]).toEqual([1, 1])
  const row = await stage.gateway.row(idOf(response))
  const cost = ((40 * PRICE_NANOS.input + 9 * PRICE_NANOS.output) / 1e9).toFixed(5)
  expect(row).toMatchObject({
    status: 'succeeded',
    cost,
    upstream_cost: cost,
    attempts_made: 2,
    provider: { name: 'second' },
    usage: { input: 40, output: 9 },
  })
  expect(row.attempts.map(({ n, provider, decision, error }) => [n, provider, decision, error])).toEqual([
    [1, 'first', 'chosen', 'hedged'],
    [2, 'second', 'chosen', null],
  ])
  const { items } = await stage.gateway.call(adminListProviders)
  const { health } = items.find(({ slug }) => slug === 'first') ?? {}
  expect(health?.credentials.map(({ until }) => until)).toEqual([null])
  expect(health?.endpoints.map(({ breaker, in_flight }) => [breaker, in_flight])).toEqual(
    health?.endpoints.map(() => ['closed', 0]),
  )
})

test('each hedged request is charged once', async () => {
  await hedgeAfter(50)
  stage.first.script({ delays: { firstEventMs: 60_000 } })
  stage.second.script({ usage: { input: 1000, output: 100 } })
  const now = Date.now()
  const query = { from: new Date(now - HOUR_MS).toISOString(), to: new Date(now + HOUR_MS).toISOString() }
  const before = await stage.gateway.call(adminUsage.summary, { query })
  const ids = []
  for (let n = 0; n < 2; n += 1) {
    const response = await stage.send(ASKED)
    await response.arrayBuffer()
    ids.push(idOf(response))
  }
  const rows = await Promise.all(ids.map((id) => stage.gateway.row(id)))
  expect(rows.map(({ cost }) => cost)).toEqual(['0.003', '0.003'])
  const after = await stage.gateway.call(adminUsage.summary, { query })
  expect(after.current.requests - before.current.requests).toBe(2)
  expect(Number(after.current.cost) - Number(before.current.cost)).toBeCloseTo(0.006, 9)
})

test('off as it stands from the beginning, a slow upstream is waited for', async () => {
  stage.first.script({ delays: { firstEventMs: 300 }, text: ['from the first'] })
  const before = stage.second.served.length
  const response = await stage.send(ASKED)
  expect(await response.text()).toContain('from the first')
  expect(stage.second.served).toHaveLength(before)
})
