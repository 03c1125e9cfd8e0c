import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../src/core/json.ts'
import { DIALECTS, type Dialect } from '../../src/core/protocol.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { reached } from './figures.ts'
import { FORM_NAMES, FORMS, wordsIn } from './forms.ts'
import { type Stage, startStage } from './stage.ts'

const WAYS: readonly (readonly Dialect[])[] = [DIALECTS, ...DIALECTS.map((one) => [one])]

const parts = new AsyncDisposableStack()
let stage: Stage
let vendor: Vendor

beforeAll(async () => {
  vendor = parts.use(await startVendor())
  stage = parts.use(await startStage())
  for (const streams of [true, false]) {
    const origin = await startDeaf(streams)
    for (const dialects of WAYS) {
      const model = modelOf(streams, dialects)
      await stage.addModel(model)
      await stage.addWay({ model, origin, dialects })
    }
  }
})
afterAll(() => parts.disposeAsync())

const modelOf = (streams: boolean, dialects: readonly string[]) =>
  `${streams ? 'events' : 'documents'}-of-${dialects.join('-')}`

/** A server that answers as the vendor does, but in one form, whichever is asked for. */
async function startDeaf(streams: boolean): Promise<string> {
  const verb = streams ? ':streamGenerateContent?alt=sse' : ':generateContent'
  const form = { stream: streams, ...(streams && { stream_options: { include_usage: true } }) }
  const answered = async (request: IncomingMessage, reply: ServerResponse) => {
    const url = (request.url ?? '').replace(/:(?:streamG|g)enerateContent.*/, verb)
    const { stream_options: _options, ...asked } = (await json(request)) as Json
    const answer = await fetch(vendor.origin + url, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({ ...asked, ...(!url.includes('enerateContent') && form) }),
    })
    reply.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    reply.end(await answer.text())
  }
  const server = createServer((request, reply) => void answered(request, reply)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  parts.defer(() => void server.close())
  parts.defer(() => server.closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Every form in which an answer is asked for, of servers that speak all dialects or one, and know the other form alone. */
const CASES = [true, false].flatMap((stream) =>
  FORM_NAMES.filter((form) => stream || form !== 'array').flatMap((form) =>
    WAYS.map((dialects) => ({ stream, form, model: modelOf(!stream, dialects) })),
  ),
)

test('U9 a document for a stream is told as one, and events for a document are gathered, in each protocol and across them', async () => {
  vendor.script({ text: ['Hello', ' from', ' 玉门.'], usage: { input: 70, output: 20 } })
  for (const { stream, form, model } of CASES) {
    const what = `${form} by ${model}`
    const response = await stage.send(form, { model, stream })
    const text = await response.text()
    const isEvents = stream && form !== 'array'
    const type = isEvents ? 'text/event-stream' : 'application/json'
    expect([what, response.status, response.headers.get('content-type')]).toEqual([what, 200, type])
    expect([what, wordsIn(text)]).toEqual([what, expect.stringContaining('Hello from 玉门.')])
    expect([what, isEvents || JSON.parse(text) !== undefined]).toEqual([what, true])
    expect([what, text.endsWith('data: [DONE]\n\n')]).toEqual([what, stream && form === 'chat'])
    expect([what, FORMS[form].failure.test(text)]).toEqual([what, false])
  }
  const { rows, balance } = await stage.books()
  expect([rows.length, balance]).toEqual([CASES.length, true])
  for (const row of rows)
    expect(row).toMatchObject({ status: 'succeeded', usage_source: 'upstream', input: 70, output: 20 })
  reached(
    'U9',
    `${CASES.length} answers in the other form than was asked for became that one, each charged once by its usage`,
  )
}, 60_000)
