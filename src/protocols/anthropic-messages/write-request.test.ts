import { expect, test } from 'vitest'
import type { Message } from '../translate/conversation.ts'
import { bodyOf, call, calling, result, said, system, text, tool, user, write } from './test-requests.ts'

test('the smallest request says how long the answer may be', () => {
  expect(write({})).toEqual({
    path: '/v1/messages',
    query: '',
    lost: [],
    body: { model: 'claude-opus-4-6', max_tokens: 8192, messages: [{ role: 'user', content: [text('hi')] }] },
  })
  expect(bodyOf({}, { maxOutput: 64_000, stream: true })).toMatchObject({ max_tokens: 64_000, stream: true })
  expect(bodyOf({ maxTokens: 5 }, { maxOutput: 64_000 }).max_tokens).toBe(5)
  // The vendor refuses a request for more than its model can say.
  expect(bodyOf({ maxTokens: 128_000 }, { maxOutput: 64_000 }).max_tokens).toBe(64_000)
})

const effort = (word: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max') => ({
  effort: word,
  budgetTokens: null,
  shown: null,
})
const budget = (budgetTokens: number) => ({ effort: null, budgetTokens, shown: null })

test.each([
  ['claude-opus-5-5', effort('xhigh'), { thinking: { type: 'adaptive' }, output_config: { effort: 'xhigh' } }],
  ['claude-opus-4-6', effort('xhigh'), { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }],
  ['claude-opus-4-6', effort('minimal'), { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }],
  ['claude-haiku-5-5', budget(8000), { thinking: { type: 'adaptive' }, output_config: { effort: 'medium' } }],
  ['claude-haiku-5-5', budget(60_000), { thinking: { type: 'adaptive' }, output_config: { effort: 'max' } }],
  ['claude-opus-5', effort('none'), { thinking: { type: 'disabled' } }],
  ['claude-sonnet-5-5', effort('none'), { thinking: { type: 'between_tools' } }],
  ['claude-sonnet-4-5', effort('low'), { thinking: { type: 'enabled', budget_tokens: 1024 } }],
  ['claude-sonnet-4-5', effort('max'), { thinking: { type: 'enabled', budget_tokens: 24_576 } }],
  ['claude-sonnet-4-5', budget(0), { thinking: { type: 'disabled' } }],
  ['claude-sonnet-4-5', budget(10), { thinking: { type: 'enabled', budget_tokens: 1024 } }],
  ['glm-5.3', effort('medium'), { thinking: { type: 'enabled', budget_tokens: 8192 } }],
])('%s asked for %j thinks as it can', (model, reasoning, expected) => {
  const { body, lost } = write({ reasoning }, { model, maxOutput: 64_000 })
  expect({ thinking: body.thinking, output_config: body.output_config }).toEqual(expected)
  expect(lost).toEqual([])
})

test('thoughts are shown or not as the caller says', () => {
  const reasoning = { ...effort('high'), shown: true }
  expect(bodyOf({ reasoning }).thinking).toEqual({ type: 'adaptive', display: 'summarized' })
  expect(bodyOf({ reasoning: { ...reasoning, shown: false } }).thinking).toMatchObject({ display: 'omitted' })
})

test('a budget leaves room for the answer, and without room there is no thinking', () => {
  const model = 'claude-sonnet-4-5'
  const told = (maxTokens: number, reasoning = effort('high')) => write({ reasoning, maxTokens }, { model })
  expect(told(4000).body.thinking).toEqual({ type: 'enabled', budget_tokens: 2000 })
  expect(told(1100).body.thinking).toEqual({ type: 'enabled', budget_tokens: 1024 })
  expect(told(1024)).toMatchObject({ body: { thinking: { type: 'disabled' } }, lost: ['reasoning'] })
})

test('what a model cannot do about thinking is told', () => {
  const always = write({ reasoning: effort('none') }, { model: 'claude-opus-5-5' })
  expect(always).toMatchObject({ body: { output_config: { effort: 'low' } }, lost: ['reasoning'] })
  expect(always.body.thinking).toBeUndefined()
  expect(write({ reasoning: effort('high') }, { model: 'claude-3-5-haiku' }).lost).toEqual(['reasoning'])
  expect(write({ reasoning: effort('none') }, { model: 'claude-3-5-haiku' }).lost).toEqual([])
})

test('a turn in the middle of calls goes on without thinking when the thought before it cannot be sent', () => {
  const messages = [user('go'), calling(call('a')), result('a', 'ok')]
  const asked = write({ messages, reasoning: effort('low') }, { model: 'claude-sonnet-4-5', maxOutput: 64_000 })
  expect(asked).toMatchObject({ body: { thinking: { type: 'disabled' } }, lost: ['reasoning'] })
  expect(write({ messages, reasoning: effort('low') }).body.thinking).toEqual({ type: 'adaptive' })
})

test('a forced call is made without thinking, and not at all where a model refuses it', () => {
  const forced = { tools: [tool('f'), tool('g')], toolChoice: { mode: 'required' } } as const
  const older = write({ ...forced, tools: [...forced.tools], reasoning: effort('high') })
  expect(older).toMatchObject({
    body: { tool_choice: { type: 'any' }, thinking: { type: 'disabled' } },
    lost: ['reasoning'],
  })
  expect(bodyOf({ ...forced, tools: [...forced.tools] }).thinking).toBeUndefined()
  expect(bodyOf({ ...forced, tools: [...forced.tools] }, { model: 'claude-opus-5' }).thinking).toEqual({
    type: 'disabled',
  })
  const newest = write({ ...forced, tools: [...forced.tools] }, { model: 'claude-opus-5-5' })
  expect(newest).toMatchObject({ body: { tool_choice: { type: 'auto' } }, lost: ['tool_choice'] })
})

test.each([
  [{ mode: 'auto' }, null, { type: 'auto' }],
  [{ mode: 'none' }, false, { type: 'none' }],
  [{ mode: 'required' }, false, { type: 'any', disable_parallel_tool_use: true }],
  [{ mode: 'some', names: ['g'], required: true }, null, { type: 'tool', name: 'g' }],
  [{ mode: 'some', names: ['g', 'h'], required: true }, null, { type: 'any' }],
  [{ mode: 'some', names: ['g'], required: false }, true, { type: 'auto', disable_parallel_tool_use: false }],
  [null, false, { type: 'auto', disable_parallel_tool_use: true }],
  [null, true, undefined],
] as const)('the choice %j with parallel calls %j is written', (toolChoice, parallelTools, expected) => {
  const told = bodyOf({ tools: [tool('f'), tool('g'), tool('h')], toolChoice, parallelTools })
  expect(told.tool_choice).toEqual(expected)
  const names = toolChoice?.mode === 'some' ? toolChoice.names : ['f', 'g', 'h']
  expect(told.tools).toMatchObject(names.map((name) => ({ name })))
})

test('no tools are no list, and nothing is chosen among none', () => {
  const told = bodyOf({ tools: [], toolChoice: { mode: 'required' }, parallelTools: false })
  expect(told).not.toHaveProperty('tools')
  expect(told).not.toHaveProperty('tool_choice')
})

test('tools have an object as schema, and are held to it where the model can be', () => {
  const schema = { properties: { n: { type: 'integer', minimum: 1 } } }
  const tools = [tool('f', { description: 'd', cache: '1h' }), tool('g', { schema, strict: true })]
  expect(bodyOf({ tools, webSearch: {} }).tools).toEqual([
    { name: 'f', description: 'd', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral', ttl: '1h' } },
    {
      name: 'g',
      strict: true,
      input_schema: {
        type: 'object',
        properties: { n: { type: 'integer', description: '{minimum: 1}' } },
        additionalProperties: false,
      },
    },
    { type: 'web_search_20250305', name: 'web_search' },
  ])
  expect(bodyOf({ tools }, { model: 'glm-5.3' }).tools).toMatchObject([
    {},
    { input_schema: { type: 'object', ...schema } },
  ])
})

test.each([
  ['claude-opus-5', { temperature: 0.3, topP: 0.4, topK: 5 }, {}, ['temperature', 'top_p', 'top_k']],
  ['claude-sonnet-4-5', { temperature: 1.7, topP: 0.4, topK: 5 }, { temperature: 1, top_k: 5 }, ['top_p']],
  ['claude-sonnet-4-5', { topP: 0.4 }, { top_p: 0.4 }, []],
  ['claude-3-haiku', { temperature: -1, topP: 0.4 }, { temperature: 0, top_p: 0.4 }, []],
  ['deepseek-v4-pro', { temperature: 2, topP: 0.4, topK: 5 }, { temperature: 1, top_p: 0.4, top_k: 5 }, []],
] as const)('%s takes of %j what it can', (model, sampling, expected, lost) => {
  const { body, lost: told } = write(sampling, { model })
  const { temperature, top_p, top_k } = body
  expect(JSON.parse(JSON.stringify({ temperature, top_p, top_k }))).toEqual(expected)
  expect(told).toEqual(lost)
})

test('while a model thinks, it takes a narrow sampling only', () => {
  const thinking = { reasoning: effort('low'), topK: 3 }
  expect(write({ ...thinking, temperature: 0.2 }).lost).toEqual(['temperature', 'top_k'])
  expect(write({ ...thinking, temperature: 1 }).body.temperature).toBe(1)
  expect(write({ ...thinking, topP: 0.97 })).toMatchObject({ body: { top_p: 0.97 }, lost: ['top_k'] })
  expect(write({ ...thinking, topP: 0.5 }).lost).toEqual(['top_p', 'top_k'])
})

test.each([
  [{ stop: ['a', ' \n'] }, { stop_sequences: ['a'] }, ['stop']],
  [{ user: 'u' }, { metadata: { user_id: 'u' } }, []],
  [{ tier: 'default' }, { service_tier: 'standard_only' }, []],
  [{ tier: 'priority' }, { service_tier: 'auto' }, []],
  [{ tier: 'flex' }, {}, ['service_tier']],
])('the setting %j is written', (settings, expected, lost) => {
  const told = write(settings)
  expect(told.body).toMatchObject(expected)
  expect(told.lost).toEqual(lost)
})

const NOTHING = { type: 'object', properties: {} }

test('a schema binds the answer of a model that can be bound, and others are asked in words', () => {
  const format = { type: 'schema', name: 'n', description: null, schema: NOTHING, strict: true } as const
  expect(bodyOf({ format }).output_config).toEqual({
    format: { type: 'json_schema', schema: { ...NOTHING, additionalProperties: false } },
  })
  const older = write({ format, messages: [system('Be brief.'), user('hi')] }, { model: 'claude-3-5-haiku' })
  expect(older.lost).toEqual(['format'])
  expect(older.body.system).toEqual([
    text('Be brief.'),
    text(expect.stringContaining(JSON.stringify(NOTHING)) as string),
  ])
  expect(bodyOf({ format: { type: 'json' } }).system).toEqual([text(expect.stringContaining('JSON') as string)])
})

test('a named cached beginning is a hint on the last block, hints of the caller’s stay, and there are four at most', () => {
  const hint = { cache_control: { type: 'ephemeral' } }
  expect(bodyOf({ cacheKey: 'k' }).messages).toEqual([{ role: 'user', content: [{ ...text('hi'), ...hint }] }])
  const hinted: Message = { role: 'user', parts: [{ ...said('a'), cache: '5m' }, said('b')] }
  expect(bodyOf({ cacheKey: 'k', messages: [hinted] }).messages).toEqual([
    { role: 'user', content: [{ ...text('a'), ...hint }, text('b')] },
  ])
  const many: Message = { role: 'user', parts: [1, 2, 3, 4].map((n) => ({ ...said(`${n}`), cache: '5m' as const })) }
  const told = bodyOf({ tools: [tool('f', { cache: '5m' })], messages: [many] })
  expect(told.tools).toEqual([{ name: 'f', input_schema: { type: 'object' } }])
  expect(JSON.stringify(told.messages).match(/cache_control/g)).toHaveLength(4)
})

test('a history of calls is cached unasked, as the dialects that it comes from cache it; a first question is not', () => {
  const hint = { cache_control: { type: 'ephemeral' } }
  const begun = [user('hi')]
  const tools = [tool('f')]
  expect(JSON.stringify(bodyOf({ tools, messages: begun }))).not.toContain('cache_control')
  const later = [...begun, calling(call('a')), result('a', 'x')]
  const { messages } = bodyOf({ tools, messages: later })
  expect((messages as { content: object[] }[]).map(({ content }) => content.at(-1))).toEqual([
    text('hi'),
    expect.not.objectContaining(hint),
    expect.objectContaining({ type: 'tool_result', ...hint }),
  ])
  const after = bodyOf({ tools, messages: [...later, user('Go on.')] })
  expect(JSON.stringify(after).match(/cache_control/g)).toHaveLength(1)
  expect((after.messages as { content: object[] }[]).at(-1)?.content.at(-1)).toEqual({ ...text('Go on.'), ...hint })
})

test('a history of calls goes on without tools on offer: what was called is named, and may not be called', () => {
  const messages = [user('hi'), calling(call('a')), result('a', 'x'), user('Sum it up.')]
  const named = [{ name: 'f', input_schema: { type: 'object' } }]
  expect(bodyOf({ messages })).toMatchObject({ tools: named, tool_choice: { type: 'none' } })
  expect(bodyOf({ messages, toolChoice: { mode: 'none' }, parallelTools: false })).toMatchObject({ tools: named })
  expect(bodyOf({ messages, tools: [tool('g')] })).toMatchObject({ tools: [{ name: 'g' }] })
  expect(bodyOf({ messages, tools: [tool('g')] })).not.toHaveProperty('tool_choice')
})
