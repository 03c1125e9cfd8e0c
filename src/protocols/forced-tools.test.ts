import { expect, test } from 'vitest'
import { descriptorOf } from '../providers/all.ts'
import { quirksOf } from '../providers/provider.ts'
import { writeRequest } from './openai-chat/write-request.ts'
import { writeRequest as writeResponses } from './openai-responses/write-request.ts'
import { NO_SETTINGS, type Conversation } from './translate/conversation.ts'
import type { Quirks } from './translate/quirks.ts'

const tool = (name: string) =>
  ({ form: 'function', name, namespace: null, description: null, schema: {}, strict: null }) as const
const conversation: Conversation = {
  ...NO_SETTINGS,
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
  tools: [tool('one'), tool('two')],
}
const quirks: Quirks = {
  plainFields: true,
  thinking: 'thinking-type',
  forcedTools: [
    [/^unnamed/, 'unnamed'],
    [/^unthinking/, 'unthinking'],
    [/^never/, 'never'],
    [/^auto/, 'auto'],
  ],
}

const written = (model: string, asked: Partial<Conversation>) => {
  const { body, lost } = writeRequest({ ...conversation, ...asked }, { model, maxOutput: null, stream: false, quirks })
  const {
    tools = [],
    tool_choice,
    thinking,
  } = body as { tools?: { function: { name: string } }[]; [field: string]: unknown }
  return { tools: tools.map(({ function: { name } }) => name), tool_choice, thinking, lost }
}

const one = { toolChoice: { mode: 'some', names: ['one'], required: true } } as const
const any = { toolChoice: { mode: 'required' } } as const
const named = { type: 'function', function: { name: 'one' } }
const off = { type: 'disabled' }

// Moonshot answers 400 `tool_choice 'specified' is incompatible with thinking enabled`, and but for K3 `'required'` too
// (UKGovernmentBEIS/inspect_ai 5152, enricoros/big-AGI 1161, can1357/oh-my-pi 1077).
test.each([
  ['other', one, { tools: ['one'], tool_choice: named, lost: [] }],
  ['unnamed', one, { tools: ['one'], tool_choice: 'required', lost: [] }],
  ['unnamed', any, { tools: ['one', 'two'], tool_choice: 'required', lost: [] }],
  ['unthinking', one, { tools: ['one'], tool_choice: named, thinking: off, lost: [] }],
  ['unthinking', any, { tools: ['one', 'two'], tool_choice: 'required', thinking: off, lost: [] }],
  ['never', one, { tools: ['one'], tool_choice: 'auto', lost: ['tool_choice'] }],
  ['never', any, { tools: ['one', 'two'], tool_choice: 'auto', lost: ['tool_choice'] }],
  ['auto', one, { tools: ['one'], tool_choice: 'auto', lost: ['tool_choice'] }],
  ['auto', { toolChoice: { mode: 'auto' } }, { tools: ['one', 'two'], tool_choice: 'auto', lost: [] }],
  ['auto', { toolChoice: { mode: 'none' } }, { tools: [], tool_choice: undefined, lost: [] }],
  ['never', { toolChoice: { mode: 'auto' } }, { tools: ['one', 'two'], tool_choice: 'auto', lost: [] }],
  ['unthinking', { toolChoice: { mode: 'none' } }, { tools: ['one', 'two'], tool_choice: 'none', lost: [] }],
] as const)('a model that takes a forced call %s is asked for %o by %o', (model, asked, expected) => {
  expect(written(model, asked)).toEqual({ thinking: undefined, ...expected })
})

test('who asked to think as well is told that this is lost', () => {
  const reasoning = { effort: 'high', budgetTokens: null, shown: null } as const
  expect(written('unthinking', { ...one, reasoning })).toMatchObject({ thinking: off, lost: ['reasoning_effort'] })
})

test('in Responses it is asked for likewise', () => {
  const written = (model: string) => {
    const { body, lost } = writeResponses(
      { ...conversation, ...one },
      { model, maxOutput: null, stream: false, quirks },
    )
    const { tools, tool_choice, reasoning } = body as Record<string, unknown>
    return { tools: (tools as { name: string }[]).map(({ name }) => name), tool_choice, reasoning, lost }
  }
  expect(written('unnamed')).toMatchObject({ tools: ['one'], tool_choice: 'required' })
  expect(written('unthinking')).toMatchObject({ reasoning: { effort: 'none' } })
  expect(written('never')).toMatchObject({ tools: ['one'], tool_choice: 'auto', lost: ['tool_choice'] })
})

// deepseek-ai/DeepSeek-V3 1376: `Thinking mode does not support this tool_choice`; cloudwego/eino 994, QwenLM/qwen-code 7659: `The
// tool_choice parameter does not support being set to required or object in thinking mode`.
test.each([
  ['deepseek', 'deepseek-v4-pro', 'unthinking'],
  ['deepseek', 'deepseek-flash', 'unthinking'],
  ['zhipu', 'glm-5.3', 'auto'],
  ['zai', 'glm-4.7', 'auto'],
  ['dashscope', 'qwen3.8-max', 'unthinking'],
  ['dashscope', 'qwen3.7-plus-2026-05-01', 'unthinking'],
  ['dashscope', 'qwen-plus-latest', 'unthinking'],
  ['dashscope', 'qwen3-32b', 'unthinking'],
  ['dashscope', 'deepseek-v4-flash', 'unthinking'],
  ['dashscope', 'qwen3-235b-a22b-thinking-2507', 'never'],
  ['dashscope', 'qwq-plus', 'never'],
  ['dashscope', 'qwen3-coder-plus', undefined],
  ['dashscope', 'qwen-max', undefined],
  ['dashscope', 'qwen3-235b-a22b-instruct-2507', undefined],
])('%s takes a forced call of %s %s', (id, model, taken) => {
  const { forcedTools } = quirksOf(descriptorOf(id), 'openai')
  expect(forcedTools?.find(([models]) => models.test(model))?.[1]).toBe(taken)
})
