import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ADMIN, processEnv } from '../../test/e2e/process-env.ts'
import { startYumen } from '../gateway.ts'
import {
  answering,
  firstLineOf,
  GATEWAY_CORE,
  LOAD_CORE,
  newFolder,
  outputOf,
  startOn,
  untilQuiet,
} from '../process.ts'
import { quantile, type Row } from '../row.ts'
import type { Scenario, Stage } from '../stage.ts'
import { steadily } from '../steady.ts'
import { fillWeek, repeatWeek, WEEKS } from '../usage-data.ts'

const GIB = 2 ** 30
const REQUESTS = 10_000_000
const RELAY_RATE = 200

/** A database grows to a gigabyte, then to ten million requests: how long a start takes, and the pages that read them. */
export const data: Scenario = async (stage) => {
  await using folder = await newFolder()
  const { path: dataDir } = folder
  const { say } = stage
  const inWeek = await fillWeek(dataDir, REQUESTS / WEEKS)
  const weeks = await repeatWeek(dataDir, 1, GIB)
  say(`  ${weeks} weeks, ${await sizeOf(dataDir)} GiB`)
  const started = await start(dataDir, stage)
  await repeatWeek(dataDir, weeks)
  say(`  ${WEEKS} weeks, ${inWeek * WEEKS} requests, ${await sizeOf(dataDir)} GiB`)
  return [started, ...(await pages(dataDir, stage))]
}

async function sizeOf(dataDir: string): Promise<string> {
  return ((await stat(join(dataDir, 'yumen.db'))).size / GIB).toFixed(1)
}

/** From the start of the process until it is ready for requests. */
async function start(dataDir: string, { rounds, say }: Stage): Promise<Row> {
  const seconds: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const begun = performance.now()
    const command = [process.execPath, 'src/main.ts']
    await using started = startOn({ core: GATEWAY_CORE, command, env: processEnv(dataDir) })
    const origin = /http:\/\/\S+/.exec(await firstLineOf(started))?.[0] ?? ''
    await answering(`${origin}/health/ready`)
    seconds.push((performance.now() - begun) / 1000)
    say(`  round ${round}  ready after ${seconds.at(-1)?.toFixed(2)} s`)
  }
  return {
    name: 'start with 1 GB of data',
    unit: 's',
    found: { yumen: seconds },
    checks: [{ label: 'ready after', values: seconds, must: 2, aim: 1, better: 'less' }],
  }
}

/** The relay at a steady rate, with somebody who reads the usage pages all the time and without, in turn. */
async function pages(dataDir: string, { upstreams, rounds, seconds, say }: Stage): Promise<Row[]> {
  await using yumen = await startYumen(upstreams, { folder: dataDir })
  await untilQuiet(yumen.pid)
  const span = seconds * 3
  const relay = () =>
    steadily({
      call: yumen.call('small'),
      keys: yumen.keys,
      model: 'small',
      rate: RELAY_RATE,
      count: RELAY_RATE * span,
    })
  const tookMs: number[][] = []
  const without: number[] = []
  const beside: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    without.push(quantile(await relay(), 0.99))
    const [relayed, read] = await Promise.all([relay(), readPages(yumen.origin, span)])
    beside.push(quantile(relayed, 0.99))
    tookMs.push(read.map(({ ms }) => ms))
    say(
      `  round ${round}  ${read.length} pages, ${slowest(read)}; relay p99 ${without.at(-1)?.toFixed(2)} → ${beside.at(-1)?.toFixed(2)} ms`,
    )
  }
  const p95 = tookMs.map((took) => quantile(took, 0.95))
  const added = beside.map((ms, round) => ms - (without[round] ?? 0))
  return [
    {
      name: 'usage pages at 10 million requests, p95',
      unit: 'ms',
      found: { yumen: p95 },
      checks: [{ label: 'p95', values: p95, must: 500, aim: 150, better: 'less' }],
    },
    {
      name: `relay at ${RELAY_RATE} requests/s beside them, p99`,
      unit: 'ms',
      found: { yumen: beside },
      checks: [{ label: 'added', values: added, must: 2, aim: 0.5, better: 'less' }],
    },
  ]
}

type Read = { ms: number; path: string }

async function readPages(origin: string, seconds: number): Promise<Read[]> {
  const job = JSON.stringify({ origin, ...ADMIN, seconds })
  const command = [process.execPath, 'bench/pages-load.ts', job]
  const told = await outputOf({ core: LOAD_CORE, command }, seconds * 1000 + 45_000)
  return told
    .trim()
    .split('\n')
    .map((line) => ({ ms: Number.parseFloat(line), path: line.split(' ')[1] ?? '' }))
}

/** Which calls take longest. */
function slowest(read: readonly Read[]): string {
  return [...Map.groupBy(read, ({ path }) => path)]
    .map(([path, calls]) => ({
      path,
      p95: quantile(
        calls.map(({ ms }) => ms),
        0.95,
      ),
    }))
    .toSorted((a, b) => b.p95 - a.p95)
    .slice(0, 3)
    .map(({ path, p95 }) => `${path} ${p95.toFixed(0)} ms`)
    .join(', ')
}
