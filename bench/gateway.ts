import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN } from '../test/faults/gateway-process.ts'
import { connectGateway, type Gateway, VENDOR_SECRET } from '../test/e2e/gateway.ts'
import { adminCreateProvider } from '../src/contract/providers.ts'
import { PACED_PORT, UPSTREAM_PORT } from './nginx.ts'
import { answering, GATEWAY_CORE, type Started, startOn } from './process.ts'

export const GATEWAY_PORT = 19130

/** A gateway with everything on, alone on its core; `keys` are ready to be used. */
export type BenchGateway = AsyncDisposable & { started: Started; keys: readonly string[] }

/** What a coding agent's day looks like: a limit of each kind that never stands in the way. */
const LIMITS: NonNullable<NonNullable<Parameters<Gateway['addKey']>[0]>['limits']> = [
  { metric: 'requests', window: 'minute', max: 1_000_000_000 },
  { metric: 'tokens', window: 'minute', max: 1_000_000_000_000 },
  { metric: 'cost', window: 'month', max: '1000000' },
  { metric: 'concurrency', window: 'total', max: 100_000 },
]

/** Starts the gateway over a new folder with models on the upstreams of the benchmark, and makes so many keys. */
export async function startBenchGateway(keyCount: number): Promise<BenchGateway> {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-bench-'))
  const started = startOn(GATEWAY_CORE, [process.execPath, 'src/main.ts'], {
    PORT: String(GATEWAY_PORT),
    YUMEN_DATA: dataDir,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'error',
  })
  const origin = `http://127.0.0.1:${GATEWAY_PORT}`
  await answering(`${origin}/health`)
  const gateway = await connectGateway(origin, ADMIN)
  const upstreams = { small: `${UPSTREAM_PORT}/v1`, burst: `${UPSTREAM_PORT}/stream/v1`, live: `${PACED_PORT}/v1` }
  for (const [model, at] of Object.entries(upstreams)) {
    await gateway.addModel(model)
    await gateway.call(adminCreateProvider, {
      body: {
        slug: model,
        name: model,
        preset: 'custom',
        allow_private: true,
        endpoints: [{ dialect: 'openai', base_url: `http://127.0.0.1:${at}` }],
        credentials: [{ secret: VENDOR_SECRET }],
        routes: [{ model }],
      },
    })
  }
  const keys: string[] = []
  for (let i = 0; i < keyCount; i += 1) keys.push((await gateway.addKey({ limits: LIMITS })).secret)
  return {
    started,
    keys,
    async [Symbol.asyncDispose]() {
      await started[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
