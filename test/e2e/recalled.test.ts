import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPatchSettings } from '../../src/contract/admin-settings.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { startGateway, type Gateway, VENDOR_SECRET } from './gateway.ts'
import { addNarrow } from './narrow.ts'

let vendor: Vendor
let gateway: Gateway
const parts = new AsyncDisposableStack()

beforeAll(async () => {
  vendor = parts.use(await startVendor({ secret: VENDOR_SECRET }))
  gateway = parts.use(await startGateway())
  await gateway.addModel('m')
  await addNarrow(gateway, { origin: vendor.origin, offer: 'openai-chat', model: 'm' })
  await gateway.call(adminPatchSettings, { body: { values: { 'relay.max_body_mib': 1 } } })
})
afterAll(() => parts.disposeAsync())

const someone = async () =>
  new OpenAI({ apiKey: (await gateway.addKey()).secret, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })

test.each([false, true])(
  'what a translated answer is gone on from reaches the vendor whole, and is refused where it is more than a body (stream: %s)',
  async (stream) => {
    const openai = await someone()
    const story = `a long story ${'and so on '.repeat(4000)}`
    vendor.script({ text: [story] })
    const first = await openai.responses.create({ model: 'm', input: 'tell me' })
    const [told] = first.output
    const ask = async (asked: object) => {
      const request = { model: 'm', input: 'and then?', stream, ...asked } as const
      const answer: unknown = await openai.responses.create(request as OpenAI.Responses.ResponseCreateParams)
      if (stream) for await (const _ of answer as AsyncIterable<unknown>);
      return (await vendor.arrival(vendor.served.length - 1)).body.toString()
    }
    const asked = await ask({ previous_response_id: first.id })
    for (const words of ['tell me', story, 'and then?']) expect(asked).toContain(words)
    const references = (count: number) => ({
      input: [
        { role: 'user', content: 'this' },
        ...Array.from({ length: count }, () => ({ type: 'item_reference', id: told?.id })),
      ],
    })
    expect((await ask(references(3))).split('a long story')).toHaveLength(4)
    const before = vendor.served.length
    await expect(ask(references(4000))).rejects.toMatchObject({ status: 413 })
    expect(vendor.served).toHaveLength(before)
    await expect(ask({ previous_response_id: 'resp_nobody' })).rejects.toMatchObject({
      code: 'previous_response_not_found',
    })
  },
)
