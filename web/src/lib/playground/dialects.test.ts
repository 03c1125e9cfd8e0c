import { describe, expect, test } from 'vitest'
import { PLAYGROUND_PROTOCOLS } from '../../../../src/core/play.ts'
import { type Asking, DIALECTS, failureIn } from './dialects.ts'

const ASKING: Asking = {
  said: [
    { role: 'user', text: 'one' },
    { role: 'assistant', text: 'two' },
    { role: 'user', text: 'three' },
  ],
  system: 'Be brief.',
  temperature: 0.7,
  maxTokens: 99,
}

test('a conversation is written as each protocol has it', () => {
  const plain = [
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'two' },
    { role: 'user', content: 'three' },
  ]
  expect(DIALECTS['openai-chat'].write(ASKING)).toEqual({
    messages: [{ role: 'system', content: 'Be brief.' }, ...plain],
    temperature: 0.7,
    max_completion_tokens: 99,
  })
  expect(DIALECTS['openai-responses'].write(ASKING)).toEqual({
    store: false,
    input: plain,
    instructions: 'Be brief.',
    temperature: 0.7,
    max_output_tokens: 99,
  })
  expect(DIALECTS['anthropic-messages'].write(ASKING)).toEqual({
    system: 'Be brief.',
    messages: plain,
    temperature: 0.7,
    max_tokens: 99,
  })
  expect(DIALECTS['gemini-generate'].write(ASKING)).toEqual({
    contents: [
      { role: 'user', parts: [{ text: 'one' }] },
      { role: 'model', parts: [{ text: 'two' }] },
      { role: 'user', parts: [{ text: 'three' }] },
    ],
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    generationConfig: { temperature: 0.7, maxOutputTokens: 99 },
  })
  expect(DIALECTS['gemini-interactions'].write(ASKING)).toEqual({
    store: false,
    input: [
      { type: 'user_input', content: [{ type: 'text', text: 'one' }] },
      { type: 'model_output', content: [{ type: 'text', text: 'two' }] },
      { type: 'user_input', content: [{ type: 'text', text: 'three' }] },
    ],
    system_instruction: 'Be brief.',
    generation_config: { temperature: 0.7, max_output_tokens: 99 },
  })
})

test.each(PLAYGROUND_PROTOCOLS)(
  'what is left to the model is not said in %s, but for the limit some insist on and that nothing is to be kept',
  (protocol) => {
    const body = DIALECTS[protocol].write({ ...ASKING, system: '', temperature: null, maxTokens: null })
    const { max_tokens: limit, store, messages: _, input: __, contents: ___, ...rest } = body
    expect(rest).toEqual({})
    expect(limit).toBe(protocol === 'anthropic-messages' ? 4096 : undefined)
    expect(store).toBe(protocol === 'gemini-interactions' || protocol === 'openai-responses' ? false : undefined)
  },
)

describe('an answer is read', () => {
  test.each([
    ['openai-chat', { choices: [{ delta: { content: 'ab' } }] }, { text: 'ab', thinking: '' }],
    ['openai-chat', { choices: [{ delta: { reasoning_content: 'hm' } }] }, { text: '', thinking: 'hm' }],
    ['openai-chat', { choices: [{ delta: { refusal: 'no' } }] }, { text: 'no', thinking: '' }],
    ['openai-chat', { choices: [], usage: {} }, { text: '', thinking: '' }],
    ['openai-responses', { type: 'response.output_text.delta', delta: 'ab' }, { text: 'ab' }],
    ['openai-responses', { type: 'response.reasoning_summary_text.delta', delta: 'hm' }, { thinking: 'hm' }],
    ['openai-responses', { type: 'response.output_text.done', text: 'ab' }, {}],
    ['openai-responses', { type: 'response.failed', response: { error: { message: 'no' } } }, { error: 'no' }],
    ['anthropic-messages', { delta: { type: 'text_delta', text: 'ab' } }, { text: 'ab', thinking: '' }],
    ['anthropic-messages', { delta: { type: 'thinking_delta', thinking: 'hm' } }, { text: '', thinking: 'hm' }],
    [
      'gemini-generate',
      { candidates: [{ content: { parts: [{ text: 'hm', thought: true }, { text: 'ab' }] } }] },
      { text: 'ab', thinking: 'hm' },
    ],
    ['gemini-interactions', { event_type: 'step.delta', delta: { type: 'text', text: 'ab' } }, { text: 'ab' }],
    [
      'gemini-interactions',
      { event_type: 'step.delta', delta: { type: 'thought_summary', content: { type: 'text', text: 'hm' } } },
      { thinking: 'hm' },
    ],
    ['gemini-interactions', { event_type: 'step.delta', delta: { type: 'thought_signature', signature: 'x' } }, {}],
    ['gemini-interactions', { event_type: 'interaction.completed', interaction: { status: 'completed' } }, {}],
    [
      'gemini-interactions',
      { interaction: { status: 'failed', errors: [{ code: 'safety', message: 'no' }] } },
      { error: 'no' },
    ],
  ] as const)('from an event of %s: %j', (protocol, event, piece) => {
    expect(DIALECTS[protocol].readEvent(event)).toEqual(piece)
  })

  test.each([
    ['openai-chat', { choices: [{ message: { content: 'ab' } }] }],
    ['openai-responses', { output: [{ type: 'reasoning' }, { content: [{ type: 'output_text', text: 'ab' }] }] }],
    [
      'anthropic-messages',
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
    ],
    ['gemini-generate', { candidates: [{ content: { parts: [{ text: 'ab' }] } }] }],
    [
      'gemini-interactions',
      {
        status: 'completed',
        steps: [
          { type: 'thought', summary: [{ type: 'text', text: 'hm' }] },
          { type: 'model_output', content: [{ type: 'text', text: 'ab' }] },
          { type: 'function_call', name: 'f' },
        ],
      },
    ],
  ] as const)('from the whole of %s', (protocol, answer) => {
    expect(DIALECTS[protocol].readWhole(answer).text).toBe('ab')
  })

  test('from the whole of openai-responses, what was thought apart from what is said', () => {
    const output = [
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'h' }] },
      { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'm' }] },
      { type: 'message', content: [{ type: 'output_text', text: 'ab' }] },
    ]
    expect(DIALECTS['openai-responses'].readWhole({ output })).toEqual({ text: 'ab', thinking: 'hm' })
  })
})

test('an interaction that a filter has stopped says why, where its words would be', () => {
  const stopped = { status: 'failed', steps: [], errors: [{ code: 'safety', message: 'no' }] }
  expect(DIALECTS['gemini-interactions'].readWhole(stopped)).toEqual({ text: '', thinking: '', error: 'no' })
})

test.each([
  [{ error: { message: 'broke off' } }, 'broke off'],
  [{ type: 'error', error: { type: 'overloaded_error', message: 'busy' } }, 'busy'],
  [{ error: 'plain' }, 'plain'],
  [{ error: { code: 7 } }, '{"code":7}'],
  [{ error: null, choices: [] }, undefined],
  [{ choices: [] }, undefined],
])('a failure inside an answer is found: %j', (data, told) => {
  expect(failureIn(data)).toBe(told)
})
