// Reads many live streams and says how late their events were: `{ events, p99Ms }` on one line.
//   node bench/live-load.ts <url> <key> <streams>
import { request } from 'node:http'

const [url = '', key = '', streams = '500'] = process.argv.slice(2)
const body = JSON.stringify({ model: 'live', stream: true, messages: [{ role: 'user', content: 'hi' }] })
const late: number[] = []
let events = 0

function read(): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    })
    call.on('error', reject)
    call.on('response', (answer) => {
      answer.on('data', (chunk: Buffer) => {
        const now = performance.timeOrigin + performance.now()
        for (const [, sent] of chunk.toString().matchAll(/"content":"([\d.]+) "/g)) {
          events += 1
          if (events % 20 === 0) late.push(now - Number(sent))
        }
      })
      answer.on('end', resolve)
    })
    call.end(body)
  })
}

await Promise.all(Array.from({ length: Number(streams) }, read))
late.sort((a, b) => a - b)
process.stdout.write(`${JSON.stringify({ events, p99Ms: late[Math.floor(late.length * 0.99)] ?? 0 })}\n`)
