import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI, { toFile } from 'openai'
import { expect, test } from 'vitest'
import { startApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { adminGetProviderLimits, adminPutProviderLimits } from '../../src/contract/upstream-limits.ts'
import { adminListProviders } from '../../src/contract/providers.ts'
import { startKeeper } from '../vendor/keeper.ts'
import { connectGateway, type Gateway, startGateway } from './gateway.ts'
import { addKeeper, costs, messageBatch, SILENT } from './keeper-gateway.ts'
import { ADMIN, settingsFor } from './process-env.ts'

/** What a limit of the provider says of its money. */
async function atProvider(gateway: Pick<Gateway, 'call'>) {
  const [provider] = (await gateway.call(adminListProviders)).items
  const [limit] = (await gateway.call(adminGetProviderLimits, { params: { id: provider?.id ?? '' } })).limits
  return [limit?.used, limit?.held]
}

async function limitProvider(gateway: Pick<Gateway, 'call'>) {
  const [provider] = (await gateway.call(adminListProviders)).items
  const limits = [{ metric: 'cost', window: 'total', max: '1' } as const]
  await gateway.call(adminPutProviderLimits, { params: { id: provider?.id ?? '' }, body: { limits } })
}

test('of two batches that fit one by one the second is refused until the first is paid for', async () => {
  await using keeper = await startKeeper('a')
  await using gateway = await startGateway()
  await addKeeper(gateway, keeper)
  // A thousand tokens of an answer, at half of ten micro-dollars each.
  const { secret } = await gateway.addKey({ limits: [{ metric: 'cost', window: 'total', max: '0.008' }] })
  const anthropic = new Anthropic({ authToken: secret, baseURL: gateway.origin, maxRetries: 0 })
  const params = { model: 'm', max_tokens: 1500, messages: [{ role: 'user' as const, content: 'Hello' }] }
  const make = () => anthropic.messages.batches.create({ requests: [{ custom_id: 'a', params }] })
  const { id } = await make()
  await expect(make()).rejects.toMatchObject({ status: 429 })
  keeper.finish()
  await anthropic.messages.batches.retrieve(id)
  await make()
})

test('a batch of a file is held for as its file was counted when it was uploaded', async () => {
  await using keeper = await startKeeper('a')
  await using gateway = await startGateway()
  await addKeeper(gateway, keeper)
  await limitProvider(gateway)
  const { secret } = await gateway.addKey()
  const openai = new OpenAI({ apiKey: secret, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
  const body = { model: 'm', messages: [], max_completion_tokens: 200, n: 2 }
  const line = JSON.stringify({ custom_id: 'a', method: 'POST', url: '/v1/chat/completions', body })
  const file = await openai.files.create({ file: await toFile(Buffer.from(line), 'in.jsonl'), purpose: 'batch' })
  expect(await atProvider(gateway)).toEqual(['0', '0'])
  const asked = { input_file_id: file.id, endpoint: '/v1/chat/completions', completion_window: '24h' } as const
  const { id } = await openai.batches.create(asked)
  const [, held] = await atProvider(gateway)
  // 400 tokens out at five micro-dollars, and the line itself at one.
  expect(Number(held)).toBeGreaterThan(0.002)
  expect(Number(held)).toBeLessThan(0.0022)
  keeper.finish()
  await openai.batches.retrieve(id)
  expect(await atProvider(gateway)).toEqual(['0.0015', '0'])
})

test.each([
  ['is written down', false],
  ['is in the journal alone', true],
])(
  'a batch that %s when the gateway ends is held for after the next start, until it is paid for',
  async (_what, away) => {
    const data = await mkdtemp(join(tmpdir(), 'yumen-batches-'))
    const config = readConfig(settingsFor(data))
    await using keeper = await startKeeper('a')
    try {
      let held: unknown
      {
        await using app = await startApp(config, SILENT)
        const gateway = await connectGateway(app.origin, ADMIN)
        await addKeeper(gateway, keeper)
        await limitProvider(gateway)
        if (away) app.store.pins.add = () => Promise.reject(new Error('the database is away'))
        await messageBatch(gateway)
        held = (await atProvider(gateway))[1]
        expect(held).not.toBe('0')
      }
      {
        await using app = await startApp(config, SILENT)
        const gateway = await connectGateway(app.origin, ADMIN)
        await expect.poll(() => atProvider(gateway)).toEqual(['0', held])
      }
      keeper.finish()
      await using app = await startApp(config, SILENT)
      const gateway = await connectGateway(app.origin, ADMIN)
      await expect.poll(() => costs(gateway)).toEqual(['0', '0.00055'])
      await expect.poll(() => atProvider(gateway)).toEqual(['0.00055', '0'])
    } finally {
      await rm(data, { recursive: true, force: true })
    }
  },
)
