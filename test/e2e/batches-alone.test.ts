import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI, { toFile } from 'openai'
import { expect, test } from 'vitest'
import { startApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { adminListProviders } from '../../src/contract/providers.ts'
import { adminCreateKey, adminDeleteKey } from '../../src/contract/admin-keys.ts'
import { adminCreateUser } from '../../src/contract/admin-users.ts'
import { adminCreateGroup, adminPatchGroup } from '../../src/contract/groups.ts'
import { adminGetProviderLimits, adminPutProviderLimits } from '../../src/contract/upstream-limits.ts'
import { adminDeleteModel, adminPatchModel } from '../../src/contract/models.ts'
import { startKeeper } from '../vendor/keeper.ts'
import { connectGateway, type Gateway, startGateway } from './gateway.ts'
import { addKeeper, costs, lookedAfter, messageBatch, SILENT } from './keeper-gateway.ts'
import { ADMIN, settingsFor } from './process-env.ts'

const LINE = `${JSON.stringify({ custom_id: 'a', method: 'POST', url: '/v1/chat/completions', body: { model: 'm', messages: [] } })}\n`
/** Half of 1000×2 + 100×10 micro-dollars, twice for the factor of the group. */
const COST = '0.003'

test('a batch that nobody looks at again is charged all the same, once and at the factor its group had, though that changes and its key is gone', async () => {
  const data = await mkdtemp(join(tmpdir(), 'yumen-batches-'))
  await using keeper = await startKeeper('a')
  try {
    {
      await using gateway = await startGateway({ YUMEN_DATA: data })
      await addKeeper(gateway, keeper)
      const group = await gateway.call(adminCreateGroup, { body: { name: 'Team', multiplier: '2' } })
      const body = { email: 'user@yumen.test', name: 'user', group: group.id }
      const user = await gateway.call(adminCreateUser, { body })
      const { id, secret } = await gateway.call(adminCreateKey, { body: { user: user.id, name: 'key' } })
      const openai = new OpenAI({ apiKey: secret, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
      const file = await openai.files.create({ file: await toFile(Buffer.from(LINE), 'in.jsonl'), purpose: 'batch' })
      await openai.batches.create({
        input_file_id: file.id,
        endpoint: '/v1/chat/completions',
        completion_window: '24h',
      })
      await gateway.call(adminPatchGroup, { params: { id: group.id }, body: { multiplier: '7' } })
      await gateway.call(adminDeleteKey, { params: { id } })
    }
    keeper.finish()
    for (let start = 0; start < 2; start += 1) {
      await using gateway = await startGateway({ YUMEN_DATA: data })
      await expect.poll(() => costs(gateway)).toEqual(['0', COST])
      await expect.poll(() => lookedAfter(gateway)).toEqual({ looked: start === 0 ? 1 : 0, failed: 0, open: 0 })
    }
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})

test('a batch that cannot be written down when it was made is its caller’s all the same, and charged after the next start', async () => {
  const data = await mkdtemp(join(tmpdir(), 'yumen-batches-'))
  const config = readConfig(settingsFor(data))
  await using keeper = await startKeeper('a')
  try {
    let made: Awaited<ReturnType<typeof messageBatch>>
    {
      await using app = await startApp(config, SILENT)
      const gateway = await connectGateway(app.origin, ADMIN)
      await addKeeper(gateway, keeper)
      app.store.pins.add = () => Promise.reject(new Error('the database is away'))
      made = await messageBatch(gateway)
    }
    keeper.finish()
    await using app = await startApp(config, SILENT)
    const gateway = await connectGateway(app.origin, ADMIN)
    const anthropic = made.at(gateway)
    await expect.poll(async () => (await anthropic.messages.batches.list()).data.map(({ id }) => id)).toEqual([made.id])
    await expect.poll(() => costs(gateway)).toEqual(['0', '0.00055'])
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})

test('a batch that was charged before a stop, which nobody noted, counts once in limits after the next start', async () => {
  const data = await mkdtemp(join(tmpdir(), 'yumen-batches-'))
  const config = readConfig(settingsFor(data))
  await using keeper = await startKeeper('a')
  const limits = [{ metric: 'cost', window: 'total', max: '1' } as const]
  try {
    {
      await using app = await startApp(config, SILENT)
      const gateway = await connectGateway(app.origin, ADMIN)
      await addKeeper(gateway, keeper)
      const [provider] = (await gateway.call(adminListProviders)).items
      await gateway.call(adminPutProviderLimits, { params: { id: provider?.id ?? '' }, body: { limits } })
      const { anthropic, id } = await messageBatch(gateway)
      keeper.finish()
      app.store.pins.billed = () => Promise.reject(new Error('the database is away'))
      await expect(anthropic.messages.batches.retrieve(id)).rejects.toMatchObject({ status: 500 })
      await expect.poll(() => costs(gateway)).toEqual(['0', '0.00055'])
    }
    await using app = await startApp(config, SILENT)
    const gateway = await connectGateway(app.origin, ADMIN)
    await expect.poll(() => lookedAfter(gateway)).toEqual({ looked: 1, failed: 0, open: 0 })
    const [provider] = (await gateway.call(adminListProviders)).items
    const { limits: counted } = await gateway.call(adminGetProviderLimits, { params: { id: provider?.id ?? '' } })
    expect(counted).toMatchObject([{ used: '0.00055', held: '0' }])
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})

test('a batch whose caller leaves while it is made is theirs all the same, and charged', async () => {
  await using keeper = await startKeeper('a')
  await using gateway = await startGateway()
  await addKeeper(gateway, keeper)
  const { secret } = await gateway.addKey()
  const anthropic = new Anthropic({ authToken: secret, baseURL: gateway.origin, maxRetries: 0 })
  const answered = Promise.withResolvers<void>()
  keeper.held = answered.promise
  const leaving = new AbortController()
  const params = { model: 'm', max_tokens: 5, messages: [] }
  const { signal } = leaving
  const creating = anthropic.messages.batches.create({ requests: [{ custom_id: 'a', params }] }, { signal })
  await expect.poll(() => keeper.calls.length).toBe(1)
  leaving.abort()
  await expect(creating).rejects.toThrow()
  expect((await anthropic.messages.batches.list()).data).toEqual([])
  answered.resolve()
  await expect.poll(async () => (await anthropic.messages.batches.list()).data).toHaveLength(1)
  keeper.finish()
  expect((await anthropic.messages.batches.list()).data).toMatchObject([{ processing_status: 'ended' }])
  await expect.poll(() => costs(gateway)).toEqual(['0', '0.00055'])
})

test('making a batch counts as a request in the limits of the provider that makes it', async () => {
  await using keeper = await startKeeper('a')
  await using gateway = await startGateway()
  await addKeeper(gateway, keeper)
  const [provider] = (await gateway.call(adminListProviders)).items
  const params = { id: provider?.id ?? '' }
  const limits = [{ metric: 'requests', window: 'total', max: 1 } as const]
  await gateway.call(adminPutProviderLimits, { params, body: { limits } })
  await messageBatch(gateway)
  expect((await gateway.call(adminGetProviderLimits, { params })).limits).toMatchObject([{ used: 1, held: 0 }])
  await expect(messageBatch(gateway)).rejects.toThrow()
})

const CHANGED = {
  'switched off': (gateway: Gateway) =>
    gateway.call(adminPatchModel, { params: { id: 'm' }, body: { enabled: false } }),
  'switched off, as is all that its provider serves': async (gateway: Gateway) => {
    for (const id of ['m', 'other']) await gateway.call(adminPatchModel, { params: { id }, body: { enabled: false } })
  },
  'left without a price': (gateway: Gateway) =>
    gateway.call(adminPatchModel, { params: { id: 'm' }, body: { price: null } }),
  deleted: (gateway: Gateway) => gateway.call(adminDeleteModel, { params: { id: 'm' } }),
  'made dearer': (gateway: Gateway) =>
    gateway.call(adminPatchModel, { params: { id: 'm' }, body: { price: { input: '50', output: '50' } } }),
}

test.each(Object.entries(CHANGED))(
  'a batch whose model is %s costs what it did when it was made',
  async (_, change) => {
    await using keeper = await startKeeper('a')
    await using gateway = await startGateway()
    await addKeeper(gateway, keeper)
    const { anthropic, id } = await messageBatch(gateway)
    await change(gateway)
    keeper.finish()
    expect(await anthropic.messages.batches.retrieve(id)).toMatchObject({ processing_status: 'ended' })
    await expect.poll(() => costs(gateway)).toEqual(['0', '0.00055'])
  },
)

test('a message batch is deleted only when it has ended, and charged before', async () => {
  await using keeper = await startKeeper('a')
  await using gateway = await startGateway()
  await addKeeper(gateway, keeper)
  const { anthropic, id } = await messageBatch(gateway)
  const deletions = () => keeper.calls.filter(({ method }) => method === 'DELETE').length
  await expect(anthropic.messages.batches.delete(id)).rejects.toMatchObject({ status: 400 })
  expect(deletions()).toBe(0)
  keeper.finish()
  expect(await anthropic.messages.batches.delete(id)).toMatchObject({ type: 'message_batch_deleted' })
  expect(deletions()).toBe(1)
  await expect.poll(() => costs(gateway)).toEqual(['0', '0.00055'])
  await expect(anthropic.messages.batches.delete(id)).rejects.toMatchObject({ status: 404 })
})

test('a page in the place of an answer breaks no list, deletes nothing and is not taken for an answer', async () => {
  await using keeper = await startKeeper('a')
  await using gateway = await startGateway()
  await addKeeper(gateway, keeper)
  const { secret } = await gateway.addKey()
  const openai = new OpenAI({ apiKey: secret, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
  const { id } = await openai.files.create({ file: await toFile(Buffer.from(LINE), 'in.jsonl'), purpose: 'batch' })
  keeper.page = '<html>We will be back soon</html>'
  expect((await openai.files.list()).data).toEqual([])
  await expect(openai.files.retrieve(id)).rejects.toMatchObject({ status: 503 })
  await expect(openai.files.delete(id)).rejects.toMatchObject({ status: 503 })
  const again = { file: await toFile(Buffer.from(LINE), 'in.jsonl'), purpose: 'batch' } as const
  await expect(openai.files.create(again)).rejects.toMatchObject({ status: 503 })
  keeper.page = null
  expect((await openai.files.list()).data).toMatchObject([{ id }])
  expect(await openai.files.delete(id)).toMatchObject({ deleted: true })
})

test('a finished batch whose results cannot be had, and so not be charged, keeps no other from being listed', async () => {
  await using keeper = await startKeeper('a')
  await using gateway = await startGateway()
  await addKeeper(gateway, keeper)
  const { secret } = await gateway.addKey()
  const openai = new OpenAI({ apiKey: secret, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
  const { id: file } = await openai.files.create({
    file: await toFile(Buffer.from(LINE), 'in.jsonl'),
    purpose: 'batch',
  })
  const asked = { input_file_id: file, endpoint: '/v1/chat/completions', completion_window: '24h' } as const
  await openai.batches.create(asked)
  keeper.tellUsage = false
  keeper.finish()
  const listed = async () => (await openai.batches.list()).data.length
  keeper.resultsAway = true
  expect(await listed()).toBe(0)
  keeper.resultsAway = false
  expect(await listed()).toBe(1)
})

test('what its upstream does not find for a while stays its owner’s, and a batch is charged when it is found again', async () => {
  await using keeper = await startKeeper('a')
  await using gateway = await startGateway()
  await addKeeper(gateway, keeper)
  const { secret } = await gateway.addKey()
  const openai = new OpenAI({ apiKey: secret, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
  const anthropic = new Anthropic({ authToken: secret, baseURL: gateway.origin, maxRetries: 0 })
  const file = await openai.files.create({ file: await toFile(Buffer.from(LINE), 'in.jsonl'), purpose: 'batch' })
  const params = { model: 'm', max_tokens: 5, messages: [] }
  const batch = await anthropic.messages.batches.create({ requests: [{ custom_id: 'a', params }] })
  keeper.finish()
  const listed = async () => [
    (await openai.files.list()).data.length,
    (await anthropic.messages.batches.list()).data.length,
  ]
  keeper.forgetful = true
  expect(await listed()).toEqual([0, 0])
  await expect(anthropic.messages.batches.delete(batch.id)).rejects.toMatchObject({ status: 404 })
  keeper.forgetful = false
  expect(await listed()).toEqual([1, 1])
  await expect.poll(() => costs(gateway)).toEqual(['0', '0.00055'])
  // Gone for good, it is its owner's until they say that it need not be.
  keeper.forgetful = true
  await expect(openai.files.delete(file.id)).rejects.toMatchObject({ status: 404 })
  keeper.forgetful = false
  expect(await listed()).toEqual([0, 1])
})
