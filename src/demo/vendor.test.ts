import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { systemClock } from '../core/time.ts'
import { balanceUrl, readBalance } from '../providers/balance.ts'
import { openrouter } from '../providers/openrouter.ts'
import { CAST_BALANCE } from './cast.ts'
import { diceOf } from './dice.ts'
import { startDemoVendor } from './vendor.ts'

const start = () => startDemoVendor({ clock: systemClock, dice: diceOf(1), models: ['m1', 'm2'], speed: 200 })

test('it streams English to the OpenAI library and tells what it used', async () => {
  await using vendor = await start()
  const client = new OpenAI({ apiKey: 'any', baseURL: `${vendor.origin}/v1`, maxRetries: 0 })
  const stream = await client.chat.completions.create({
    model: 'm1',
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'user', content: 'How are you?' }],
  })
  const pieces: string[] = []
  let usage: OpenAI.CompletionUsage | null | undefined
  for await (const chunk of stream) {
    if (chunk.choices[0]?.delta.content) pieces.push(chunk.choices[0].delta.content)
    usage = chunk.usage
  }
  expect(pieces.join('')).toContain('in the name of m1. You said: “How are you?”.')
  expect(pieces.join('')).not.toContain('  ')
  expect(usage?.completion_tokens).toBe(pieces.length)
})

test('it answers the Responses API of the OpenAI library, streamed and whole', async () => {
  await using vendor = await start()
  const client = new OpenAI({ apiKey: 'any', baseURL: `${vendor.origin}/v1`, maxRetries: 0 })
  const asked = { model: 'm1', input: [{ role: 'user' as const, content: 'How are you?' }] }
  const whole = await client.responses.create(asked)
  expect(whole.output_text).toContain('in the name of m1. You said: “How are you?”.')
  const streamed = await client.responses.stream(asked).finalResponse()
  expect(streamed.output_text).toBe(whole.output_text)
  expect(streamed.usage).toEqual(whole.usage)
})

test('it tells what is left as the vendor does that can be asked', async () => {
  await using vendor = await start()
  const { balance } = openrouter
  if (!balance) throw new Error('there is nothing to ask')
  const answer = await fetch(balanceUrl(balance, `${vendor.origin}/v1`))
  expect(readBalance(balance, await answer.text(), '127.0.0.1')).toEqual(CAST_BALANCE.told)
})

test('it answers Chinese in Chinese to the Anthropic library', async () => {
  await using vendor = await start()
  const client = new Anthropic({ apiKey: 'any', baseURL: vendor.origin, maxRetries: 0 })
  const asked = { model: 'm2', max_tokens: 100, messages: [{ role: 'user' as const, content: '你好吗？' }] }
  const message = await client.messages.create(asked)
  expect(message.content[0]).toMatchObject({ type: 'text', text: expect.stringContaining('你说的是：“你好吗？”') })
  const streamed = await client.messages.stream(asked).finalMessage()
  expect(streamed.content).toEqual(message.content)
  expect(streamed.usage.output_tokens).toBe(message.usage.output_tokens)
})

test('it answers the Google library, streamed and whole, and counts tokens', async () => {
  await using vendor = await start()
  const { models } = new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: vendor.origin } })
  const asked = { model: 'm2', contents: '你好吗？' }
  const whole = await models.generateContent(asked)
  expect(whole.text).toContain('以 m2 的名义应答。你说的是：“你好吗？”')
  const pieces: string[] = []
  for await (const chunk of await models.generateContentStream(asked)) pieces.push(chunk.text ?? '')
  expect(pieces.join('')).toBe(whole.text)
  expect(await models.countTokens(asked)).toMatchObject({ totalTokens: whole.usageMetadata?.promptTokenCount })
  const names: (string | undefined)[] = []
  for await (const model of await models.list()) names.push(model.name)
  expect(names).toEqual(['models/m1', 'models/m2'])
})

test('it lists the models it was given', async () => {
  await using vendor = await start()
  const client = new OpenAI({ apiKey: 'any', baseURL: `${vendor.origin}/v1`, maxRetries: 0 })
  expect((await client.models.list()).data.map((model) => model.id)).toEqual(['m1', 'm2'])
})

test('what it cannot answer it refuses in the dialect', async () => {
  await using vendor = await start()
  const post = (path: string, body: string) => fetch(`${vendor.origin}${path}`, { method: 'POST', body })
  expect((await post('/v1/nothing', '{}')).status).toBe(404)
  expect((await post('/v1/chat/completions', '{')).status).toBe(400)
  const incomplete = await post('/v1/messages', '{"model":"m1","messages":[{"role":"user","content":"hi"}]}')
  expect(incomplete.status).toBe(400)
  expect(await incomplete.json()).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } })
})
