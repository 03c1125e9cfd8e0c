import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What arrived at a webhook, and whether its signature is the one docs/operating.md tells. */
type Arrived = { rule: string; title: string; text: string; signed: boolean }

/** A webhook of the test's own on this machine. */
export type Hook = AsyncDisposable & { url: string; arrived: readonly Arrived[] }

/** Listens on a loopback port and takes whatever comes. */
export async function startHook(key: string): Promise<Hook> {
  const arrived: Arrived[] = []
  const server = createServer((request, response) => void take(request).then(() => response.end()))
  const take = async (request: IncomingMessage) => {
    const body = await text(request)
    const { rule, title, text: said } = JSON.parse(body) as Arrived
    const wanted = createHmac('sha256', key).update(`${String(request.headers['x-yumen-timestamp'])}.${body}`)
    const signed = request.headers['x-yumen-signature'] === `sha256=${wanted.digest('hex')}`
    arrived.push({ rule, title, text: said, signed })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrived,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
