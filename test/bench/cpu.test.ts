import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GATEWAY } from '../../scripts/gateway.mjs'
import { ADMIN, connectGateway } from '../e2e/gateway.ts'
import { ask, type Measured, startMeasured } from './measured.ts'

/** What a relayed request costs beside the fixed work of reference.ts, measured on a quiet machine; docs/performance.md tells when to write it anew. */
const BASELINE = 2.1
/** Far more than the same code differs from run to run, and less than a mistake in the hot path costs. */
const MARGIN = 1.6

const WARM = 2000
const SLICES = 5
const SLICE = 400

const REPLY = JSON.stringify({
  id: 'chatcmpl-abc123',
  object: 'chat.completion',
  created: 1_760_000_000,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'word '.repeat(120) }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 },
})

/** Processor time is counted, and not time: on a busy machine this takes long and finds the same. */
const LONGEST_MS = 180_000

test(
  'a relayed request costs no more processor time than it did, beside a fixed piece of work',
  { timeout: LONGEST_MS },
  async () => {
    await using life = new AsyncDisposableStack()
    const vendor = life.adopt(await startPlainVendor(), (server) => {
      server.close()
      server.closeAllConnections()
    })
    const vendorAt = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
    const dataDir = await mkdtemp(join(tmpdir(), 'yumen-cpu-'))
    life.defer(() => rm(dataDir, { recursive: true, force: true }))
    const gateway = life.use(
      await startMeasured([...GATEWAY.flags, GATEWAY.main], {
        ...GATEWAY.env,
        PORT: '0',
        YUMEN_DATA: dataDir,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        LOG_LEVEL: 'error',
      }),
    )
    const reference = life.use(await startMeasured(['test/bench/reference.ts', `${vendorAt}/v1/chat/completions`]))
    const console = await connectGateway(gateway.origin, ADMIN)
    await console.addModel('m')
    await console.addProvider({ vendor: { origin: vendorAt }, models: ['m'] })
    const { secret: key } = await console.addKey()

    const costOf = async (measured: Measured, count: number) => {
      const before = await measured.cpuUs()
      await ask({ url: `${measured.origin}/v1/chat/completions`, key, count })
      return ((await measured.cpuUs()) - before) / count
    }
    for (const measured of [reference, gateway]) await costOf(measured, WARM)
    const ratios: number[] = []
    for (let slice = 0; slice < SLICES; slice += 1) {
      const floor = await costOf(reference, SLICE)
      ratios.push((await costOf(gateway, SLICE)) / floor)
    }
    const middle = ratios.toSorted((a, b) => a - b)[Math.floor(SLICES / 2)]
    expect(middle, `each round: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`).toBeLessThan(BASELINE * MARGIN)
    // A figure far below means that the baseline guards nothing any more.
    expect(middle).toBeGreaterThan(BASELINE / 3)
  },
)

async function startPlainVendor(): Promise<Server> {
  const server = createServer((request, reply) => {
    request.resume()
    request.once('end', () => {
      reply.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(REPLY) })
      reply.end(REPLY)
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
