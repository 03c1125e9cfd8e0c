import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GATEWAY } from '../../scripts/gateway.mjs'
import { connectGateway } from '../e2e/gateway.ts'
import { ADMIN, processEnv } from '../e2e/process-env.ts'
import { type Measured, startMeasured } from './measured.ts'

const REPLY = JSON.stringify({
  id: 'chatcmpl-abc123',
  object: 'chat.completion',
  created: 1_760_000_000,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'word '.repeat(120) }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 },
})

/** The gateway as its users have it, a vendor that answers at once, and a key for its model `m`. */
type Stage = AsyncDisposable & { gateway: Measured; vendorAt: string; key: string }

export async function startStage(): Promise<Stage> {
  await using life = new AsyncDisposableStack()
  const vendor = life.adopt(await startPlainVendor(), (server) => {
    server.close()
    server.closeAllConnections()
  })
  const vendorAt = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-bench-'))
  life.defer(() => rm(dataDir, { recursive: true, force: true }))
  const gateway = life.use(await startMeasured([...GATEWAY.flags, GATEWAY.main], processEnv(dataDir)))
  const console = await connectGateway(gateway.origin, ADMIN)
  await console.addModel('m')
  await console.addProvider({ vendor: { origin: vendorAt }, models: ['m'] })
  const { secret: key } = await console.addKey()
  const parts = life.move()
  return { gateway, vendorAt, key, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

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
