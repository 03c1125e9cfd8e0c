import { adminCreateProvider } from '../../src/contract/providers.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'

/** What an upstream offers that speaks one protocol only, and where its base URL ends. */
const OFFERS = {
  'openai-chat': { dialect: 'openai', capability: 'chat', path: '/v1' },
  'openai-responses': { dialect: 'openai', capability: 'responses', path: '/v1' },
  'anthropic-messages': { dialect: 'anthropic', capability: 'messages', path: '' },
  'gemini-generate': { dialect: 'gemini', capability: 'generate', path: '' },
  'gemini-interactions': { dialect: 'gemini', capability: 'interactions', path: '' },
  'openai-embeddings': { dialect: 'openai', capability: 'embeddings', path: '/v1' },
  'openai-images': { dialect: 'openai', capability: 'images', path: '/v1' },
  'openai-audio': { dialect: 'openai', capability: 'audio', path: '/v1' },
  'openai-realtime': { dialect: 'openai', capability: 'realtime', path: '/v1' },
  rerank: { dialect: 'openai', capability: 'rerank', path: '/v1' },
  'gemini-embed': { dialect: 'gemini', capability: 'embeddings', path: '' },
} as const
type Offer = keyof typeof OFFERS

/** Puts a model behind an upstream that speaks one protocol only, under the name `m-upstream` unless told another. */
export async function addNarrow(
  gateway: Pick<Gateway, 'call'>,
  {
    origin,
    offer,
    model,
    upstreamName = 'm-upstream',
  }: { origin: string; offer: Offer; model: string; upstreamName?: string },
): Promise<void> {
  const { dialect, capability, path } = OFFERS[offer]
  await gateway.call(adminCreateProvider, {
    body: {
      slug: model.replaceAll('.', '-'),
      name: model,
      preset: 'custom',
      allow_private: true,
      endpoints: [{ dialect, base_url: origin + path, protocols: [capability] }],
      credentials: [{ secret: VENDOR_SECRET }],
      routes: [{ model, upstream_name: upstreamName }],
    },
  })
}

/** A gateway, the one vendor behind it, and a key. */
export type NarrowGateway = AsyncDisposable & { vendor: Vendor; gateway: Gateway; key: string }

/** Starts one with a model for each offer, called like it and served in that protocol alone. */
export async function startNarrowGateway(offers: readonly Offer[]): Promise<NarrowGateway> {
  await using life = new AsyncDisposableStack()
  const vendor = life.use(await startVendor({ secret: VENDOR_SECRET }))
  const gateway = life.use(await startGateway())
  for (const offer of offers) {
    await gateway.addModel(offer)
    await addNarrow(gateway, { origin: vendor.origin, offer, model: offer })
  }
  const { secret: key } = await gateway.addKey()
  const all = life.move()
  return { vendor, gateway, key, [Symbol.asyncDispose]: () => all[Symbol.asyncDispose]() }
}
