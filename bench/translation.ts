// What translating a stream costs beside forwarding it: processor time of the gateway's own thread for each event, in one run.
//   node bench/translation.ts
// Exits non-zero when an event costs more than three times one that is forwarded in the upstream's protocol, alone as vendors send
// them or together with many, or when it costs more the longer its stream is.
import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { startGateway } from '../test/e2e/gateway.ts'
import { addNarrow } from '../test/e2e/narrow.ts'
import { startVendor } from '../test/vendor/server.ts'

const IDS = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate'] as const
type Id = (typeof IDS)[number]

const messages = [{ role: 'user', content: 'hi' }]
/** How each protocol asks for a stream of the model. */
const CALLS: Record<Id, (model: string) => { path: string; body: object }> = {
  'openai-chat': (model) => ({ path: '/v1/chat/completions', body: { model, messages, stream: true } }),
  'openai-responses': (model) => ({ path: '/v1/responses', body: { model, input: 'hi', stream: true, store: false } }),
  'anthropic-messages': (model) => ({ path: '/v1/messages', body: { model, messages, max_tokens: 99, stream: true } }),
  'gemini-generate': (model) => ({
    path: `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    body: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
  }),
}

/** Streams of so many events, how many of them are read, and how many at once; `apartMs` between events that come alone. */
const SHAPES = {
  long: { events: 2000, streams: 40, atOnce: 1, apartMs: 0 },
  short: { events: 200, streams: 200, atOnce: 1, apartMs: 0 },
  live: { events: 200, streams: 40, atOnce: 20, apartMs: 10 },
} as const
type Shape = keyof typeof SHAPES
const NAMES = Object.keys(SHAPES) as Shape[]
const MOST = 3
const GROWTH = 1.3

type Job = { url: string; key: string; body: object; streams: number; atOnce: number }

/** Reads streams to their end, so that the gateway's thread does nothing but relay. */
async function readStreams({ url, key, body, streams, atOnce }: Job): Promise<void> {
  let left = streams
  const lane = async () => {
    while (left-- > 0) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

async function vendorThread(): Promise<void> {
  const vendor = await startVendor({ keepBytes: 0 })
  for (const name of NAMES)
    vendor.on(`m-${name}`, {
      text: Array.from({ length: SHAPES[name].events }, (_, i) => `word${i} `),
      usage: { input: 9, output: 9 },
      delays: { eventMs: SHAPES[name].apartMs },
    })
  parentPort?.postMessage(vendor.origin)
}

if (isMainThread) await measure()
else if (workerData === 'vendor') await vendorThread()
else parentPort?.on('message', (job: Job) => void readStreams(job).then(() => parentPort?.postMessage('done')))

async function measure(): Promise<void> {
  const here = new URL(import.meta.url)
  const vendor = new Worker(here, { workerData: 'vendor' })
  const reader = new Worker(here, { workerData: 'reader' })
  const [origin] = (await once(vendor, 'message')) as [string]
  await using gateway = await startGateway()
  for (const offer of IDS)
    for (const name of NAMES) {
      const model = `${offer}-${name}`
      await gateway.addModel(model)
      await addNarrow(gateway, { origin, offer, model, upstreamName: `m-${name}` })
    }
  const { secret: key } = await gateway.addKey()

  /** Microseconds of the main thread for each event of the upstream. */
  async function cost(from: Id, to: Id, name: Shape, share = 1): Promise<number> {
    const { path, body } = CALLS[from](`${to}-${name}`)
    const { events, atOnce } = SHAPES[name]
    const streams = Math.ceil(SHAPES[name].streams * share)
    const done = once(reader, 'message')
    const before = process.threadCpuUsage()
    reader.postMessage({ url: gateway.origin + path, key, body, streams, atOnce } satisfies Job)
    await done
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / (events * streams)
  }

  let failed = false
  for (const to of IDS) {
    for (const from of IDS) await cost(from, to, 'long', 1 / 8)
    const forwarded = { live: await cost(to, to, 'live'), long: await cost(to, to, 'long') }
    process.stdout.write(
      `${to} forwarded: ${forwarded.live.toFixed(1)} µs an event, together ${forwarded.long.toFixed(2)}\n`,
    )
    for (const from of IDS.filter((id) => id !== to)) {
      const [live, long, short] = [
        await cost(from, to, 'live'),
        await cost(from, to, 'long'),
        await cost(from, to, 'short'),
      ]
      const ratio = live / forwarded.live
      const growth = long / short
      const together = long / forwarded.long
      const wrong = Math.max(ratio, together) > MOST || growth > GROWTH
      failed ||= wrong
      process.stdout.write(
        `  for ${from}: ${live.toFixed(1)} µs, ${ratio.toFixed(2)} × (most ${MOST}); together ${long.toFixed(2)} µs, ${together.toFixed(2)} ×; 2,000 beside 200 events ${growth.toFixed(2)} ×${wrong ? '  ✗' : ''}\n`,
      )
    }
  }
  await Promise.all([vendor.terminate(), reader.terminate()])
  if (failed) process.exitCode = 1
}
