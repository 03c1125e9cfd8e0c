// The gateway beside nginx, on one machine in one run: `node bench/bench.ts`, which needs nginx, wrk and taskset. Exits non-zero when a must is missed.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { GATEWAY_PORT, startBenchGateway } from './gateway.ts'
import { type Found, load } from './load.ts'
import { PACED_PORT, PROXY_PORT, startNginx } from './nginx.ts'
import { cpuMs, LOAD_CORE, outputOf, residentBytes, startOn } from './process.ts'
import { type Row, tableOf } from './table.ts'

const ROUNDS = Number(process.env['YUMEN_BENCH_ROUNDS'] ?? 3)
const SECONDS = Number(process.env['YUMEN_BENCH_SECONDS'] ?? 6)
const STREAMS = 500
const LIVE_RATE = 50
const LIVE_SECONDS = 10

const messages = [{ role: 'user', content: 'x'.repeat(700) }]
const agent = { messages: [{ role: 'system', content: 'y'.repeat(210_000) }, ...messages] }

/** What is sent, and how the burst's path differs at nginx, which knows no models. */
const SCENARIOS = {
  small: { body: { model: 'small', messages }, path: '/v1/chat/completions', callers: 32 },
  burst: { body: { model: 'burst', stream: true, messages }, path: '/stream/v1/chat/completions', callers: 32 },
  agent: { body: { model: 'small', ...agent }, path: '/v1/chat/completions', callers: 16 },
} as const

const folder = await mkdtemp(join(tmpdir(), 'yumen-bench-'))
await using disposal = new AsyncDisposableStack()
disposal.defer(() => rm(folder, { recursive: true, force: true }))
const { upstream, proxy } = await startNginx(folder)
disposal.use(upstream)
disposal.use(proxy)
const gateway = disposal.use(await startBenchGateway(1))
const rows: Row[] = []

const LIMITS = { small: [0.35, 0.6], burst: [0.5, 0.9], agent: [0.2, 0.4] } as const
for (const [name, { body, path, callers }] of Object.entries(SCENARIOS)) {
  const [must, aim] = LIMITS[name as keyof typeof LIMITS]
  const ask = { body: JSON.stringify(body), callers, seconds: SECONDS, folder, key: gateway.keys[0] ?? '' }
  const own: Found[] = []
  const floor: Found[] = []
  await load({ ...ask, seconds: 2, url: `http://127.0.0.1:${GATEWAY_PORT}/v1/chat/completions` })
  for (let round = 0; round < ROUNDS; round += 1) {
    floor.push(await load({ ...ask, url: `http://127.0.0.1:${PROXY_PORT}${path}` }))
    own.push(await load({ ...ask, url: `http://127.0.0.1:${GATEWAY_PORT}/v1/chat/completions` }))
  }
  const failures = own.reduce((sum, found) => sum + found.failures, 0)
  if (failures > 0) throw new Error(`${name}: ${failures} answers were no 2xx`)
  rows.push({
    name: { small: '1 KB non-stream', burst: 'burst stream of 200 events', agent: '211 KB body' }[name] ?? name,
    own: own.map(({ perSecond }) => perSecond),
    floor: floor.map(({ perSecond }) => perSecond),
    unit: '/s',
    must,
    aim,
    better: 'more',
  })
}

const live = disposal.use(
  startOn(LOAD_CORE, [process.execPath, 'bench/paced.ts', String(PACED_PORT), String(LIVE_RATE), String(LIVE_SECONDS)]),
)
await pause(1000)
const perEvent = async (pid: number, url: string): Promise<{ cpuUs: number; p99Ms: number }> => {
  const before = await cpuMs(pid)
  const told = await outputOf(LOAD_CORE, [
    process.execPath,
    'bench/live-load.ts',
    url,
    gateway.keys[0] ?? '',
    String(STREAMS),
  ])
  const { events, p99Ms } = JSON.parse(told) as { events: number; p99Ms: number }
  return { cpuUs: (((await cpuMs(pid)) - before) * 1000) / events, p99Ms }
}
const nginxWorker = await workerOf(proxy.pid)
const own: { cpuUs: number; p99Ms: number }[] = []
const floor: { cpuUs: number; p99Ms: number }[] = []
const idleBytes = await residentBytes(gateway.started.pid)
for (let round = 0; round < ROUNDS; round += 1) {
  floor.push(await perEvent(nginxWorker, `http://127.0.0.1:${PROXY_PORT + 1}/v1/chat/completions`))
  own.push(await perEvent(gateway.started.pid, `http://127.0.0.1:${GATEWAY_PORT}/v1/chat/completions`))
}
await live[Symbol.asyncDispose]()
rows.push({
  name: `${STREAMS} live streams, CPU per event`,
  own: own.map(({ cpuUs }) => cpuUs),
  floor: floor.map(({ cpuUs }) => cpuUs),
  unit: 'µs',
  must: 2.2,
  aim: 1.7,
  better: 'less',
})
process.stdout.write(`${tableOf(rows)}\n`)
process.stdout.write(
  `event delay p99: gateway ${own.map(({ p99Ms }) => p99Ms.toFixed(1)).join(', ')} ms, nginx ${floor.map(({ p99Ms }) => p99Ms.toFixed(1)).join(', ')} ms\n`,
)
process.stdout.write(`memory before the live streams: ${(idleBytes / 1024 / 1024).toFixed(0)} MiB\n`)
if (rows.some((row) => row.missed)) process.exitCode = 1

/** nginx works in a child of the process that was started. */
async function workerOf(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return Number(children.trim().split(' ')[0])
}
