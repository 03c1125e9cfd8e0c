import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import undici from 'undici'
import { startLanes } from './test-lanes.ts'

const CHAT = { id: 'c', object: 'chat.completion', created: 0, model: 'm', choices: [] }
const MESSAGE = { id: 'm', type: 'message', role: 'assistant', content: [], model: 'm', usage: {} }

test('what the usual clients send is plain: none of it needs node’s parser', async () => {
  await using lanes = await startLanes(async (arrival) => {
    await arrival.read(1e6, () => true)
    const text = JSON.stringify(arrival.url.endsWith('/messages') ? MESSAGE : CHAT)
    arrival.reply.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
    arrival.reply.end(text)
  })
  const { origin } = lanes.server
  const messages = [{ role: 'user' as const, content: 'hi' }]
  const openai = new OpenAI({ apiKey: 'k', baseURL: `${origin}/v1` })
  const anthropic = new Anthropic({ apiKey: 'k', baseURL: origin })
  for (let times = 0; times < 2; times += 1) {
    await openai.chat.completions.create({ model: 'm', messages })
    await anthropic.messages.create({ model: 'm', max_tokens: 1, messages })
    await (await fetch(`${origin}/v1/x`, { method: 'POST', body: '{}' })).text()
    await (await undici.request(`${origin}/v1/x`, { method: 'POST', body: '{}' })).body.text()
    const call = request(`${origin}/v1/x`, { method: 'POST', headers: { 'content-length': 2 } }).end('{}')
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
  }
  expect(lanes.taken).toEqual({ plain: 10, node: 0 })
})
