import { adminCreateProvider } from '../../src/contract/providers.ts'
import { startVendor } from '../vendor/server.ts'
import type { Vendor } from '../vendor/server.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'

type ResponsesProvider = {
  slug: string
  origin: string
  models: { model: string; upstream_name?: string }[]
  priority?: number
}

/** A gateway with a vendor that is asked in the Responses protocol, and in no other. */
export type ResponsesGateway = AsyncDisposable & {
  gateway: Gateway
  vendor: Vendor
  key: string
  addResponsesProvider(facts: ResponsesProvider): Promise<void>
  /** Posts a body as it is, with the key. */
  post(body: unknown, init?: RequestInit & { path?: string }): Promise<Response>
}

/** Starts it with the model `m`, asked upstream as `m-upstream`. */
export async function startResponsesGateway(): Promise<ResponsesGateway> {
  const vendor = await startVendor({ secret: VENDOR_SECRET })
  const gateway = await startGateway()
  const addResponsesProvider = (facts: ResponsesProvider) => createProvider(gateway, facts)
  await gateway.addModel('m')
  const models = [{ model: 'm', upstream_name: 'm-upstream' }]
  await addResponsesProvider({ slug: 'vendor', origin: vendor.origin, models })
  const { secret: key } = await gateway.addKey()
  return {
    gateway,
    vendor,
    key,
    addResponsesProvider,
    post: (body, { path = '/v1/responses', ...init } = {}) =>
      fetch(`${gateway.origin}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...init,
      }),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      await vendor[Symbol.asyncDispose]()
    },
  }
}

async function createProvider(
  gateway: Gateway,
  { slug, origin, models, priority = 100 }: ResponsesProvider,
): Promise<void> {
  await gateway.call(adminCreateProvider, {
    body: {
      slug,
      name: slug,
      preset: 'custom',
      priority,
      allow_private: true,
      endpoints: [{ dialect: 'openai', base_url: `${origin}/v1`, protocols: ['responses'] }],
      credentials: [{ secret: VENDOR_SECRET }],
      routes: models,
    },
  })
}
