import { expect, test } from 'vitest'
import type { FieldTable } from './codec.ts'
import { type Conversation, NO_SETTINGS } from './conversation.ts'
import { droppedFields } from './dropped.ts'

const chat: FieldTable = {
  model: 'own',
  messages: 'messages',
  seed: 'seed',
  temperature: 'temperature',
  n: 'refused',
  logit_bias: 'dropped',
}
const other: FieldTable = { model: 'own', temperature: 'temperature' }

function conversation(over: Partial<Conversation>): Conversation {
  return { ...NO_SETTINGS, messages: [], ...over }
}

test('what has no meaning elsewhere, what the other protocol cannot say and what nobody knows is named', () => {
  const body = { model: 'm', messages: [], seed: 4, temperature: 1.5, logit_bias: { 1: 2 }, brand_new: true }
  const told = droppedFields(body, { from: chat, to: other, conversation: conversation({ seed: 4, temperature: 1.5 }) })
  expect(told).toEqual(['seed', 'logit_bias', 'brand_new'])
})

test('a field that asks for nothing is not missed', () => {
  const body = { logit_bias: {}, n: 1, seed: null, brand_new: false }
  expect(droppedFields(body, { from: chat, to: other, conversation: conversation({}) })).toEqual([])
  const from: FieldTable = { presence_penalty: 'presencePenalty' }
  const missed = (presencePenalty: number) =>
    droppedFields(
      { presence_penalty: presencePenalty },
      { from, to: other, conversation: conversation({ presencePenalty }) },
    )
  expect([missed(0), missed(0.5)]).toEqual([[], ['presence_penalty']])
})

test('what asks for as much as one, or for one tool at a time, is missed like anything else', () => {
  const from: FieldTable = { ...chat, top_k: 'topK', parallel_tool_calls: 'parallelTools', top_logprobs: 'dropped' }
  const missed = (body: object, over: Partial<Conversation>) =>
    droppedFields({ ...body }, { from, to: other, conversation: conversation(over) })
  const body = { seed: 1, top_k: 1, parallel_tool_calls: false, top_logprobs: 1 }
  expect(missed(body, { seed: 1, topK: 1, parallelTools: false })).toEqual(Object.keys(body))
  // What the model does by itself.
  expect(missed({ parallel_tool_calls: true, top_logprobs: false }, { parallelTools: true })).toEqual([])
  // Anthropic says it the other way about.
  const anthropic: FieldTable = { 'tool_choice.disable_parallel_tool_use': 'parallelTools' }
  const choice = { tool_choice: { disable_parallel_tool_use: true } }
  const told = droppedFields(choice, {
    from: anthropic,
    to: other,
    conversation: conversation({ parallelTools: false }),
  })
  expect(told).toEqual(['tool_choice.disable_parallel_tool_use'])
})

test('a field that may not be left out refuses the request by its name', () => {
  const ask = () => droppedFields({ n: 3 }, { from: chat, to: other, conversation: conversation({}) })
  expect(ask).toThrow('`n`')
})

test('fields of a group are named with it, in either of the cases Google takes', () => {
  const gemini: FieldTable = { 'generationConfig.seed': 'seed', 'generationConfig.responseLogprobs': 'dropped' }
  const body = { generation_config: { seed: 3, response_logprobs: true } }
  const told = droppedFields(body, { from: gemini, to: other, conversation: conversation({ seed: 3 }) })
  expect(told).toEqual(['generationConfig.seed', 'generationConfig.responseLogprobs'])
})

test('a name that no header could carry is not put into one', () => {
  const body = { 'x\r\nset-cookie: a=b': 5 }
  expect(droppedFields(body, { from: chat, to: other, conversation: conversation({}) })).toEqual([])
})
