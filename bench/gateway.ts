import { GATEWAY } from '../scripts/gateway.mjs'
import { adminPatchSettings } from '../src/contract/admin-settings.ts'
import { adminCreateProvider } from '../src/contract/providers.ts'
import { connectGateway, type Gateway, VENDOR_SECRET } from '../test/e2e/gateway.ts'
import { ADMIN, processEnv } from '../test/e2e/process-env.ts'
import { type Contestant, MODELS } from './contestant.ts'
import { firstLineOf, GATEWAY_CORE, newFolder, type Started, startOn } from './process.ts'
import type { Upstreams } from './upstream.ts'

/** The gateway as its users have it, over a folder of its own; its origin is where its console is. */
export type BenchGateway = Contestant & {
  origin: string
  addKeys(count: number): Promise<string[]>
}

type Limits = NonNullable<NonNullable<Parameters<Gateway['addKey']>[0]>['limits']>

/** A limit of each kind, none of which stands in the way. */
const LIMITS: Limits = [
  { metric: 'requests', window: 'minute', max: 1_000_000_000 },
  { metric: 'tokens', window: 'minute', max: 1_000_000_000_000 },
  { metric: 'cost', window: 'month', max: '1000000' },
  { metric: 'concurrency', window: 'total', max: 100_000 },
]

/** `folder` is a new one where none is given; `flags` are given to node besides. */
type Starting = { folder?: string; flags?: readonly string[] }

/** Starts it as `npm start` does, with everything on. */
export async function startYumen(upstreams: Upstreams, { folder, flags = [] }: Starting = {}): Promise<BenchGateway> {
  await using life = new AsyncDisposableStack()
  const dataDir = folder ?? life.use(await newFolder()).path
  const command = [process.execPath, ...GATEWAY.flags, ...flags, GATEWAY.main]
  const started = life.use(startOn({ core: GATEWAY_CORE, command, env: processEnv(dataDir) }))
  const origin = /http:\/\/\S+/.exec(await firstLineOf(started))?.[0] ?? ''
  const gateway = await connectGateway(origin, ADMIN)
  const keys = await furnish(gateway, upstreams)
  return {
    ...contestantAt('yumen', origin, { started, keys, life: life.move() }),
    origin,
    addKeys: (count) => addKeys(gateway, count),
  }
}

/** The same relay without journal, limits and ledger, to see what they cost. */
export async function startBare(upstreams: Upstreams): Promise<Contestant> {
  await using life = new AsyncDisposableStack()
  const { path: dataDir } = life.use(await newFolder())
  const command = [process.execPath, ...GATEWAY.flags, 'bench/bare.ts']
  const started = life.use(startOn({ core: GATEWAY_CORE, command, env: processEnv(dataDir) }))
  const [consoleAt = '', relayAt = ''] = (await firstLineOf(started)).split(' ')
  const keys = await furnish(await connectGateway(consoleAt, ADMIN), upstreams)
  // Its relay reads the directory apart from the console's.
  await fetch(`${relayAt}/api/reload`, { signal: AbortSignal.timeout(5000) })
  return contestantAt('bare', relayAt, { started, keys, life: life.move() })
}

type Has = { started: Started; keys: readonly string[]; life: AsyncDisposable }

function contestantAt(name: Contestant['name'], origin: string, { started, keys, life }: Has): Contestant {
  const call = { url: `${origin}/v1/chat/completions`, headers: {} }
  return { name, pid: started.pid, keys, call: () => call, [Symbol.asyncDispose]: () => life[Symbol.asyncDispose]() }
}

type Console = Awaited<ReturnType<typeof connectGateway>>

/** As many keys as a scenario has callers. */
const MOST_KEYS = { 'keys.most_per_user': 10_000 }

/** Models with prices, a provider for each kind of answer, and a key with limits of every kind. */
async function furnish(gateway: Console, upstreams: Upstreams): Promise<string[]> {
  await gateway.call(adminPatchSettings, { body: { values: MOST_KEYS } })
  for (const model of MODELS) {
    await gateway.addModel(model)
    await gateway.call(adminCreateProvider, {
      body: {
        slug: model,
        name: model,
        preset: 'custom',
        allow_private: true,
        endpoints: [{ dialect: 'openai', base_url: upstreams[model] }],
        credentials: [{ secret: VENDOR_SECRET }],
        routes: [{ model }],
      },
    })
  }
  return addKeys(gateway, 1)
}

async function addKeys(gateway: Console, count: number): Promise<string[]> {
  const keys: string[] = []
  for (let i = 0; i < count; i += 1) keys.push((await gateway.addKey({ limits: LIMITS })).secret)
  return keys
}
