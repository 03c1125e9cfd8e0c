// A vendor of live streams at a steady rate, each beginning at a moment of its own; every event says when it was sent.
// `/live/…` sends 50 events a second for 10 seconds, `/slow/…` 2 a second for 20; anything but a request for a stream is refused.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LIVE_EVENTS, LIVE_RATE, SLOW_EVENTS, SLOW_RATE } from './live-shape.ts'

type Live = { reply: ServerResponse; left: number }

/** Each stream has a slot, one a millisecond, so that streams do not all speak at once. */
function pace(eventsPerSecond: number, events: number): (reply: ServerResponse) => void {
  const slots = Array.from({ length: 1000 / eventsPerSecond }, () => new Set<Live>())
  const end = endAfter(events)
  let turn = 0
  let next = 0
  const begun = performance.now()
  setInterval(() => {
    const due = Math.floor(performance.now() - begun)
    for (; turn < due; turn += 1) {
      const slot = slots[turn % slots.length]
      if (slot) speak(slot, end)
    }
  }, 1)
  return (reply) => {
    const slot = slots[next % slots.length]
    next += 7
    const live = { reply, left: events }
    slot?.add(live)
    reply.once('close', () => slot?.delete(live))
  }
}

function speak(slot: Set<Live>, end: string): void {
  for (const live of slot) {
    if (live.left === 0) {
      slot.delete(live)
      live.reply.end(end)
    } else {
      live.left -= 1
      live.reply.write(eventAt(performance.timeOrigin + performance.now()))
    }
  }
}

function eventAt(nowMs: number): string {
  return `data: {"id":"chatcmpl-abc","object":"chat.completion.chunk","created":1760000000,"model":"gpt-4o-mini","service_tier":"default","system_fingerprint":"fp_1","choices":[{"index":0,"delta":{"content":"${nowMs.toFixed(2)} "},"logprobs":null,"finish_reason":null}]}\n\n`
}

/** Says how many tokens it was, as vendors do: by that the gateway expects the next answer's length. */
const endAfter = (events: number) =>
  `data: {"id":"chatcmpl-abc","object":"chat.completion.chunk","created":1760000000,"model":"gpt-4o-mini","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: {"id":"chatcmpl-abc","object":"chat.completion.chunk","created":1760000000,"model":"gpt-4o-mini","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":${events},"total_tokens":${events + 9}}}\n\ndata: [DONE]\n\n`

async function serve(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString()
  const asked = text.startsWith('{') ? (JSON.parse(text) as { stream?: boolean; messages?: unknown[] }) : {}
  if (asked.stream !== true || !asked.messages?.length) return void reply.writeHead(400).end()
  reply.writeHead(200, { 'content-type': 'text/event-stream' })
  reply.flushHeaders()
  if (request.url?.startsWith('/slow/')) slow(reply)
  else live(reply)
}

const live = pace(LIVE_RATE, LIVE_EVENTS)
const slow = pace(SLOW_RATE, SLOW_EVENTS)
const server = createServer((request, reply) => {
  serve(request, reply).catch(() => reply.destroy())
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', 8192, () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
