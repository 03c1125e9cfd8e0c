// The relay as the gateway has it, without journal, limits and ledger: a measure, and no way to run a gateway.
// Its first line names where its console is and where it relays.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { RequestRecord } from '../src/core/records.ts'
import { createStopTime } from '../src/core/stop-time.ts'
import { systemClock } from '../src/core/time.ts'
import { createClientIp } from '../src/http/client-ip.ts'
import { listen } from '../src/http/server.ts'
import type { Ledger } from '../src/metering/ledger.ts'
import { type Admitted, settledRecord } from '../src/metering/record.ts'
import { nodeArrival } from '../src/relay/node-arrival.ts'
import { createRelayServer } from '../src/relay/serve.ts'
import { isRelayPath } from '../src/relay/surface.ts'
import { createLog } from '../src/telemetry/log.ts'
import { openTraffic } from '../src/traffic.ts'

// As main.ts has it.
Buffer.poolSize = 4 * 1024

let record: RequestRecord | undefined

/** The same record for every request: what is done with it is what is left out here. */
function recordOf(admitted: Admitted): RequestRecord {
  const trail = { model: null, target: null, attempts: [] }
  record ??= settledRecord(
    admitted,
    trail,
    { end: 'complete', httpStatus: 200, errorClass: null, errorMessage: null, delivered: null },
    0,
  )
  return record
}

/** Admits everybody and books nothing. */
const ledger: Ledger = {
  admit: async (admitted) => ({
    expectedNanos: 0n,
    against: null,
    resolved() {},
    asking() {},
    lost() {},
    tried() {},
    delivering() {},
    progressed: () => true,
    settle: async () => recordOf(admitted),
    [Symbol.asyncDispose]: async () => {},
  }),
  refuse: () => undefined,
  charge: async () => {},
  open: 0,
  [Symbol.asyncDispose]: async () => {},
}

const config = readConfig()
const log = createLog(config.logLevel)
await using life = new AsyncDisposableStack()
// The folder of a journal that is opened and never written: the console's gateway has its own.
const dataDir = join(config.dataDir, 'bare')
await mkdir(dataDir)
const { store, vault, origin } = life.use(await startApp(config, log))
const { relay, feed } = await openTraffic(life, {
  config: { ...config, dataDir },
  store,
  vault,
  captures: { put: () => {} },
  disk: { isShort: false },
  log,
  stop: createStopTime(systemClock, () => {}),
  onThreshold: () => {},
})
const answer = createRelayServer({
  ...relay,
  ledger,
  limits: { ...relay.limits, paceOf: () => ({ requests: null, tokens: null }) },
})
const server = life.use(
  await listen(
    {
      isRelayPath,
      relay: (request, reply, ip) => answer(nodeArrival(request, reply, ip)),
      relayPlain: answer,
      upgrade: (_request, socket) => socket.destroy(),
      cutOff: () => undefined,
      farewell: async () => {},
      api: () => feed.reload().then(() => new Response('')),
      console: { buildId: '', serve: async (_request, reply) => void reply.writeHead(404).end() },
      metrics: async () => ({ status: 404, text: '' }),
      ready: () => true,
    },
    { port: 0, host: '127.0.0.1', clientIp: createClientIp(config.trustedProxies), log },
  ),
)
process.stdout.write(`${origin} ${server.origin}\n`)
await new Promise<void>((resolve) => process.once('SIGTERM', () => resolve()))
