import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminBookEntry } from '../../src/contract/accounts.ts'
import { adminPatchUser } from '../../src/contract/admin-users.ts'
import { getKey, patchKey } from '../../src/contract/keys.ts'
import type { LimitInput } from '../../src/contract/limits.ts'
import { getMe } from '../../src/contract/users.ts'
import { formatUsd, parseUsd } from '../../src/core/money.ts'
import { roughTokens } from '../../src/metering/tokenizer/request-text.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { type Gateway, PRICE, startGateway } from './gateway.ts'
import { idOf } from './two-vendors.ts'

/** What a token costs at the price that `addModel` sets, in nano-dollars. */
const IN_NANOS = 2_000n
const CACHED_NANOS = 4_000n
const OUT_NANOS = 10_000n
const CROWD = 500
const WORDS = 20

let vendor: Vendor
let gateway: Gateway
beforeAll(async () => {
  vendor = await startVendor()
  gateway = await startGateway()
  for (const id of ['m', 'long', 'fifty', 'brief']) await gateway.addModel(id, id === 'fifty' ? { max_output: 50 } : {})
  await gateway.addModel('searching', { max_output: 50, price: { ...PRICE, per_search: '0.01' } })
  const searching = { ...PRICE, per_search: '0.01' }
  await gateway.addModel('sonar-deep-research', { max_output: 50, price: searching, aliases: ['thorough'] })
  await gateway.addProvider({ vendor, models: ['m', 'long', 'fifty', 'brief', 'searching', 'sonar-deep-research'] })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
})

type Asked = { model?: string; max_tokens?: number; stream?: boolean; tools?: object[] }

const bodyOf = ({ model = 'm', ...rest }: Asked) =>
  JSON.stringify({ model, messages: [{ role: 'user', content: 'Say something.' }], stream: true, ...rest })

function send(key: string, asked: Asked = {}, path = '/v1/chat/completions', agent = 'test'): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key, 'accept-language': 'en', 'user-agent': agent }
  return fetch(gateway.origin + path, { method: 'POST', headers, body: bodyOf(asked) })
}

const words = (count: number) => Array.from({ length: count }, () => ' word')
const inputOf = (asked: Asked) => roughTokens(Buffer.from(bodyOf(asked)))
/** What a request costs that uses as many tokens in as are expected. */
const costOf = (asked: Asked, output: number) => BigInt(inputOf(asked)) * IN_NANOS + BigInt(output) * OUT_NANOS

type Crowd = { passed: number; whole: number; cut: number; refused: number; spent: bigint; overspent: bigint }

/** Five hundred at once with a key that may spend so much; what was spent is what the console says of the key. */
async function crowd(budget: bigint, mode: 'normal' | 'hard', asked: Asked): Promise<Crowd> {
  const { id, secret } = await gateway.addKey({
    limits: [{ metric: 'cost', window: 'total', max: formatUsd(budget), mode }],
  })
  const answers = await Promise.all(
    Array.from({ length: CROWD }, async () => {
      const response = await send(secret, asked)
      return { status: response.status, text: await response.text() }
    }),
  )
  const passed = answers.filter(({ status }) => status === 200)
  const cut = passed.filter(({ text }) => text.includes('"code":"insufficient_quota"'))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  const [limit] = (await gateway.call(getKey, { params: { id } })).limits
  expect(limit).toMatchObject({ metric: 'cost', held: '0' })
  const spent = parseUsd(String(limit?.used)) ?? -1n
  const overspent = spent > budget ? spent - budget : 0n
  const whole = passed.filter(({ text }) => text.endsWith('data: [DONE]\n\n')).length
  const counts = { passed: passed.length, whole, cut: cut.length, refused: CROWD - passed.length }
  return { ...counts, spent, overspent }
}

function report(name: string, budget: bigint, bound: bigint, { spent, overspent, ...counts }: Crowd): void {
  const money = { budget, spent, overspent, bound }
  const told = Object.entries({ ...counts, ...money }).map(([key, value]) => `${key} ${value}`)
  process.stdout.write(`Q1 ${name}: ${told.join(', ')}\n`)
}

test('of 500 at once on a budget for 10 that cost what is expected, 10 pass and nothing is overspent', async () => {
  const asked = { max_tokens: WORDS }
  vendor.script({ text: words(WORDS), usage: { input: inputOf(asked), output: WORDS } })
  const budget = 10n * costOf(asked, WORDS)
  const seen = await crowd(budget, 'normal', asked)
  report('normal, as expected', budget, 0n, seen)
  expect(seen).toMatchObject({ passed: 10, whole: 10, cut: 0, overspent: 0n })
})

test('answers ten times as long as usual overspend by less than one extension each', async () => {
  const asked = { model: 'long' }
  const usage = { input: inputOf(asked), output: WORDS }
  vendor.on('long', { text: words(WORDS), usage })
  const { secret } = await gateway.addKey()
  for (let i = 0; i < 32; i += 1) await (await send(secret, asked)).text()
  vendor.on('long', { text: words(10 * WORDS), usage: { ...usage, output: 10 * WORDS }, delays: { eventMs: 2 } })
  // The usual length is read from bins that are five per cent wide.
  const budget = 10n * costOf(asked, WORDS + 1)
  const seen = await crowd(budget, 'normal', asked)
  const bound = BigInt(seen.passed) * BigInt(WORDS) * OUT_NANOS
  report('normal, ten times longer', budget, bound, seen)
  expect(seen.passed).toBeGreaterThanOrEqual(10)
  expect(seen.cut).toBeGreaterThan(0)
  expect(seen.overspent).toBeLessThanOrEqual(bound)
})

test('a hard limit is not overspent by a nano-dollar, whatever the upstream sends', async () => {
  const asked = { model: 'fifty' }
  vendor.on('fifty', { text: [' word'], endless: true, delays: { eventMs: 1 }, usage: 'absent' })
  // At worst, all of the input is written to the cache for an hour.
  const budget = 10n * (BigInt(inputOf(asked)) * CACHED_NANOS + 50n * OUT_NANOS)
  const seen = await crowd(budget, 'hard', asked)
  report('hard, endless answers', budget, 0n, seen)
  expect(seen.passed).toBeGreaterThanOrEqual(10)
  expect(seen).toMatchObject({ cut: seen.passed, overspent: 0n })
})

test('a hard limit covers the searches a request may make, as many as it says or ten', async () => {
  vendor.on('searching', { text: 'hi' })
  const { secret } = await gateway.addKey({ limits: [{ metric: 'cost', window: 'total', max: '0.05', mode: 'hard' }] })
  const status = async (tool: object) => {
    const asked = {
      model: 'searching',
      max_tokens: 40,
      tools: [{ type: 'web_search_20260209', name: 'web_search', ...tool }],
    }
    const response = await send(secret, asked, '/v1/messages')
    await response.text()
    return response.status
  }
  expect([await status({}), await status({ max_uses: 5 }), await status({ max_uses: 3 })]).toEqual([429, 429, 200])
})

test('a hard limit covers what deep research reads, thinks and searches unasked, on cost and on tokens, by whatever name', async () => {
  vendor.on('sonar-deep-research', { text: 'hi' })
  const status = async (limit: object, model: string) => {
    const { secret } = await gateway.addKey({ limits: [{ window: 'total', mode: 'hard', ...limit } as LimitInput] })
    const response = await send(secret, { model, max_tokens: 40 })
    await response.text()
    return response.status
  }
  for (const model of ['sonar-deep-research', 'thorough']) {
    const cost = (max: string) => status({ metric: 'cost', max }, model)
    const tokens = (max: number) => status({ metric: 'tokens', max }, model)
    expect([await cost('3.8'), await cost('3.9'), await tokens(384_000), await tokens(385_000)], model).toEqual([
      429, 200, 429, 200,
    ])
  }
})

test('a stream that is cut says so in the dialect, and its row says why and what it cost', async () => {
  vendor.on('fifty', { text: [' word'], endless: true, delays: { eventMs: 1 }, usage: 'absent' })
  const { secret } = await gateway.addKey({ limits: [{ metric: 'tokens', window: 'day', max: 100, mode: 'hard' }] })
  const asked = { model: 'fifty', max_tokens: 40 }
  const response = await send(secret, asked, '/v1/messages')
  const text = await response.text()
  expect(text).toMatch(/event: error\ndata: \{"type":"error","error":\{"type":"billing_error","message":"A limit or /)
  const row = await gateway.row(idOf(response))
  expect(row).toMatchObject({ status: 'failed', end: 'limit', error: { class: 'limit_reached_midway' } })
  expect(row.usage.input + row.usage.output).toBeLessThanOrEqual(inputOf(asked) + 40)
  expect(Number(row.cost)).toBeGreaterThan(0)
})

test('limits by the minute are told in the headers of each dialect, and so is the wait of who is too fast', async () => {
  vendor.script({ text: 'hi' })
  const { secret } = await gateway.addKey({
    limits: [
      { metric: 'requests', window: 'minute', max: 2 },
      { metric: 'tokens', window: 'minute', max: 100_000 },
    ],
  })
  const openai = await send(secret, { max_tokens: 5 })
  await openai.text()
  expect(openai.headers.get('x-ratelimit-limit-requests')).toBe('2')
  expect(openai.headers.get('x-ratelimit-remaining-requests')).toBe('1')
  expect(openai.headers.get('x-ratelimit-reset-requests')).toMatch(/^(\d+s|\d+ms|1m0s)$/)
  expect(Number(openai.headers.get('x-ratelimit-remaining-tokens'))).toBeGreaterThan(99_000)
  const anthropic = await send(secret, { max_tokens: 5 }, '/v1/messages')
  await anthropic.text()
  expect(anthropic.headers.get('anthropic-ratelimit-requests-remaining')).toBe('0')
  expect(Date.parse(anthropic.headers.get('anthropic-ratelimit-tokens-reset') ?? '')).toBeGreaterThan(0)
  expect(anthropic.headers.has('x-ratelimit-limit-requests')).toBe(false)
  const refused = await send(secret)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('x-ratelimit-remaining-requests')).toBe('0')
  expect(await gateway.row(idOf(refused))).toMatchObject({ status: 'refused', end: 'limit', cost: '0' })
})

test('a day’s limit that is used up stops every client: no retry, and the time it starts again', async () => {
  const { secret } = await gateway.addKey({ limits: [{ metric: 'cost', window: 'day', max: '0' }] })
  const openai = await send(secret)
  expect(openai.status).toBe(429)
  expect(openai.headers.get('x-should-retry')).toBe('false')
  expect(Number(openai.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await openai.json()).toMatchObject({
    error: { type: 'insufficient_quota', code: 'insufficient_quota', message: expect.stringContaining('(UTC)') },
  })
  const anthropic = await send(secret, { max_tokens: 5 }, '/v1/messages')
  expect(anthropic.headers.get('x-should-retry')).toBe('false')
  expect(await anthropic.json()).toMatchObject({ error: { type: 'billing_error' } })
  const gemini = await send(secret, {}, '/v1beta/models/m:generateContent')
  expect(await gemini.json()).toMatchObject({
    error: { status: 'RESOURCE_EXHAUSTED', details: [{ violations: [{ quotaId: 'GatewayRequestsPerDay' }] }] },
  })
})

test.each([
  ['opencode/1.18.33 ai-sdk/openai-compatible', '/v1/chat/completions', 402],
  ['opencode/1.18.33', '/v1/messages', 402],
  ['QwenCode/0.24.4 (linux; x64)', '/v1/chat/completions', 402],
  ['Kilo-Code/7.7.9 ai-sdk/provider-utils/4.0.27', '/v1/chat/completions', 402],
  ['codex_exec/0.169.0', '/v1/responses', 429],
  ['OpenAI/JS 6.10.0', '/v1/chat/completions', 429],
])('%s is told at %s with %i that a limit is used up, and its row says 429', async (agent, path, status) => {
  const { secret } = await gateway.addKey({
    limits: [{ metric: 'cost', window: 'day', max: '0' }],
  })
  const refused = await send(secret, { max_tokens: 5 }, path, agent)
  expect(refused.status).toBe(status)
  expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining('used up') } })
  expect(await gateway.row(idOf(refused))).toMatchObject({ status: 'refused', end: 'limit', http_status: 429 })
})

test('a prepaid user spends what was paid in, and nothing more', async () => {
  const { id, email } = await gateway.call(getMe)
  const before = await gateway.call(adminPatchUser, { params: { id }, body: { billing: 'prepaid' } })
  expect(before).toMatchObject({ email, billing: 'prepaid' })
  const { secret } = await gateway.addKey()
  expect((await send(secret, { max_tokens: WORDS })).status).toBe(429)
  const asked = { max_tokens: WORDS }
  vendor.script({ text: words(WORDS), usage: { input: inputOf(asked), output: WORDS } })
  const { balance } = await gateway.call(getMe)
  const owed = -(parseUsd(balance ?? '0') ?? 0n)
  await gateway.call(adminBookEntry, {
    params: { id },
    body: {
      amount: formatUsd(owed + 2n * costOf(asked, WORDS)),
      kind: 'topup',
      reason: 'a test',
      idempotency_key: 'limits-test-1',
    },
  })
  for (const status of [200, 200, 429]) {
    const response = await send(secret, asked)
    expect(response.status).toBe(status)
    await response.text()
  }
  expect((await gateway.call(getMe)).balance).toBe('0')
  await gateway.call(adminPatchUser, { params: { id }, body: { billing: 'unlimited' } })
})

test('a limit that is made while requests run counts those that have just ended, too', async () => {
  const { id, secret } = await gateway.addKey()
  const asked = { model: 'brief' }
  const limits: LimitInput[] = [
    { metric: 'cost', window: 'total', max: '1', mode: 'normal', action: 'refuse' },
    { metric: 'requests', window: 'day', max: 100, mode: 'normal', action: 'refuse' },
  ]
  vendor.on('brief', { text: ['word'], usage: { input: 10, output: 1 } })
  const ask = async () => expect((await (await send(secret, asked)).text()).length).toBeGreaterThan(0)
  await Promise.all(Array.from({ length: 20 }, ask))
  await gateway.call(patchKey, { params: { id }, body: { limits } })
  const used = async () => (await gateway.call(getKey, { params: { id } })).limits.map((limit) => limit.used)
  const ofTwenty = [formatUsd(20n * (10n * IN_NANOS + OUT_NANOS)), 20]
  expect(await used()).toEqual(ofTwenty)
  await ask()
  expect(await used()).toEqual([formatUsd(21n * (10n * IN_NANOS + OUT_NANOS)), 21])
})
