import Anthropic from '@anthropic-ai/sdk'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getKey } from '../../src/contract/keys.ts'
import { type Keeper, startKeeper } from '../vendor/keeper.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { addKeeper } from './keeper-gateway.ts'

let gateway: Gateway
let keeper: Keeper
beforeAll(async () => {
  keeper = await startKeeper('a')
  gateway = await startGateway()
  await addKeeper(gateway, keeper)
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await keeper[Symbol.asyncDispose]()
})

type Limits = Exclude<Parameters<Gateway['addKey']>[0], undefined>['limits']

/** Somebody whose key has these limits, with the libraries as they would use them. */
async function limited(limits: Limits) {
  const { id, secret } = await gateway.addKey({ limits })
  const openai = new OpenAI({ apiKey: secret, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
  const anthropic = new Anthropic({ authToken: secret, baseURL: gateway.origin, maxRetries: 0 })
  const upload = async (purpose: 'batch' | 'user_data' = 'user_data') =>
    openai.files.create({ file: await toFile(Buffer.from(LINE), 'in.jsonl'), purpose })
  const used = async () => (await gateway.call(getKey, { params: { id } })).limits.map((limit) => limit.used)
  return { openai, anthropic, upload, used }
}

const LINE = JSON.stringify({ custom_id: 'a', url: '/v1/chat/completions', body: { model: 'm', messages: [] } })
const TOO_FAST = { status: 429, code: 'rate_limit_exceeded' }

test('a key of one request a minute uploads one file, and is told its pace', async () => {
  const { openai, anthropic, upload } = await limited([{ metric: 'requests', window: 'minute', max: 1 }])
  const before = keeper.calls.length
  const file = await toFile(Buffer.from(LINE), 'in.jsonl')
  const { data, response } = await openai.files.create({ file, purpose: 'user_data' }).withResponse()
  expect(response.headers.get('x-ratelimit-limit-requests')).toBe('1')
  expect(response.headers.get('x-ratelimit-remaining-requests')).toBe('0')
  const refused = await upload().catch((error: unknown) => error)
  expect(refused).toMatchObject(TOO_FAST)
  const { headers } = refused as InstanceType<typeof OpenAI.APIError>
  expect(Number(headers?.get('retry-after'))).toBeGreaterThan(0)
  expect(headers?.get('x-ratelimit-remaining-requests')).toBe('0')
  for (const call of [
    () => openai.files.list(),
    () => openai.files.retrieve(data.id),
    () => openai.files.content(data.id),
    () => openai.files.delete(data.id),
    () => openai.responses.retrieve('resp_1'),
    () => openai.batches.list(),
  ])
    await expect(call()).rejects.toMatchObject(TOO_FAST)
  await expect(anthropic.messages.batches.list()).rejects.toMatchObject({
    status: 429,
    error: { type: 'error', error: { type: 'rate_limit_error' } },
  })
  expect(keeper.calls).toHaveLength(before + 1)
})

test('a key of one request a minute reads one list of models, in any dialect', async () => {
  const { openai, anthropic } = await limited([{ metric: 'requests', window: 'minute', max: 1 }])
  const { response } = await openai.models.list().withResponse()
  expect(response.headers.get('x-ratelimit-limit-requests')).toBe('1')
  expect(response.headers.get('x-ratelimit-remaining-requests')).toBe('0')
  await expect(openai.models.list()).rejects.toMatchObject(TOO_FAST)
  await expect(openai.models.retrieve('m')).rejects.toMatchObject(TOO_FAST)
  const refused = await anthropic.models.list().catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 429, error: { type: 'error', error: { type: 'rate_limit_error' } } })
  const { headers } = refused as InstanceType<typeof Anthropic.APIError>
  expect(Number(headers?.get('retry-after'))).toBeGreaterThan(0)
  expect(headers?.get('anthropic-ratelimit-requests-remaining')).toBe('0')
})

test('a look at the models counts in no limit of a day', async () => {
  const { openai, used } = await limited([{ metric: 'requests', window: 'day', max: 1 }])
  for (let n = 0; n < 3; n += 1) await openai.models.list()
  expect(await used()).toEqual([0])
})

test('calls count among all requests of a day, but how a batch is doing may be asked as often as the minute allows', async () => {
  const day = { metric: 'requests', window: 'day', max: 4 } as const
  const { openai, upload, used } = await limited([day, { metric: 'concurrency', max: 1 }])
  const { id } = await upload('batch')
  const asked = { input_file_id: id, endpoint: '/v1/chat/completions', completion_window: '24h' } as const
  const batch = await openai.batches.create(asked)
  expect(await used()).toEqual([2, 0])
  for (let n = 0; n < 10; n += 1) await openai.batches.retrieve(batch.id)
  await openai.files.list()
  expect(await used()).toEqual([3, 0])
  // Charging it is a request of its own, though somebody is being told of it and no other may run beside that.
  keeper.finish()
  expect(await openai.batches.retrieve(batch.id)).toMatchObject({ status: 'completed' })
  expect(await used()).toEqual([4, 0])
  expect((await openai.batches.retrieve(batch.id)).status).toBe('completed')
  await expect(openai.files.list()).rejects.toMatchObject({ status: 429, code: 'insufficient_quota' })
})

test('calls have their place among what runs at once', async () => {
  const { openai, upload } = await limited([{ metric: 'concurrency', max: 1 }])
  const held = Promise.withResolvers<void>()
  keeper.held = held.promise
  const before = keeper.calls.length
  const first = upload()
  await expect.poll(() => keeper.calls.length).toBe(before + 1)
  await expect(openai.files.list()).rejects.toMatchObject(TOO_FAST)
  held.resolve()
  await first
  expect((await openai.files.list({ limit: 1 })).data).toHaveLength(1)
})

test('lists that find nothing ask once for each file, however often they are made', async () => {
  const { openai, upload } = await limited([])
  for (let n = 0; n < 12; n += 1) await upload()
  const all = (await openai.files.list({ limit: 100 })).data.length
  expect(all).toBeGreaterThan(10)
  const before = keeper.calls.length
  for (let n = 0; n < 5; n += 1) expect((await openai.files.list({ purpose: 'vision' })).data).toEqual([])
  // What a batch has made tells nothing of itself here, and is asked for by each.
  expect(keeper.calls.length - before).toBe(all + 5)
})
