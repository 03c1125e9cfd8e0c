import { GoogleGenAI } from '@google/genai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SideGateway, startSideGateway } from './side.ts'

let gateway: SideGateway
let client: GoogleGenAI

beforeAll(async () => {
  gateway = await startSideGateway()
  client = new GoogleGenAI({ apiKey: gateway.key, httpOptions: { baseUrl: gateway.origin } })
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('embeddings of Google’s library come through under the upstream’s name, and are billed as it tells', async () => {
  const answer = await client.models.embedContent({
    model: 'm',
    contents: ['玉门', 'gate'],
    config: { outputDimensionality: 3 },
  })
  expect(answer.embeddings?.map(({ values }) => values)).toEqual([
    [0.25, -1, 0],
    [0.25, -1, 1],
  ])
  const { path, body } = gateway.vendor.last()
  expect(path).toBe('/v1/models/m-upstream:batchEmbedContents')
  expect(body.toString()).toContain('玉门')
  const row = await gateway.row(answer.sdkHttpResponse?.headers?.['x-yumen-request-id'] ?? '')
  expect(row).toMatchObject({ status: 'succeeded', protocol: 'gemini-embed', model: 'm', usage_source: 'upstream' })
  // 9×2 micro-dollars
  expect(row).toMatchObject({ usage: { input: 9, output: 0 }, cost: '0.000018', stream: false })
})

test('a request the upstream refuses is told in its own words', async () => {
  await expect(client.models.embedContent({ model: 'm', contents: [] })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('model does not match'),
  })
})
