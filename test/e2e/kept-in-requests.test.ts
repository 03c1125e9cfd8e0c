import Anthropic from '@anthropic-ai/sdk'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCreateKey } from '../../src/contract/admin-keys.ts'
import { adminCreateUser } from '../../src/contract/admin-users.ts'
import { adminCreateProvider } from '../../src/contract/providers.ts'
import { type Keeper, startKeeper } from '../vendor/keeper.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'

let gateway: Gateway
let keepers: { a: Keeper; b: Keeper }
let users = 0

beforeAll(async () => {
  keepers = { a: await startKeeper('a'), b: await startKeeper('b') }
  gateway = await startGateway()
  for (const model of ['both', 'only-a', 'only-b']) await gateway.addModel(model)
  await addProvider('a', 1)
  await addProvider('b', 2)
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await keepers.a[Symbol.asyncDispose]()
  await keepers.b[Symbol.asyncDispose]()
})

async function addProvider(slug: 'a' | 'b', priority: number) {
  await gateway.call(adminCreateProvider, {
    body: {
      slug,
      name: slug,
      preset: 'custom',
      priority,
      allow_private: true,
      credentials: [{ secret: VENDOR_SECRET }],
      endpoints: [{ dialect: 'openai', base_url: `${keepers[slug].origin}/v1`, protocols: ['responses', 'files'] }],
      routes: [{ model: 'both' }, { model: `only-${slug}` }],
    },
  })
}

async function someone() {
  users += 1
  const { id } = await gateway.call(adminCreateUser, { body: { email: `user${users}@yumen.test`, name: 'user' } })
  const { secret } = await gateway.call(adminCreateKey, { body: { user: id, name: 'key' } })
  const openai = new OpenAI({ apiKey: secret, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
  const upload = async (model: string) =>
    openai.files.create(
      { file: await toFile(Buffer.from('a page'), 'a.txt'), purpose: 'user_data' },
      { headers: { 'x-yumen-model': model } },
    )
  const about = (model: string, fileId: string) =>
    openai.responses.create({
      model,
      input: [{ role: 'user', content: [{ type: 'input_file', file_id: fileId }] }],
    })
  return { openai, anthropic: new Anthropic({ apiKey: secret, baseURL: gateway.origin, maxRetries: 0 }), upload, about }
}

// First of all: this vendor has one id for all its answers, which belongs to whoever was given it first.
test('an answer is gone on from where it was made, by its owner alone', async () => {
  const [mine, other] = [await someone(), await someone()]
  expect((await mine.openai.responses.create({ model: 'only-b', input: 'hi' })).id).toBe('resp_b')
  const on = { model: 'both', input: 'and then?', previous_response_id: 'resp_b' }
  expect((await mine.openai.responses.create(on)).id).toBe('resp_b')
  await expect(other.openai.responses.create(on)).rejects.toMatchObject({ code: 'previous_response_not_found' })
  await expect(mine.openai.responses.create({ ...on, model: 'only-a' })).rejects.toMatchObject({
    code: 'object_elsewhere',
  })
  await expect(
    mine.openai.responses.create({ model: 'both', input: 'x', conversation: 'conv_1' }),
  ).rejects.toMatchObject({
    status: 404,
  })
})

test('an answer that was streamed is gone on from as well', async () => {
  const [mine, other] = [await someone(), await someone()]
  const stream = await mine.openai.responses.create({ model: 'only-b', input: 'hi', stream: true })
  for await (const event of stream)
    if (event.type === 'response.completed') expect(event.response.id).toBe('resp_b_streamed')
  const on = { model: 'both', input: 'and then?', previous_response_id: 'resp_b_streamed' }
  expect((await mine.openai.responses.create(on)).id).toBe('resp_b')
  await expect(other.openai.responses.create(on)).rejects.toMatchObject({ code: 'previous_response_not_found' })
})

test.each(['multipart/form-data', 'multipart/mixed; boundary=x', 'Multipart/Form-Data; boundary="'])(
  'what is somebody else’s stays theirs, though a request says that it is %s',
  async (type) => {
    const [mine, other] = [await someone(), await someone()]
    const { id } = await mine.upload('only-b')
    const headers = { 'content-type': type }
    const input = [{ role: 'user' as const, content: [{ type: 'input_file' as const, file_id: id }] }]
    await expect(other.openai.responses.create({ model: 'both', input }, { headers })).rejects.toMatchObject({
      code: 'object_not_found',
    })
    await expect(
      other.openai.responses.create({ model: 'both', input: 'x', previous_response_id: 'resp_b' }, { headers }),
    ).rejects.toMatchObject({ code: 'previous_response_not_found' })
  },
)

test('a request that names a file goes to whoever keeps it, although another would be asked first', async () => {
  const { openai, upload, about } = await someone()
  expect((await openai.responses.create({ model: 'both', input: 'hi' })).id).toBe('resp_a')
  const { id } = await upload('only-b')
  expect(id).toMatch(/^file-b-/)
  expect((await about('both', id)).id).toBe('resp_b')
})

test('a file is known by its id in every dialect that is translated', async () => {
  const { anthropic, upload } = await someone()
  const { id } = await upload('only-b')
  const asked = anthropic.beta.messages.create({
    model: 'both',
    max_tokens: 9,
    messages: [{ role: 'user', content: [{ type: 'document', source: { type: 'file', file_id: id } }] }],
  })
  await asked
  expect(keepers.b.calls.at(-1)?.body.toString()).toContain(`"file_id":"${id}"`)
})

test('a model that is not served where the file is kept is refused, and nobody is asked', async () => {
  const { upload, about } = await someone()
  const { id } = await upload('only-b')
  const before = keepers.a.calls.length
  await expect(about('only-a', id)).rejects.toMatchObject({ status: 400, code: 'object_elsewhere' })
  expect(keepers.a.calls).toHaveLength(before)
})

test('files of two providers do not go together', async () => {
  const { openai, upload } = await someone()
  const [one, other] = [await upload('only-a'), await upload('only-b')]
  const content = [one, other].map(({ id }) => ({ type: 'input_file' as const, file_id: id }))
  const asked = openai.responses.create({ model: 'both', input: [{ role: 'user', content }] })
  await expect(asked).rejects.toMatchObject({ status: 400, code: 'object_elsewhere' })
})

test('somebody else’s file is none', async () => {
  const [mine, other] = [await someone(), await someone()]
  const { id } = await mine.upload('both')
  await expect(other.about('both', id)).rejects.toMatchObject({ status: 404 })
  await expect(mine.about('both', 'file-unknown')).rejects.toMatchObject({ status: 404 })
})

test('a tool that is called with a `file_id` of its own asks nobody’s leave', async () => {
  const { anthropic } = await someone()
  const call = { type: 'tool_use' as const, id: 't1', name: 'open', input: { file_id: 'mine' } }
  const answer = await anthropic.messages.create({
    model: 'both',
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'open it' },
      { role: 'assistant', content: [call] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '{"file_id":"mine"}' }] },
    ],
  })
  expect(answer.type).toBe('message')
})
