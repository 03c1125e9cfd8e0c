// An upstream of many live streams at a steady rate: each event says when it was sent.
//   node bench/paced.ts <port> <events a second> <seconds>
import { createServer, type ServerResponse } from 'node:http'

const [port = 19120, rate = 50, seconds = 10] = process.argv.slice(2).map(Number)
const live = new Map<ServerResponse, number>()

setInterval(() => {
  const now = performance.timeOrigin + performance.now()
  const content = JSON.stringify(`${now.toFixed(2)} `)
  const event = `data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":${content}},"finish_reason":null}]}\n\n`
  for (const [reply, left] of live) {
    if (left > 0) reply.write(event)
    else reply.end(END)
    if (left > 0) live.set(reply, left - 1)
    else live.delete(reply)
  }
}, 1000 / rate)

const END = `data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":9,"total_tokens":18}}\n\ndata: [DONE]\n\n`

createServer((request, reply) => {
  request.resume()
  reply.writeHead(200, { 'content-type': 'text/event-stream' })
  live.set(reply, rate * seconds)
  reply.once('close', () => live.delete(reply))
}).listen(port, '127.0.0.1', 4096)
