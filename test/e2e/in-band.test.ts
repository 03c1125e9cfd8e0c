import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CHAT, idOf, startBetweenTwo, type TwoVendors } from './two-vendors.ts'

let stage: TwoVendors

beforeAll(async () => {
  stage = await startBetweenTwo()
})
beforeEach(() => stage.heal())
afterAll(() => stage[Symbol.asyncDispose]())

const EVENTS = { 'content-type': 'text/event-stream' }
const tape = (name: string) => readFileSync(new URL(`../tapes/openai-chat/${name}.sse`, import.meta.url), 'utf8')
const baseResp = (status_code: number) => ({
  choices: null,
  base_resp: { status_code, status_msg: 'the vendor’s words' },
})

test.each([
  ['MiniMax, whole', false, { body: JSON.stringify(baseResp(1008)) }],
  ['MiniMax, streamed', true, { body: tape('minimax-balance'), headers: EVENTS }],
  ['OpenRouter, whole', false, { body: JSON.stringify({ error: { code: 502, message: 'gone' } }) }],
  ['OpenRouter, streamed', true, { body: tape('openrouter-error-first'), headers: EVENTS }],
])('a failure that comes with status 200 is one: another provider answers (%s)', async (_who, stream, script) => {
  stage.first.script(script)
  const response = await stage.send({ ...CHAT, stream })
  expect(await response.text()).toContain('from the second')
  const { attempts, status } = await stage.gateway.row(idOf(response))
  expect(status).toBe('succeeded')
  expect(attempts.map(({ error }) => error)).toEqual(['in_band', null])
})

test('what such a failure says about the caller’s own request reaches them as it is, and costs nothing', async () => {
  const body = JSON.stringify(baseResp(1026))
  stage.first.script({ body })
  const response = await stage.send(CHAT)
  expect(await response.text()).toBe(body)
  const row = await stage.gateway.row(idOf(response))
  expect(row).toMatchObject({ status: 'failed', error: { class: 'base_resp_1026' }, cost: '0' })
  expect(row.attempts).toHaveLength(1)
})

test('the first chunk of Azure’s, which has no choices, is passed on as content-free', async () => {
  stage.first.script({ body: tape('azure-filter-chunk'), headers: EVENTS })
  const response = await stage.send({ ...CHAT, stream: true, stream_options: { include_usage: true } })
  expect(await response.text()).toBe(tape('azure-filter-chunk'))
  expect(await stage.gateway.row(idOf(response))).toMatchObject({ status: 'succeeded', usage: { input: 5, output: 2 } })
})
