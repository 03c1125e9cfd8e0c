// The fixed work that the gateway is compared with: parses a request's JSON, passes it on, parses the answer and passes that back.
// Nothing of the gateway is in it, so that it stays the same while the gateway changes.
//   node test/bench/reference.ts <upstream>
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const upstream = process.argv[2] ?? ''
const agent = new Agent({ keepAlive: true })

async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

async function passOn(asked: IncomingMessage, reply: ServerResponse): Promise<void> {
  const body = JSON.stringify(JSON.parse(await textOf(asked)))
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = request(upstream, { method: 'POST', agent, headers }, resolve)
    call.once('error', reject)
    call.end(body)
  })
  const text = JSON.stringify(JSON.parse(await textOf(answer)))
  reply.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  reply.end(text)
}

const server = createServer((asked, reply) => {
  passOn(asked, reply).catch(() => reply.destroy())
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.once('SIGTERM', () => process.exit(0))
