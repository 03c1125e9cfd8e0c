import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getKey } from '../../src/contract/keys.ts'
import { adminHealthMatrix } from '../../src/contract/overview.ts'
import { adminPatchSettings } from '../../src/contract/admin-settings.ts'
import { startProcessStage } from './stage.ts'

/** A gateway in a process of its own, with a key whose limits tell what is under way. */
export type HoldingStage = Awaited<ReturnType<typeof startHoldingStage>>

/** Starts one whose endpoints are asked however often they have failed. */
export async function startHoldingStage() {
  const folder = await mkdtemp(join(tmpdir(), 'yumen-log-'))
  const path = join(folder, 'log')
  const log = await open(path, 'a')
  const stage = await startProcessStage({}, log.fd)
  const values = { 'relay.breaker_failures': 100, 'relay.breaker_percent': 100, 'relay.retry_percent': 100 }
  await stage.admin.call(adminPatchSettings, { body: { values } })
  const { id, secret: key } = await stage.admin.addKey({
    limits: [
      { metric: 'concurrency', max: 1000 },
      { metric: 'tokens', window: 'total', max: 1_000_000_000 },
      { metric: 'cost', window: 'total', max: '1000000' },
    ],
  })
  const send: typeof stage.send = (form, sending) => stage.send(form, { key, ...sending })
  return {
    ...stage,
    key,
    send,
    /** What the gateway called a fault of its own. */
    faults: () => readFile(path, 'utf8'),
    async [Symbol.asyncDispose]() {
      await stage[Symbol.asyncDispose]()
      await log.close()
      await rm(folder, { recursive: true })
    },
    /** What is held of the key's limits, and what is under way at endpoints; empty when nothing is. */
    async held(): Promise<string[]> {
      const { limits } = await stage.admin.call(getKey, { params: { id }, query: {} })
      const { items } = await stage.admin.call(adminHealthMatrix)
      return [
        ...limits.filter(({ held }) => Number(held) !== 0).map(({ metric, held }) => `${metric}: ${held}`),
        ...items.filter(({ in_flight }) => in_flight > 0).map(({ name, in_flight }) => `${name}: ${in_flight}`),
      ]
    },
  }
}
