// Reads many live streams at once: writes `open` when all have begun, and at the end how late their events were.
//   node bench/live-load.ts '{ url, headers, body, streams, events }'
// Fails when a stream lacks an event or its end.
import { request } from 'node:http'

type Job = { url: string; headers: Record<string, string>; body: string; streams: number; events: number }

const { url, headers, body, streams, events } = JSON.parse(process.argv[2] ?? '') as Job
/** So many chunks go by between two whose delay is noted. */
const EVERY = 10
const delaysMs: number[] = []
let begun = 0
let chunks = 0

function note(text: string): void {
  const sent = /"content":"([\d.]+) "/.exec(text)?.[1]
  if (sent) delaysMs.push(performance.timeOrigin + performance.now() - Number(sent))
}

function read(): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent: false, headers, timeout: 30_000 })
    call.on('timeout', () => call.destroy(new Error('nothing came for half a minute')))
    call.on('error', reject)
    call.on('response', (answer) => {
      let seen = 0
      let last = ''
      begun += 1
      if (begun === streams) process.stdout.write('open\n')
      answer.setEncoding('latin1')
      answer.on('data', (text: string) => {
        chunks += 1
        if (chunks % EVERY === 0) note(text)
        for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n', at + 2)) seen += 1
        last = text
      })
      answer.on('end', () => {
        // The last event is followed by its finish and [DONE], and by its usage where nobody takes it out who asked for it himself.
        const whole = seen === events + 2 || seen === events + 3
        if (answer.statusCode === 200 && last.endsWith('data: [DONE]\n\n') && whole) resolve()
        else reject(new Error(`${answer.statusCode}: ${seen} events, then ${last.slice(-200)}`))
      })
      answer.on('error', reject)
    })
    call.end(body)
  })
}

await Promise.all(Array.from({ length: streams }, read))
delaysMs.sort((a, b) => a - b)
const quantile = (share: number) => delaysMs[Math.floor(delaysMs.length * share)] ?? 0
process.stdout.write(`${JSON.stringify({ p50Ms: quantile(0.5), p99Ms: quantile(0.99) })}\n`)
