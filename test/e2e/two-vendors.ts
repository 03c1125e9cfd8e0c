import { startVendor, type Vendor } from '../vendor/server.ts'
import { type Gateway, startGateway } from './gateway.ts'

/** The real gateway with the model `m`, a provider in front of each of two vendors, and a key. */
export type TwoVendors = AsyncDisposable & {
  /** Asked first. */
  first: Vendor
  /** Asked when the first fails; it says so. */
  second: Vendor
  gateway: Gateway
  key: string
  keyId: string
  /** Sends a request to the relay; a text goes out as it is. */
  send(body: unknown, options?: SendOptions): Promise<Response>
  /** Lets both vendors answer well again, and the gateway know it. */
  heal(): Promise<void>
}

type SendOptions = { headers?: Record<string, string>; path?: string; method?: string; signal?: AbortSignal }

/** The smallest turn there is. */
export const CHAT = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }

export type ErrorAnswer = { error: { code: string; type: string; message: string } }

/** Starts the gateway between two vendors. */
export async function startBetweenTwo(): Promise<TwoVendors> {
  await using parts = new AsyncDisposableStack()
  const first = parts.use(await startVendor())
  const second = parts.use(await startVendor())
  const gateway = parts.use(await startGateway())
  await gateway.addModel('m')
  await gateway.addProvider({ slug: 'first', vendor: first, models: ['m'], priority: 1 })
  await gateway.addProvider({ slug: 'second', vendor: second, models: ['m'], priority: 2 })
  const { secret: key, id: keyId } = await gateway.addKey()
  const owned = parts.move()
  return {
    first,
    second,
    gateway,
    key,
    keyId,
    send: (body, { headers, path = '/v1/chat/completions', method = 'POST', signal } = {}) =>
      fetch(gateway.origin + path, {
        method,
        headers: { 'content-type': 'application/json', ...(headers ?? { authorization: `Bearer ${key}` }) },
        ...(method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      }),
    heal: async () => {
      first.script({})
      second.script({ text: 'from the second' })
      await gateway.recover()
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The id a reply says its request has. */
export function idOf(response: Response): string {
  return response.headers.get('x-yumen-request-id') ?? ''
}
