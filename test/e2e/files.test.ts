import Anthropic from '@anthropic-ai/sdk'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminCreateKey } from '../../src/contract/admin-keys.ts'
import { adminBookEntry } from '../../src/contract/accounts.ts'
import { adminCreateUser } from '../../src/contract/admin-users.ts'
import { adminCreateProvider } from '../../src/contract/providers.ts'
import { adminUsage, type RequestRow } from '../../src/contract/usage.ts'
import { type Keeper, OUTPUT_LINES, RESULT_LINES, startKeeper } from '../vendor/keeper.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'

let gateway: Gateway
let keepers: { a: Keeper; b: Keeper }
let users = 0

beforeAll(async () => {
  keepers = { a: await startKeeper('a'), b: await startKeeper('b') }
  gateway = await startGateway()
  for (const model of ['m', 'n']) await gateway.addModel(model)
  await addProvider('a', keepers.a, 1, { m: 'm-up' })
  await addProvider('b', keepers.b, 2, { n: 'n-up' })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await keepers.a[Symbol.asyncDispose]()
  await keepers.b[Symbol.asyncDispose]()
})
beforeEach(() => {
  keepers.a.tellUsage = true
})

async function addProvider(slug: string, keeper: Keeper, priority: number, routes: Record<string, string>) {
  await gateway.call(adminCreateProvider, {
    body: {
      slug,
      name: slug,
      preset: 'custom',
      priority,
      allow_private: true,
      credentials: [{ secret: VENDOR_SECRET }],
      endpoints: [
        { dialect: 'openai', base_url: `${keeper.origin}/v1`, protocols: ['responses', 'files', 'batches'] },
        { dialect: 'anthropic', base_url: keeper.origin, protocols: ['messages', 'batches'] },
      ],
      routes: Object.entries(routes).map(([model, upstream_name]) => ({ model, upstream_name })),
    },
  })
}

/** A user of their own, with the libraries as they would use them. */
async function someone(fields: { billing?: 'prepaid'; allow_models?: string[] } = {}) {
  users += 1
  const { billing, ...ofKey } = fields
  const { id } = await gateway.call(adminCreateUser, {
    body: { email: `user${users}@yumen.test`, name: 'user', ...(billing && { billing }) },
  })
  const { secret } = await gateway.call(adminCreateKey, { body: { user: id, name: 'key', ...ofKey } })
  const rows = async (): Promise<RequestRow[]> => {
    const span = {
      from: new Date(Date.now() - 3_600_000).toISOString(),
      to: new Date(Date.now() + 60_000).toISOString(),
    }
    return (await gateway.call(adminUsage.requests, { query: { ...span, user: [id] } })).items
  }
  return {
    id,
    secret,
    rows,
    openai: new OpenAI({ apiKey: secret, baseURL: `${gateway.origin}/v1`, maxRetries: 0 }),
    anthropic: new Anthropic({ authToken: secret, baseURL: gateway.origin, maxRetries: 0 }),
    get: (path: string, method = 'GET') =>
      fetch(gateway.origin + path, { method, headers: { authorization: `Bearer ${secret}` } }),
  }
}

const line = (model: string, id = 'a') =>
  `${JSON.stringify({ custom_id: id, method: 'POST', url: '/v1/chat/completions', body: { model, messages: [] } })}\n`

const upload = (openai: OpenAI, text: string, purpose: 'batch' | 'user_data' = 'batch') =>
  toFile(Buffer.from(text), 'in.jsonl').then((file) => openai.files.create({ file, purpose }))

const batchOf = (openai: OpenAI, input_file_id: string) =>
  openai.batches.create({ input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' })

test('a file goes to the provider of the model its requests name, with that provider’s name for it', async () => {
  const { openai } = await someone()
  const file = await upload(openai, line('n') + line('n', 'b'))
  expect(file.id).toMatch(/^file-b-/)
  expect(await (await openai.files.content(file.id)).text()).toBe(
    (line('n') + line('n', 'b')).replaceAll('"n"', '"n-up"'),
  )
  expect(keepers.b.calls.at(-1)?.headers.authorization).toBe(`Bearer ${VENDOR_SECRET}`)
})

test('a file for no model goes to the first provider that keeps files, as it is', async () => {
  const { openai } = await someone()
  const file = await upload(openai, line('n'), 'user_data')
  expect(file.id).toMatch(/^file-a-/)
  expect(await (await openai.files.content(file.id)).text()).toBe(line('n'))
})

test('files are seen, listed and deleted by their owner alone', async () => {
  const [mine, other] = [await someone(), await someone()]
  const files = [await upload(mine.openai, line('m')), await upload(mine.openai, line('n'))]
  const theirs = await upload(other.openai, line('m'))
  expect((await mine.openai.files.list()).data.map(({ id }) => id)).toEqual(files.map(({ id }) => id).toReversed())
  const seen = keepers.a.calls.length
  for (const [path, method] of [
    ['', 'GET'],
    ['/content', 'GET'],
    ['', 'DELETE'],
  ] as const) {
    const answer = await mine.get(`/v1/files/${theirs.id}${path}`, method)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: { code: 'object_not_found' } })
  }
  expect(keepers.a.calls).toHaveLength(seen)
  expect((await other.openai.files.retrieve(theirs.id)).id).toBe(theirs.id)
  const [first] = files
  expect((await mine.openai.files.delete(first?.id ?? '')).deleted).toBe(true)
  expect((await mine.get(`/v1/files/${first?.id}`)).status).toBe(404)
})

test('a provider that is down does not keep the others’ things from being listed', async () => {
  const { openai } = await someone()
  const kept = await upload(openai, line('m'))
  await gateway.addModel('o')
  {
    await using leaving = await startKeeper('c')
    await addProvider('c', leaving, 3, { o: 'o-up' })
    expect((await upload(openai, line('o'))).id).toMatch(/^file-c-/)
    expect((await openai.files.list()).data).toHaveLength(2)
  }
  expect((await openai.files.list()).data.map(({ id }) => id)).toEqual([kept.id])
})

test('a list is paged', async () => {
  const { openai } = await someone()
  const ids = [await upload(openai, line('m')), await upload(openai, line('m')), await upload(openai, line('m'))].map(
    ({ id }) => id,
  )
  const listed: string[] = []
  for await (const { id } of openai.files.list({ limit: 2 })) listed.push(id)
  expect(listed.toSorted()).toEqual(ids.toSorted())
})

test('a batch file is refused for a model its key may not use, or that is unknown', async () => {
  const { openai } = await someone({ allow_models: ['m'] })
  await expect(upload(openai, line('n'))).rejects.toMatchObject({ status: 404, code: 'model_not_found' })
  await expect(upload(openai, line('nobody'))).rejects.toMatchObject({ status: 404 })
  await expect(upload(openai, line('m') + line('n'))).rejects.toMatchObject({ status: 400 })
})

test('a batch runs where its file is, and is charged once at half the price when it is seen finished', async () => {
  const { openai, rows } = await someone()
  const file = await upload(openai, line('n'))
  const batch = await batchOf(openai, file.id)
  expect(batch.id).toMatch(/^batch_b_/)
  expect(await openai.batches.retrieve(batch.id)).toMatchObject({ status: 'in_progress' })
  await expect.poll(rows).toHaveLength(1)
  expect((await rows())[0]).toMatchObject({ protocol: 'openai-batches', status: 'succeeded', cost: '0', model: 'n' })
  keepers.b.finish()
  const seen = await Promise.all([1, 2, 3].map(() => openai.batches.retrieve(batch.id)))
  expect(seen[0]).toMatchObject({ status: 'completed', usage: { input_tokens: 1000 } })
  expect((await openai.batches.list()).data).toHaveLength(1)
  await expect.poll(rows).toHaveLength(2)
  // (1000×2 + 100×10) / 2 micro-dollars
  const told = {
    protocol: 'openai-batches',
    cost: '0.0015',
    usage: { input: 1000, output: 100 },
    usage_source: 'upstream',
  }
  expect((await rows()).find(({ cost }) => cost !== '0')).toMatchObject({ ...told, status: 'succeeded' })
  const output = seen[0]?.output_file_id ?? ''
  expect(await (await openai.files.content(output)).text()).toBe(OUTPUT_LINES)
  expect((await (await someone()).get(`/v1/files/${output}/content`)).status).toBe(404)
})

test('a batch that tells no usage is charged by the lines of its output', async () => {
  const { openai, rows } = await someone()
  keepers.a.tellUsage = false
  const batch = await batchOf(openai, (await upload(openai, line('m'))).id)
  keepers.a.finish()
  await openai.batches.retrieve(batch.id)
  await expect.poll(async () => (await rows()).map(({ cost }) => cost).toSorted()).toEqual(['0', '0.00055'])
})

test('a batch of somebody else’s file, of a file nobody looked at or of videos, which tell no usage, is refused', async () => {
  const [mine, other] = [await someone(), await someone()]
  const theirs = await upload(other.openai, line('m'))
  await expect(batchOf(mine.openai, theirs.id)).rejects.toMatchObject({ status: 404 })
  const unseen = await upload(mine.openai, line('m'), 'user_data')
  await expect(batchOf(mine.openai, unseen.id)).rejects.toMatchObject({ status: 400 })
  const seen = { input_file_id: (await upload(mine.openai, line('m'))).id, completion_window: '24h' } as const
  const videos = mine.openai.batches.create({ ...seen, endpoint: '/v1/videos' })
  await expect(videos).rejects.toMatchObject({ status: 400 })
})

/** A line of a batch whose request reads a file. */
const reading = (model: string, file_id: string) => {
  const input = [{ role: 'user', content: [{ type: 'input_file', file_id }] }]
  return `${JSON.stringify({ custom_id: 'r', method: 'POST', url: '/v1/responses', body: { model, input } })}\n`
}

test('a request of a batch may name what is its owner’s alone, and goes to where that is kept', async () => {
  const [mine, other] = [await someone(), await someone()]
  const theirs = await upload(other.openai, line('n'))
  const own = await upload(mine.openai, line('n'))
  const calls = keepers.b.calls.length
  await expect(upload(mine.openai, line('n') + reading('n', theirs.id))).rejects.toMatchObject({
    status: 404,
    code: 'object_not_found',
  })
  const goingOn = { custom_id: 'g', url: '/v1/responses', body: { model: 'n', previous_response_id: 'resp_theirs' } }
  await expect(upload(mine.openai, JSON.stringify(goingOn))).rejects.toMatchObject({ status: 400 })
  const [request] = MESSAGES.requests
  const content = [{ type: 'document', source: { type: 'file', file_id: theirs.id } }]
  const asked = { ...request, params: { ...request?.params, messages: [{ role: 'user', content }] } }
  const headers = { authorization: `Bearer ${mine.secret}`, 'content-type': 'application/json' }
  const url = `${gateway.origin}/v1/messages/batches`
  const refused = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ requests: [asked] }) })
  expect(refused.status).toBe(404)
  expect(keepers.b.calls).toHaveLength(calls)
  expect((await upload(mine.openai, reading('n', own.id))).id).toMatch(/^file-b-/)
  await expect(upload(mine.openai, reading('m', own.id))).rejects.toMatchObject({ code: 'object_elsewhere' })
})

test('who has no money left gets no batch', async () => {
  const poor = await someone({ billing: 'prepaid' })
  const file = await upload(poor.openai, line('m'))
  await expect(batchOf(poor.openai, file.id)).rejects.toMatchObject({ status: 429, code: 'insufficient_quota' })
  await gateway.call(adminBookEntry, {
    params: { id: poor.id },
    body: { amount: '1', kind: 'topup', reason: 'test', idempotency_key: 'files-test-1' },
  })
  await expect.poll(async () => (await batchOf(poor.openai, file.id).catch(() => null))?.object).toBe('batch')
})

const MESSAGES = { requests: [{ custom_id: 'a', params: { model: 'm', max_tokens: 5, messages: [] } }] }

test('a message batch is charged before its results are seen, which are fetched from here', async () => {
  const { anthropic, rows } = await someone()
  const batch = await anthropic.messages.batches.create(MESSAGES)
  const made = keepers.a.calls.findLast(({ method, path }) => method === 'POST' && path === '/v1/messages/batches')
  expect(made?.body.toString()).toContain('"model":"m-up"')
  keepers.a.finish()
  const seen = await anthropic.messages.batches.retrieve(batch.id)
  expect(seen.results_url).toBe(`/v1/messages/batches/${batch.id}/results`)
  const results: string[] = []
  for await (const result of await anthropic.messages.batches.results(batch.id)) results.push(JSON.stringify(result))
  expect(results.map((text) => `${text}\n`).join('')).toBe(RESULT_LINES)
  const told = { protocol: 'anthropic-batches', cost: '0.00055', usage: { input: 300, output: 50 } }
  await expect.poll(async () => (await rows()).find(({ cost }) => cost !== '0')).toMatchObject(told)
  expect(await rows()).toHaveLength(2)
  expect((await (await someone()).get(`/v1/messages/batches/${batch.id}/results`)).status).toBe(404)
})

test('results that are asked for at once are charged too', async () => {
  const { anthropic, rows, get } = await someone()
  const batch = await anthropic.messages.batches.create(MESSAGES)
  expect(await (await get(`/v1/messages/batches/${batch.id}/results`)).text()).toBe(RESULT_LINES)
  await expect.poll(async () => (await rows()).map(({ cost }) => cost).toSorted()).toEqual(['0', '0.00055'])
})

test('a response that is stored can be asked for by its owner, where it was made', async () => {
  const [mine, other] = [await someone(), await someone()]
  const { id } = await mine.openai.responses.create({ model: 'n', input: 'hi' })
  expect(id).toBe('resp_b')
  expect((await mine.openai.responses.retrieve(id)).id).toBe(id)
  expect((await mine.openai.responses.inputItems.list(id)).data).toEqual([])
  expect((await other.get(`/v1/responses/${id}`)).status).toBe(404)
  expect((await other.get(`/v1/responses/${id}`, 'DELETE')).status).toBe(404)
  await mine.openai.responses.delete(id)
  expect((await mine.get(`/v1/responses/${id}`)).status).toBe(404)
})

test('what is not kept here is refused cleanly', async () => {
  const { get } = await someone()
  for (const path of ['/v1/uploads', '/v1/uploads/u/parts', '/v1/containers', '/v1/conversations']) {
    const answer = await get(path, 'POST')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: { code: 'unknown_url' } })
  }
  expect((await get('/v1/batches', 'DELETE')).status).toBe(405)
  expect((await get('/files')).status).toBe(200)
})

test('Anthropic’s own files, at the path of OpenAI’s, are refused in Anthropic’s words where nobody keeps them', async () => {
  const { anthropic } = await someone()
  const file = await toFile(Buffer.from('a page'), 'a.txt')
  await expect(anthropic.beta.files.upload({ file })).rejects.toMatchObject({ status: 404, error: { type: 'error' } })
})

test('nobody without a key learns anything', async () => {
  for (const path of ['/v1/files', '/v1/batches/b', '/v1/responses/r'])
    expect((await fetch(gateway.origin + path)).status).toBe(401)
})
