import { createOpenAI } from '@ai-sdk/openai'
import { expect, test } from 'vitest'
import { NO_USAGE } from '../../core/usage.ts'
import type { Block, Piece } from '../translate/piece.ts'
import { openaiChatCodec } from './codec.ts'

const about = { id: 'r1', model: 'my-model', created: 1_763_600_000, usageAsked: true, asked: {} }
const end: Piece = { type: 'end' }
const start: Piece = { type: 'start', id: 'other', model: 'theirs' }
const finish = (reason: Extract<Piece, { type: 'finish' }>['reason']): Piece => ({
  type: 'finish',
  reason,
  stopSequence: null,
})
const block = (
  index: number,
  of: Block,
  texts: string[],
  signature: Extract<Piece, { type: 'close' }>['signature'] = null,
) => [
  { type: 'open', index, block: of } as const,
  ...texts.map((text) => ({ type: 'delta', index, text }) as const),
  { type: 'close', index, signature } as const,
]
const usage: Piece = {
  type: 'usage',
  usage: {
    ...NO_USAGE,
    input: 10,
    cacheRead: 5,
    cacheWrite5m: 2,
    cacheWrite1h: 1,
    audioIn: 4,
    imageIn: 6,
    output: 7,
    reasoning: 3,
    audioOut: 1,
  },
}
const toldUsage = {
  prompt_tokens: 28,
  completion_tokens: 8,
  total_tokens: 36,
  prompt_tokens_details: { cached_tokens: 5, cache_write_tokens: 3, audio_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 3, audio_tokens: 1 },
}
const call = (id: string | null, form: 'function' | 'custom' = 'function'): Block => ({
  kind: 'call',
  id,
  name: 'f',
  namespace: null,
  form,
})

function written(form: 'events' | 'whole', pieces: readonly Piece[], over: Partial<typeof about> = {}): string {
  const writer = openaiChatCodec.writer({ ...about, ...over, form })
  return pieces.map((piece) => writer.write(piece)).join('')
}
function deltasOf(...pieces: Piece[]): unknown[] {
  const events = written('events', [start, ...pieces])
    .split('\n\n')
    .slice(1, -1)
  return events.map((event) => JSON.parse(event.slice('data: '.length)).choices[0].delta)
}
function messageOf(...pieces: Piece[]): unknown {
  return JSON.parse(written('whole', [start, ...pieces, finish('stop'), end])).choices[0]
}

test('a stream is told chunk by chunk, with the usage that was asked for and [DONE]', () => {
  const chunk = (choices: object[], used: object | null) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-r1', object: 'chat.completion.chunk', created: 1_763_600_000, model: 'my-model', choices, usage: used })}\n\n`
  const choice = (delta: object, finish_reason: string | null = null) => [{ index: 0, delta, finish_reason }]
  expect(written('events', [start, ...block(0, { kind: 'text' }, ['你', '好']), finish('stop'), usage, end])).toBe(
    [
      chunk(choice({ role: 'assistant', content: '' }), null),
      chunk(choice({ content: '你' }), null),
      chunk(choice({ content: '好' }), null),
      chunk(choice({}, 'stop'), null),
      chunk([], toldUsage),
      'data: [DONE]\n\n',
    ].join(''),
  )
})

test('a stream that was not asked for usage has none', () => {
  const text = written('events', [start, usage, finish('stop'), end], { usageAsked: false })
  expect(text).not.toContain('usage')
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
})

test('an answer that broke off says nothing of its end', () => {
  const pieces: Piece[] = [start, ...block(0, { kind: 'text' }, ['a']), end]
  expect(written('events', pieces)).not.toMatch(/DONE|"finish_reason":"/)
  expect(written('whole', pieces)).toBe('')
  expect(written('whole', [start, { type: 'failure', error: { kind: 'busy', message: 'x' } }])).toBe('')
})

test('a document has all of the answer', () => {
  const pieces: Piece[] = [
    start,
    ...block(0, { kind: 'thinking' }, ['h', 'm']),
    ...block(1, { kind: 'text' }, ['a']),
    ...block(2, call('c'), ['{"x":', '1}']),
    ...block(3, call(null), []),
    ...block(4, { kind: 'image', mime: 'image/png' }, ['AA']),
    usage,
    finish('tools'),
    end,
  ]
  expect(JSON.parse(written('whole', pieces))).toEqual({
    id: 'chatcmpl-r1',
    object: 'chat.completion',
    created: 1_763_600_000,
    model: 'my-model',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'a',
          refusal: null,
          reasoning_content: 'hm',
          images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }],
          tool_calls: [
            { id: 'c', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
            { id: 'call_r1_1', type: 'function', function: { name: 'f', arguments: '{}' } },
          ],
        },
        logprobs: null,
        finish_reason: 'tool_calls',
      },
    ],
    usage: toldUsage,
  })
})

test('content is null beside calls or a refusal, and empty when the answer is', () => {
  expect(messageOf(...block(0, call('c'), []))).toMatchObject({ message: { content: null } })
  expect(messageOf(...block(0, { kind: 'refusal' }, ['no']))).toMatchObject({
    message: { content: null, refusal: 'no' },
  })
  expect(messageOf()).toMatchObject({ message: { content: '' } })
})

test('calls are counted, get ids that differ, and a function is never called with nothing', () => {
  expect(
    deltasOf(...block(0, call('c'), ['{}']), ...block(1, call(null), []), ...block(2, call(null, 'custom'), ['x'])),
  ).toEqual([
    { tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '' } }] },
    { tool_calls: [{ index: 0, function: { arguments: '{}' } }] },
    { tool_calls: [{ index: 1, id: 'call_r1_1', type: 'function', function: { name: 'f', arguments: '' } }] },
    { tool_calls: [{ index: 1, function: { arguments: '{}' } }] },
    { tool_calls: [{ index: 2, id: 'call_r1_2', type: 'custom', custom: { name: 'f', input: '' } }] },
    { tool_calls: [{ index: 2, custom: { input: 'x' } }] },
  ])
})

test('signatures are told when a block is closed: of Google’s calls plainly, all others sealed', () => {
  const google = { origin: 'gemini-generate' as const, value: 'g' }
  const anthropic = { origin: 'anthropic-messages' as const, value: 's' }
  expect(
    deltasOf(
      ...block(0, { kind: 'thinking' }, ['h', 'm'], anthropic),
      ...block(1, { kind: 'thinking' }, [], { origin: 'openai-responses', value: 'enc' }),
      ...block(2, call('c'), ['{}'], google),
      ...block(3, call('d'), [], anthropic),
    ).filter((delta) => /reasoning|extra/.test(JSON.stringify(delta))),
  ).toEqual([
    { reasoning_content: 'h' },
    { reasoning_content: 'm' },
    {
      reasoning_details: [
        { type: 'reasoning.text', text: 'hm', signature: 'ym1.a.s', format: 'anthropic-claude-v1', index: 0 },
      ],
    },
    {
      reasoning_details: [{ type: 'reasoning.encrypted', data: 'ym1.o.enc', format: 'openai-responses-v1', index: 1 }],
    },
    {
      tool_calls: [{ index: 0, function: { arguments: '' }, extra_content: { google: { thought_signature: 'g' } } }],
    },
    {
      tool_calls: [
        { index: 1, function: { arguments: '{}' }, extra_content: { google: { thought_signature: 'ym1.a.s' } } },
      ],
    },
  ])
})

test('a signature that is known when a call opens is told with its name, as Google’s own chat layer does, and once', () => {
  const signature = { origin: 'gemini-generate' as const, value: 'g' }
  const [opened, ...rest] = block(0, call('c'), ['{}'], signature)
  expect(deltasOf({ ...opened, signature } as Piece, ...rest)).toEqual([
    {
      tool_calls: [
        {
          index: 0,
          id: 'c',
          type: 'function',
          function: { name: 'f', arguments: '' },
          extra_content: { google: { thought_signature: 'g' } },
        },
      ],
    },
    { tool_calls: [{ index: 0, function: { arguments: '{}' } }] },
  ])
})

test('the AI SDK, which takes no part of a call without its function, reads a stream of signed calls', async () => {
  const signature = { origin: 'anthropic-messages' as const, value: 's' }
  const stream = [start, ...block(0, call('c'), ['{"x":1}'], signature), ...block(1, call('d'), [], signature)]
  const answer = new Response(written('events', [...stream, finish('tools'), end]), {
    headers: { 'content-type': 'text/event-stream' },
  })
  const model = createOpenAI({ apiKey: 'k', fetch: async () => answer }).chat('m')
  const told = await model.doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] })
  const parts = await Array.fromAsync(told.stream as AsyncIterable<{ type: string; error?: unknown; input?: string }>)
  expect(parts.flatMap(({ type, error }) => (type === 'error' ? [error] : []))).toEqual([])
  expect(parts.flatMap(({ type, input }) => (type === 'tool-call' ? [input] : []))).toEqual(['{"x":1}', '{}'])
})

test('a refusal and a picture have places of their own in a stream', () => {
  expect(
    deltasOf(...block(0, { kind: 'refusal' }, ['no']), ...block(1, { kind: 'image', mime: 'image/png' }, ['AA'])),
  ).toEqual([{ refusal: 'no' }, { images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }] }])
})

test.each([
  ['stop', 'stop'],
  ['stop_sequence', 'stop'],
  ['length', 'length'],
  ['tools', 'tool_calls'],
  ['filter', 'content_filter'],
  ['paused', 'stop'],
] as const)('the end %s is told as %s', (reason, expected) => {
  const pieces = [start, finish(reason), end]
  expect(JSON.parse(written('whole', pieces)).choices[0].finish_reason).toBe(expected)
  expect(written('events', pieces)).toContain(`"finish_reason":"${expected}"`)
})

test('after a refusal in words the answer has ended like any other', () => {
  const pieces = [start, ...block(0, { kind: 'refusal' }, ['no']), finish('filter'), end]
  expect(JSON.parse(written('whole', pieces)).choices[0].finish_reason).toBe('stop')
  expect(written('events', pieces)).toContain('"finish_reason":"stop"')
})
