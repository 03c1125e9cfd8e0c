import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import OpenAI, { toFile } from 'openai'
import { expect, test } from 'vitest'
import { adminCreateProvider } from '../../src/contract/providers.ts'
import { adminDeleteKey } from '../../src/contract/admin-keys.ts'
import { adminListJobs } from '../../src/contract/jobs.ts'
import { adminUsage } from '../../src/contract/usage.ts'
import { startKeeper } from '../vendor/keeper.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'

const LINE = `${JSON.stringify({ custom_id: 'a', method: 'POST', url: '/v1/chat/completions', body: { model: 'm', messages: [] } })}\n`
const COST = '0.0015'

async function costs(gateway: Gateway): Promise<string[]> {
  const query = { from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }
  const { items } = await gateway.call(adminUsage.requests, { query })
  return items.map(({ cost }) => cost).toSorted()
}

test('a batch that nobody looks at again is charged all the same, once, though its key is gone', async () => {
  const data = await mkdtemp(join(tmpdir(), 'yumen-batches-'))
  await using keeper = await startKeeper('a')
  try {
    {
      await using gateway = await startGateway({ YUMEN_DATA: data })
      await gateway.addModel('m')
      await gateway.call(adminCreateProvider, {
        body: {
          slug: 'a',
          name: 'a',
          preset: 'custom',
          allow_private: true,
          credentials: [{ secret: VENDOR_SECRET }],
          endpoints: [{ dialect: 'openai', base_url: `${keeper.origin}/v1`, protocols: ['files', 'batches'] }],
          routes: [{ model: 'm' }],
        },
      })
      const { id, secret } = await gateway.addKey()
      const openai = new OpenAI({ apiKey: secret, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
      const file = await openai.files.create({ file: await toFile(Buffer.from(LINE), 'in.jsonl'), purpose: 'batch' })
      await openai.batches.create({
        input_file_id: file.id,
        endpoint: '/v1/chat/completions',
        completion_window: '24h',
      })
      await gateway.call(adminDeleteKey, { params: { id } })
    }
    keeper.finish()
    for (let start = 0; start < 2; start += 1) {
      await using gateway = await startGateway({ YUMEN_DATA: data })
      await expect.poll(() => costs(gateway)).toEqual(['0', COST])
      const ran = async () =>
        (await gateway.call(adminListJobs)).items.find(({ name }) => name === 'batches')?.last?.report
      await expect.poll(ran).toEqual({ looked: start === 0 ? 1 : 0, failed: 0, open: 0 })
    }
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})
