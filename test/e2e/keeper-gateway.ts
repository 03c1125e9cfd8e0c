import Anthropic from '@anthropic-ai/sdk'
import { adminListJobs } from '../../src/contract/jobs.ts'
import { adminCreateProvider } from '../../src/contract/providers.ts'
import { adminUsage } from '../../src/contract/usage.ts'
import type { Log } from '../../src/telemetry/log.ts'
import type { Keeper } from '../vendor/keeper.ts'
import { type Gateway, VENDOR_SECRET } from './gateway.ts'

const quiet = () => undefined

/** A log that says nothing, for what goes wrong on purpose. */
export const SILENT: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** What every request has cost. */
export async function costs(gateway: Pick<Gateway, 'call'>): Promise<string[]> {
  const query = { from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }
  const { items } = await gateway.call(adminUsage.requests, { query })
  return items.map(({ cost }) => cost).toSorted()
}

/** A gateway whose model `m` is with the keeper. */
export async function addKeeper(gateway: Pick<Gateway, 'call' | 'addModel'>, keeper: Keeper) {
  await gateway.addModel('m')
  await gateway.addModel('other')
  await gateway.call(adminCreateProvider, {
    body: {
      slug: 'a',
      name: 'a',
      preset: 'custom',
      allow_private: true,
      credentials: [{ secret: VENDOR_SECRET }],
      endpoints: [
        { dialect: 'openai', base_url: `${keeper.origin}/v1`, protocols: ['files', 'batches'] },
        { dialect: 'anthropic', base_url: keeper.origin, protocols: ['batches'] },
      ],
      routes: [{ model: 'm' }, { model: 'other' }],
    },
  })
}

/** A message batch of one request that somebody has just made, and their client. */
export async function messageBatch(gateway: Pick<Gateway, 'addKey' | 'origin'>) {
  const { secret } = await gateway.addKey()
  const at = ({ origin }: Pick<Gateway, 'origin'>) =>
    new Anthropic({ authToken: secret, baseURL: origin, maxRetries: 0 })
  const anthropic = at(gateway)
  const params = { model: 'm', max_tokens: 5, messages: [] }
  const { id } = await anthropic.messages.batches.create({ requests: [{ custom_id: 'a', params }] })
  return { anthropic, id, at }
}

/** What the job that looks after batches said when it last ran. */
export async function lookedAfter(gateway: Pick<Gateway, 'call'>) {
  return (await gateway.call(adminListJobs)).items.find(({ name }) => name === 'batches')?.last?.report
}
