// Sends requests at a steady rate, whether or not the ones before are answered, and writes how long each took: one number a line, ms.
//   node bench/steady-load.ts '{ url, headers, keys, body, rate, count }'
// Keys take turns. Fails when an answer is no 200.
import { Agent, request } from 'node:http'

type Job = {
  url: string
  headers: Record<string, string>
  keys: string[]
  body: string
  rate: number
  count: number
}

const { url, headers, keys, body, rate, count } = JSON.parse(process.argv[2] ?? '') as Job
const agent = new Agent({ keepAlive: true, maxSockets: 256, scheduling: 'fifo' })
const tookMs: number[] = []

function ask(key: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const call = request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, authorization: `Bearer ${key}`, 'content-length': Buffer.byteLength(body) },
      timeout: 15_000,
    })
    call.on('timeout', () => call.destroy(new Error('no answer in time')))
    call.on('error', reject)
    call.on('response', (answer) => {
      answer.resume()
      answer.on('error', reject)
      answer.on('end', () => {
        tookMs.push(performance.now() - begun)
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`answered with ${answer.statusCode}`))
      })
    })
    call.end(body)
  })
}

/** The first second is not counted: connections are made and code is warmed. */
async function run(total: number): Promise<void> {
  const begun = performance.now()
  const asked: Promise<void>[] = []
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - begun) / 1000) * rate))
      while (asked.length < due) asked.push(ask(keys[asked.length % keys.length] ?? ''))
      if (asked.length < total) return
      clearInterval(timer)
      resolve()
    }, 1)
  })
  await Promise.all(asked)
}

if (keys.length === 1) {
  await run(rate)
  tookMs.length = 0
}
await run(count)
process.stdout.write(tookMs.map((ms) => ms.toFixed(3)).join('\n'))
agent.destroy()
