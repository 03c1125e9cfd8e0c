import { setTimeout as pause } from 'node:timers/promises'
import type { Contestant } from '../contestant.ts'
import { startYumen } from '../gateway.ts'
import { LIVE_EVENTS, LIVE_RATE, SLOW_EVENTS } from '../live-shape.ts'
import { cpuUs, LOAD_CORE, outputOf, residentBytes, type Started, startOn, untilQuiet } from '../process.ts'
import { median, ratios, type Row } from '../row.ts'
import { type Scenario, takeTurns } from '../stage.ts'

const STREAMS = 500
const MANY = 2000
const LONGEST_MS = 90_000
/** Between two looks at the memory. */
const SAMPLE_MS = 700

type Streams = { model: 'live' | 'slow'; streams: number; events: number }

/** Five hundred streams that speak fifty times a second each: what an event costs, and how late it comes. */
export const live: Scenario = async (stage) => {
  const others = stage.others.filter(({ name }) => name !== 'portkey')
  for (const contestant of [...others, stage.yumen]) await measure(contestant)
  const measured = await takeTurns(
    { ...stage, others },
    measure,
    ({ costUs, p50Ms, p99Ms }) =>
      `${costUs.toFixed(1)} µs an event, late p50 ${p50Ms.toFixed(2)} ms p99 ${p99Ms.toFixed(2)} ms`,
  )
  mustKeepPace(measured.nginx ?? [])
  const of = (field: 'costUs' | 'p99Ms') =>
    Object.fromEntries(Object.entries(measured).map(([name, values]) => [name, values.map((value) => value[field])]))
  const costs: Row['found'] = of('costUs')
  const delays: Row['found'] = of('p99Ms')
  const title = `${STREAMS} live streams of ${LIVE_RATE} events/s`
  return [
    {
      name: `${title}: CPU an event`,
      unit: 'µs',
      found: costs,
      checks: [
        { label: '÷ nginx', values: ratios(costs.yumen ?? [], costs.nginx ?? []), must: 2.2, aim: 1.7, better: 'less' },
      ],
    },
    {
      name: `${title}: delay of an event, p99`,
      unit: 'ms',
      found: delays,
      checks: [{ label: '÷ nginx', values: ratios(delays.yumen ?? [], delays.nginx ?? []), better: 'less' }],
    },
  ]
}

/** Events that come late come several at once, which is cheaper: then the figure is not that of live streams. */
function mustKeepPace(floor: readonly { p50Ms: number }[]): void {
  const lateMs = median(floor.map(({ p50Ms }) => p50Ms))
  if (lateMs > 1000 / LIVE_RATE)
    throw new Error(`the machine is too busy to measure: nginx itself was ${lateMs.toFixed(0)} ms late`)
}

async function measure(contestant: Contestant): Promise<{ costUs: number; p50Ms: number; p99Ms: number }> {
  const before = await cpuUs(contestant.pid)
  const command = commandOf(contestant, { model: 'live', streams: STREAMS, events: LIVE_EVENTS })
  const told = await outputOf({ core: LOAD_CORE, command }, LONGEST_MS)
  await untilQuiet(contestant.pid)
  const delays = JSON.parse(told.split('\n').at(-2) ?? '') as { p50Ms: number; p99Ms: number }
  return { costUs: ((await cpuUs(contestant.pid)) - before) / (STREAMS * LIVE_EVENTS), ...delays }
}

/** What a stream takes up while it is open, in a gateway that was just started. */
export const memory: Scenario = async ({ upstreams, say }) => {
  await using fresh = await startYumen(upstreams)
  // Code and pools that the first streams bring along are not the streams'.
  await holdOpen(fresh, 100, () => Promise.resolve())
  await untilQuiet(fresh.pid)
  const before = await residentBytes(fresh.pid)
  const samples: number[] = []
  await holdOpen(fresh, MANY, async () => {
    for (let i = 0; i < 10; i += 1) {
      samples.push(await residentBytes(fresh.pid))
      await pause(SAMPLE_MS)
    }
  })
  const kib = samples.map((bytes) => (bytes - before) / MANY / 1024)
  say(
    `  ${(before / 2 ** 20).toFixed(0)} MiB before, ${(median(samples) / 2 ** 20).toFixed(0)} MiB with ${MANY} streams`,
  )
  return [
    {
      name: `memory of a live stream, ${MANY} open`,
      unit: 'KB',
      found: { yumen: kib },
      checks: [{ label: 'a stream', values: kib, must: 80, aim: 40, better: 'less' }],
    },
  ]
}

/** Opens streams, does something while all of them are open, and waits for their end. */
async function holdOpen(contestant: Contestant, streams: number, meanwhile: () => Promise<void>): Promise<void> {
  const command = commandOf(contestant, { model: 'slow', streams, events: SLOW_EVENTS })
  await using reader = startOn({ core: LOAD_CORE, command })
  const { opened, ended } = progressOf(reader)
  await opened
  await meanwhile()
  await ended
}

function progressOf({ child }: Started): { opened: Promise<void>; ended: Promise<void> } {
  const opened = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const late = AbortSignal.timeout(LONGEST_MS)
  late.addEventListener('abort', () => child.kill('SIGKILL'))
  child.stdout?.on('data', () => opened.resolve())
  child.once('close', (code) => {
    const why = new Error(`the streams' reader ended with ${code}`)
    opened.reject(why)
    if (code === 0) ended.resolve()
    else ended.reject(why)
  })
  // Whoever waits for the first hears of a failure there.
  ended.promise.catch(() => undefined)
  return { opened: opened.promise, ended: ended.promise }
}

function commandOf(contestant: Contestant, { model, streams, events }: Streams): string[] {
  const { url, headers } = contestant.call(model)
  const job = {
    url,
    headers: { ...headers, 'content-type': 'application/json', authorization: `Bearer ${contestant.keys[0]}` },
    body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'hi' }] }),
    streams,
    events,
  }
  return [process.execPath, 'bench/live-load.ts', JSON.stringify(job)]
}
