import { expect, test } from 'vitest'
import { readRequest } from './read-request.ts'

const hintOf = (part: object) => ('cache' in part ? part.cache : null)

test('a cache hint on a message or a tool is that of all up to there', () => {
  const cache_control = { type: 'ephemeral' }
  const asked = { type: 'function', id: 'c', function: { name: 'f', arguments: '{}' } }
  const { messages, tools } = readRequest({
    model: 'm',
    messages: [
      { role: 'system', content: 'be brief', cache_control },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
        cache_control,
      },
      { role: 'assistant', content: 'c', tool_calls: [asked], cache_control },
      { role: 'tool', tool_call_id: 'c', content: 'd', cache_control: { ...cache_control, ttl: '1h' } },
      { role: 'user', content: 'e' },
    ],
    tools: [{ type: 'function', function: { name: 'f' }, cache_control }],
  })
  const hints = messages.map((message) => (message.role === 'tool' ? message.results : message.parts).map(hintOf))
  expect(hints).toEqual([['5m'], [null, '5m'], [null, '5m'], ['1h'], [null]])
  expect(tools.map(hintOf)).toEqual(['5m'])
})
