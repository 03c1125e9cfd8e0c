import Anthropic, { toFile } from '@anthropic-ai/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCreateKey } from '../../src/contract/admin-keys.ts'
import { adminCreateUser } from '../../src/contract/admin-users.ts'
import { adminCreateProvider } from '../../src/contract/providers.ts'
import { type AnthropicKeeper, startAnthropicKeeper } from './anthropic-keeper.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'

let keepers: { a: AnthropicKeeper; b: AnthropicKeeper }
let gateway: Gateway
let users = 0
const life = new AsyncDisposableStack()

beforeAll(async () => {
  keepers = { a: life.use(await startAnthropicKeeper('a')), b: life.use(await startAnthropicKeeper('b')) }
  gateway = life.use(await startGateway())
  for (const model of ['both', 'only-a', 'only-b']) await gateway.addModel(model)
  for (const slug of ['a', 'b'] as const) {
    const facts = { slug, name: slug, preset: 'custom', allow_private: true, credentials: [{ secret: VENDOR_SECRET }] }
    const protocols = ['messages', 'files', 'batches'] as const
    const endpoints = [{ dialect: 'anthropic' as const, base_url: keepers[slug].origin, protocols: [...protocols] }]
    const routes = [{ model: 'both' }, { model: `only-${slug}` }]
    await gateway.call(adminCreateProvider, { body: { ...facts, priority: slug === 'a' ? 1 : 2, endpoints, routes } })
  }
})
afterAll(() => life.disposeAsync())

async function someone() {
  users += 1
  const { id } = await gateway.call(adminCreateUser, { body: { email: `user${users}@yumen.test`, name: 'user' } })
  const { secret } = await gateway.call(adminCreateKey, { body: { user: id, name: 'key' } })
  const anthropic = new Anthropic({ apiKey: secret, baseURL: gateway.origin, maxRetries: 0 })
  const upload = async (text: string, model?: string) =>
    anthropic.beta.files.upload(
      { file: await toFile(Buffer.from(text), 'a.txt', { type: 'text/plain' }), betas: ['files-api-2025-04-14'] },
      { headers: model === undefined ? {} : { 'x-yumen-model': model } },
    )
  const about = (model: string, fileId: string) => ({ model, max_tokens: 9, messages: messages(fileId) })
  return { secret, anthropic, files: anthropic.beta.files, upload, about }
}

const messages = (file_id: string) => [
  { role: 'user' as const, content: [{ type: 'document' as const, source: { type: 'file' as const, file_id } }] },
]

const MISSING = { status: 404, error: { type: 'error', error: { type: 'not_found_error' } } }

test('a file comes to the first who keeps files, with its bytes and the beta that was asked for', async () => {
  const { files, upload } = await someone()
  const file = await upload('a page')
  expect(file).toMatchObject({ id: expect.stringMatching(/^file_a/), filename: 'a.txt', size_bytes: 6, type: 'file' })
  const { method, url, headers } = keepers.a.calls.at(-1) ?? {}
  expect([method, url, headers?.['x-api-key']]).toEqual(['POST', '/v1/files', VENDOR_SECRET])
  expect(headers).toMatchObject({ 'anthropic-beta': 'files-api-2025-04-14', 'anthropic-version': expect.any(String) })
  expect(await files.retrieveMetadata(file.id)).toMatchObject({ id: file.id, mime_type: 'text/plain' })
  expect(await (await files.download(file.id)).text()).toBe('a page')
  expect(await files.delete(file.id)).toEqual({ id: file.id, type: 'file_deleted' })
  await expect(files.retrieveMetadata(file.id)).rejects.toMatchObject(MISSING)
})

test('a list has the caller’s own, page by page, also for libraries that go on after the last', async () => {
  const [mine, other] = [await someone(), await someone()]
  const ids = [await mine.upload('1'), await mine.upload('2', 'only-b'), await mine.upload('3')].map(({ id }) => id)
  await other.upload('theirs')
  const listed: string[] = []
  for await (const { id } of mine.files.list({ limit: 2 })) listed.push(id)
  expect(listed.toSorted()).toEqual(ids.toSorted())
  const headers = { 'x-api-key': mine.secret, 'anthropic-version': '2023-06-01' }
  const page = async (query: string): Promise<object> =>
    (await fetch(`${gateway.origin}/v1/files?${query}`, { headers })).json() as Promise<object>
  expect(await page('limit=2')).toMatchObject({ has_more: true, last_id: listed[1], next_page: listed[1] })
  expect(await page(`after_id=${listed[1]}`)).toMatchObject({ has_more: false, next_page: null })
  await expect(mine.files.list({ ids })).rejects.toMatchObject({ status: 400 })
})

test('somebody else’s file is none, asked for, named in a message or in a batch of them', async () => {
  const [mine, other] = [await someone(), await someone()]
  const { id } = await mine.upload('a page')
  const seen = keepers.a.calls.length
  await expect(other.files.retrieveMetadata(id)).rejects.toMatchObject(MISSING)
  await expect(other.files.download(id)).rejects.toMatchObject({ status: 404 })
  await expect(other.files.delete(id)).rejects.toMatchObject(MISSING)
  await expect(other.anthropic.beta.messages.create(other.about('both', id))).rejects.toMatchObject(MISSING)
  const requests = [{ custom_id: 'x', params: other.about('both', id) }]
  await expect(other.anthropic.beta.messages.batches.create({ requests })).rejects.toMatchObject(MISSING)
  expect(keepers.a.calls).toHaveLength(seen)
})

test('a message and a batch that name a file go to whoever keeps it', async () => {
  const { anthropic, upload, about } = await someone()
  const { id } = await upload('a page', 'only-b')
  expect(id).toMatch(/^file_b/)
  await anthropic.beta.messages.create(about('both', id))
  expect(keepers.b.calls.at(-1)).toMatchObject({ url: expect.stringMatching(/^\/v1\/messages/) })
  expect(keepers.b.calls.at(-1)?.body).toContain(id)
  const batch = await anthropic.beta.messages.batches.create({
    requests: [{ custom_id: 'x', params: about('both', id) }],
  })
  expect(batch.id).toBe('msgbatch_b')
  await expect(anthropic.beta.messages.create(about('only-a', id))).rejects.toMatchObject({ status: 400 })
})

test('Anthropic’s files are told from OpenAI’s by what their libraries say', async () => {
  const { secret, upload } = await someone()
  const { id } = await upload('a page')
  const authorization = `Bearer ${secret}`
  const asOpenai = await fetch(`${gateway.origin}/v1/files/${id}`, { headers: { authorization } })
  expect([asOpenai.status, await asOpenai.json()]).toMatchObject([404, { error: { code: 'object_not_found' } }])
  const own = { authorization, 'anthropic-version': '2023-06-01' }
  expect((await fetch(`${gateway.origin}/v1/files/${id}`, { headers: own })).status).toBe(200)
})

const FAILED = { status: 529, message: expect.not.stringContaining('vendor') }

test('a vendor that fails is told in Anthropic’s words, without its own', async () => {
  const { upload, files } = await someone()
  const { id } = await upload('a page')
  for (const keeper of [keepers.a, keepers.b]) keeper.fails = true
  try {
    await expect(upload('another')).rejects.toMatchObject(FAILED)
    await expect(files.retrieveMetadata(id)).rejects.toMatchObject(FAILED)
  } finally {
    for (const keeper of [keepers.a, keepers.b]) keeper.fails = false
    await gateway.recover()
  }
  expect((await files.list()).data.map((file) => file.id)).toEqual([id])
})
