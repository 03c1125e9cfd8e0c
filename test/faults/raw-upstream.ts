import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { type Break, BREAKS } from './breaking-caller.ts'

/** What it says to each request, to the letter; `closes`: the answer lasts as long as its connection; `hangsUp`: when so much of a request has come. */
export type RawAnswer = { bytes: Buffer; closes?: boolean; hangsUp?: { afterBytes: number; how: Break } }

/** An upstream that answers each request with the same bytes, and counts those that have come whole. */
export type RawUpstream = AsyncDisposable & {
  origin: string
  readonly asked: number
  set(answer: RawAnswer): void
}

/** Starts one on a loopback port; with a key and a certificate it speaks TLS. */
export async function startRawUpstream(secure?: { key: string; cert: string }): Promise<RawUpstream> {
  const sockets = new Set<Socket>()
  let answer: RawAnswer = { bytes: Buffer.alloc(0) }
  let asked = 0
  const accept = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.setNoDelay(true)
    let heard = Buffer.alloc(0)
    socket.on('data', (bytes: Buffer) => {
      heard = Buffer.concat([heard, bytes])
      const { hangsUp } = answer
      if (hangsUp && heard.length >= hangsUp.afterBytes) {
        // What had been said by then is said before it goes.
        if (answer.bytes.length > 0) socket.write(answer.bytes)
        return BREAKS[hangsUp.how](socket)
      }
      for (let size = sizeOf(heard); size > 0; size = sizeOf(heard)) {
        heard = heard.subarray(size)
        asked += 1
        if (answer.closes) socket.end(answer.bytes)
        else socket.write(answer.bytes)
      }
    })
  }
  const server = secure ? createSecureServer(secure, accept) : createServer(accept)
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: secure ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    get asked() {
      return asked
    },
    set: (next) => void (answer = next),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** How long the first request is; 0: not all of it has come. */
function sizeOf(heard: Buffer): number {
  const head = heard.indexOf('\r\n\r\n') + 4
  if (head < 4) return 0
  const length = Number(/content-length: (\d+)/i.exec(heard.toString('latin1', 0, head))?.[1] ?? 0)
  return heard.length < head + length ? 0 : head + length
}
