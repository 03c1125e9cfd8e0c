import { expect, test } from 'vitest'
import { openaiChat } from '../openai-chat/openai-chat.ts'
import { openaiChatCodec } from '../openai-chat/codec.ts'
import { openaiResponses } from '../openai-responses/openai-responses.ts'
import { openaiResponsesCodec } from '../openai-responses/codec.ts'
import type { Quirks } from './quirks.ts'
import { translatedTurn } from './translated-turn.ts'

/** A request of chat with a custom tool, as a server of Responses is asked. */
function asked(quirks: Quirks) {
  const tools = [{ type: 'custom', custom: { name: 'ApplyPatch', description: 'd' } }]
  const body = Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'x' }], tools }))
  const incoming = { path: '/v1/chat/completions', query: new URLSearchParams(), body }
  return translatedTurn({
    incoming,
    turn: openaiChat.read(incoming),
    from: openaiChatCodec,
    to: openaiResponsesCodec,
    upstream: openaiResponses,
    addressee: { model: 'u', maxOutput: null, quirks },
    about: { id: 'r', created: 1 },
  })
}
const toolsOf = (turn: ReturnType<typeof asked>) => JSON.parse(Buffer.from(turn.addressedTo('u').body).toString()).tools

test('a plain server of Responses is offered a custom tool as a function, and its call comes back as plain text', () => {
  const turn = asked({ plainFields: true })
  expect(toolsOf(turn)).toMatchObject([{ type: 'function', name: 'ApplyPatch', parameters: { required: ['input'] } }])
  const call = { type: 'function_call', call_id: 'c', name: 'ApplyPatch', arguments: '{"input":"*** Begin"}' }
  const answer = { id: 'resp_1', model: 'u', status: 'completed', output: [call] }
  const tap = turn.tap()
  const told = tap.push(Buffer.from(JSON.stringify(answer))).toString() + tap.flush().toString()
  expect(JSON.parse(told).choices[0].message.tool_calls).toMatchObject([
    { type: 'custom', custom: { name: 'ApplyPatch', input: '*** Begin' } },
  ])
})

test('OpenAI is offered it as it is', () => {
  expect(toolsOf(asked({}))).toEqual([{ type: 'custom', name: 'ApplyPatch', description: 'd' }])
})
