import { expect, test } from 'vitest'
import { readRequest } from '../anthropic-messages/read-request.ts'
import { mediaOfRequest, textOfRequest } from './text-of.ts'

test('everything a model reads as text is there to be counted, and pictures apart from it', () => {
  const request = readRequest({
    model: 'm',
    system: 'Be brief.',
    tools: [{ name: 'weather', description: 'Tells it.', input_schema: { type: 'object' } }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: '玉门?' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
          { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a plain page' } },
          { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'sig' },
          { type: 'tool_use', id: 't', name: 'weather', input: { city: '玉门' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'windy' }] },
    ],
  })
  const lines = ['weather', 'Tells it.', '{"type":"object"}', 'Be brief.', '玉门?', 'a plain page', 'hm', 'weather']
  expect(textOfRequest(request).split('\n')).toEqual([...lines, '{"city":"玉门"}', 'windy'])
  expect(mediaOfRequest(request)).toBe(2)
})

test('an empty request has no text', () => {
  expect(textOfRequest(readRequest({ model: 'm', messages: [] }))).toBe('')
})
