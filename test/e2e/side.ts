import { adminCreateProvider } from '../../src/contract/providers.ts'
import type { RequestDetail } from '../../src/contract/usage.ts'
import { type SideVendor, startSideVendor } from '../vendor/side.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'

// USD per million tokens, and for each request and search.
const PRICE = { input: '2', output: '10', audio_in: '6', image_in: '8', image_out: '40' }
const BY_REQUEST = { ...PRICE, per_request: '0.01' }

/** A gateway in front of a vendor of everything beside chat. */
export type SideGateway = AsyncDisposable & {
  origin: string
  vendor: SideVendor
  key: string
  /** The row of a response's request. */
  rowOf(response: { headers: Headers }): Promise<RequestDetail>
  row: Gateway['row']
  /** Sends JSON with the key, unless the headers say otherwise. */
  post(path: string, body: string | Buffer<ArrayBuffer>, headers?: Record<string, string>): Promise<Response>
}

/**
 * Starts both, with `m` (asked as `m-upstream`), `old` (which tells less and costs a cent a request), `whisper` (sold by the second),
 * `tts` (by the character) and `cohere`.
 */
export async function startSideGateway(): Promise<SideGateway> {
  const vendor = await startSideVendor(VENDOR_SECRET)
  const gateway = await startGateway()
  await gateway.addModel('m', { price: PRICE })
  await gateway.addModel('old', { price: BY_REQUEST })
  await gateway.addModel('whisper', { price: { audio_in: '100' } })
  await gateway.addModel('tts', { price: { input: '2' } })
  await gateway.addModel('omni-moderation-latest', { price: { input: '0' } })
  await gateway.addModel('cohere', { price: { input: '1', per_search: '0.002' } })
  await addProvider(gateway, vendor, 'v1', {
    m: 'm-upstream',
    old: 'old-upstream',
    whisper: 'old-upstream',
    tts: 'old-upstream',
    'omni-moderation-latest': undefined,
  })
  await addProvider(gateway, vendor, 'v2', { cohere: 'rerank-v4' })
  const { secret: key } = await gateway.addKey()
  return {
    origin: gateway.origin,
    vendor,
    key,
    row: (id) => gateway.row(id),
    rowOf: ({ headers }) => gateway.row(headers.get('x-yumen-request-id') ?? ''),
    post: (path, body, headers = {}) =>
      fetch(gateway.origin + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body,
      }),
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]()
      await vendor[Symbol.asyncDispose]()
    },
  }
}

type Routes = Record<string, string | undefined>

async function addProvider(gateway: Gateway, vendor: SideVendor, version: string, routes: Routes): Promise<void> {
  await gateway.call(adminCreateProvider, {
    body: {
      slug: version,
      name: version,
      preset: 'custom',
      allow_private: true,
      credentials: [{ secret: VENDOR_SECRET }],
      endpoints: [
        {
          dialect: 'openai',
          base_url: `${vendor.origin}/${version}`,
          protocols: ['completions', 'embeddings', 'images', 'audio', 'moderations', 'rerank'],
        },
        { dialect: 'anthropic', base_url: vendor.origin },
        { dialect: 'gemini', base_url: vendor.origin, protocols: ['embeddings'] },
      ],
      routes: Object.entries(routes).map(([model, name]) => ({ model, ...(name && { upstream_name: name }) })),
    },
  })
}
