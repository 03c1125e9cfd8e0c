// What translating a stream costs beside forwarding it: processor time of the gateway's own thread for each event, in one run.
//   node bench/translation.ts
// Exits non-zero when a pair costs more than three times the forwarding of the upstream's protocol, or grows with the stream.
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

const EVENTS = 2000
const SHORT = 200
const STREAMS = 40
const MOST = 3
const GROWTH = 1.3

type Job = { url: string; key: string; body: object; streams: number }

/** Reads streams to their end, so that the gateway's thread does nothing but relay. */
async function readStreams({ url, key, body, streams }: Job): Promise<void> {
  for (let i = 0; i < streams; i += 1) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }
}

async function vendorThread(): Promise<void> {
  const vendor = await startVendor({ keepBytes: 0 })
  for (const events of [SHORT, EVENTS])
    vendor.on(`m-${events}`, {
      text: Array.from({ length: events }, (_, i) => `word${i} `),
      usage: { input: 9, output: 9 },
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
    for (const events of [SHORT, EVENTS]) {
      const model = `${offer}-${events}`
      await gateway.addModel(model)
      await addNarrow(gateway, { origin, offer, model, upstreamName: `m-${events}` })
    }
  const { secret: key } = await gateway.addKey()

  /** Microseconds of the main thread for each event of the upstream. */
  async function cost(from: Id, to: Id, events: number, streams: number): Promise<number> {
    const { path, body } = CALLS[from](`${to}-${events}`)
    const done = once(reader, 'message')
    const before = process.threadCpuUsage()
    reader.postMessage({ url: gateway.origin + path, key, body, streams } satisfies Job)
    await done
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / (events * streams)
  }

  let failed = false
  for (const to of IDS) {
    for (const from of IDS) await cost(from, to, EVENTS, 5)
    const forwarded = await cost(to, to, EVENTS, STREAMS)
    process.stdout.write(`${to} forwarded: ${forwarded.toFixed(2)} µs an event\n`)
    for (const from of IDS.filter((id) => id !== to)) {
      const long = await cost(from, to, EVENTS, STREAMS)
      const short = await cost(from, to, SHORT, STREAMS * 5)
      const ratio = long / forwarded
      const growth = long / short
      const wrong = ratio > MOST || growth > GROWTH
      failed ||= wrong
      process.stdout.write(
        `  for ${from}: ${long.toFixed(2)} µs, ${ratio.toFixed(2)} × (most ${MOST}); beside ${SHORT} events ${growth.toFixed(2)} ×${wrong ? '  ✗' : ''}\n`,
      )
    }
  }
  await Promise.all([vendor.terminate(), reader.terminate()])
  if (failed) process.exitCode = 1
}
