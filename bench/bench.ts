// The gateway beside nginx on one machine in one run: needs Linux, nginx, wrk, taskset and two cores. Exits non-zero when a must is missed.
//   node bench/bench.ts [--only small,burst,…] [--rounds 3] [--seconds 5] [--peers] [--report] [--first] | --flames [--only …]
// `--peers` installs other gateways into a folder that goes away; `--report` writes docs/performance.md; `--first` goes before
// whoever else uses the machine, as root: it slows them down, and without it a busy machine makes Node look worse than it is.
// `--flames` measures nothing: it draws what was called in each scenario into docs/images/flames.
import { readFile, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { drawFlames, samplerFlags } from './flames/flames.ts'
import { startBare, startYumen } from './gateway.ts'
import { startProxy } from './nginx.ts'
import { PORTKEY, startPortkey } from './portkey.ts'
import { goFirst, newFolder } from './process.ts'
import { measuredOf, withFigures } from './report.ts'
import { isReached, type Row, tableOf } from './row.ts'
import { agent, burst, keys, small } from './scenarios/closed.ts'
import { data } from './scenarios/data.ts'
import { cold, latency } from './scenarios/latency.ts'
import { live, memory } from './scenarios/live.ts'
import type { Scenario, Stage } from './stage.ts'
import { startUpstreams } from './upstream.ts'

const SCENARIOS: Readonly<Record<string, Scenario>> = { small, burst, agent, keys, cold, latency, live, memory, data }
/** Those whose work is the relay's: the others are these once more, or reports. */
const PROFILED = 'small,burst,agent,live'
const PAGE = 'docs/performance.md'

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    peers: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    flames: { type: 'boolean', default: false },
  },
})

const say = (line: string) => void process.stderr.write(`${line}\n`)

type Named = { name: string; scenario: Scenario }

/** The scenarios of these names, with commas between them. */
function chosen(names: string): Named[] {
  return names.split(',').map((name) => {
    const scenario = SCENARIOS[name]
    if (!scenario) throw new Error(`There is no scenario ${name}; there are ${Object.keys(SCENARIOS).join(', ')}`)
    return { name, scenario }
  })
}

/** One scenario that fails does not take the others' figures away. */
async function play({ name, scenario }: Named, stage: Stage): Promise<Row[]> {
  const begun = performance.now()
  say(`${name} …`)
  try {
    return await scenario(stage)
  } catch (error) {
    say(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
    return []
  } finally {
    say(`  ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  }
}

async function main(): Promise<void> {
  if (asked.report && asked.only) throw new Error('--report is of the whole: without --only')
  const scenarios = chosen(asked.only ?? Object.keys(SCENARIOS).join())
  const loadBefore = loadavg()[0] ?? 0
  if (loadBefore > 1)
    say(
      `! 机器正忙（负载 ${loadBefore.toFixed(1)}），结果不可信  the machine is busy: figures of Node look worse than they are`,
    )
  if (asked.first) goFirst()
  await using life = new AsyncDisposableStack()
  const { path: folder } = life.use(await newFolder())
  const upstreams = life.use(await startUpstreams(folder))
  const nginx = life.use(await startProxy(folder, upstreams))
  const yumen = life.use(await startYumen(upstreams))
  const bare = life.use(await startBare(upstreams))
  const peers = asked.peers ? [life.use(await startPortkey(folder, upstreams))] : []
  const [rounds, seconds] = [Number(asked.rounds), Number(asked.seconds)]
  const stage = { folder, upstreams, yumen, others: [nginx, bare, ...peers], rounds, seconds, say }
  const rows: Row[] = []
  for (const named of scenarios) rows.push(...(await play(named, stage)))
  const measured = measuredOf({ rows, rounds, seconds, loadBefore, peers: asked.peers ? [PORTKEY] : [] })
  process.stdout.write(`${asked.report ? measured : tableOf(rows)}\n`)
  if (asked.report) await writeFile(PAGE, withFigures(await readFile(PAGE, 'utf8'), measured))
  if (!rows.every(({ checks }) => checks.every(isReached))) process.exitCode = 1
}

/** A profile of each scenario: where its time goes. */
async function flames(): Promise<void> {
  await using life = new AsyncDisposableStack()
  const { path: folder } = life.use(await newFolder())
  const upstreams = life.use(await startUpstreams(folder))
  const yumen = life.use(await startYumen(upstreams, { flags: samplerFlags(folder) }))
  const stage = { folder, upstreams, yumen, others: [], rounds: 1, seconds: Number(asked.seconds), say }
  for (const { name, scenario } of chosen(asked.only ?? PROFILED)) say(await drawFlames(name, scenario, stage))
}

await (asked.flames ? flames() : main())
