import { expect, test } from 'vitest'
import { readBody } from './read-body.ts'

const NAMES = { said: 'text', thought: 'thinking', events: 'events' }
const named = (body: Parameters<typeof readBody>[0]) => readBody(body, NAMES)
const brief = (body: Parameters<typeof readBody>[0]) => named(body).map(({ name, level, text }) => [level, name, text])

test('of a stream the events are told, and the text and the thinking they make', () => {
  const text = [
    ': hello',
    'event: content_block_delta\ndata: {"delta":{"thinking":"Hm"}}',
    'event: content_block_delta\ndata: {"delta":{"text":"Good "}}',
    'event: content_block_delta\ndata: {"delta":{"text":"morning"}}',
    '',
  ].join('\n\n')
  const tree = named({ text, cut: false, protocol: 'anthropic-messages' })
  expect(tree.filter(({ level }) => level === 0)).toMatchObject([
    { name: 'thinking', kind: 'text', text: 'Hm' },
    { name: 'text', kind: 'text', text: 'Good morning' },
    { name: 'events', kind: 'array', whole: true },
  ])
  expect(tree.filter(({ level }) => level === 1).map(({ name }) => name)).toEqual([
    '0 content_block_delta',
    '1 content_block_delta',
    '2 content_block_delta',
  ])
})

test('a stream that was cut ends with the beginning of its last event', () => {
  const text = 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: {"choices":[{"del'
  expect(brief({ text, cut: true, protocol: 'openai-chat' })).toEqual([
    [0, 'text', 'Hi'],
    [0, 'events', ''],
    [1, 0, '{"choices":[{"delta":{"content":"Hi"}}]}'],
    [2, 'choices', '[{"delta":{"content":"Hi"}}]}'],
    [3, 0, '{"delta":{"content":"Hi"}}]}'],
    [4, 'delta', '{"content":"Hi"}}]}'],
    [5, 'content', 'Hi'],
    [1, 1, '{"choices":[{"del'],
    [2, 'choices', '[{"del'],
    [3, 0, '{"del'],
    [4, 'del', ''],
  ])
})

test('what an event has that is no JSON stands as it came, and of other protocols no text is made', () => {
  expect(brief({ text: 'data: [DONE]\n\n', cut: false, protocol: 'openai-completions' })).toEqual([
    [0, 'events', ''],
    [1, 0, '[DONE]'],
  ])
})

test('prose stands as it came', () => {
  expect(named({ text: 'upstream: gone', cut: false, protocol: 'openai-chat' })).toMatchObject([
    { kind: 'text', text: 'upstream: gone', whole: true },
  ])
})
