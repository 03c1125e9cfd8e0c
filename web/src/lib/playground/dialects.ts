import type { PlaygroundProtocol } from '../../../../src/core/play.ts'
import { asRecord } from '../../../../src/core/json.ts'
import type { Said } from './talk.ts'

/** What is asked; null leaves a setting to the model. */
export type Asking = {
  said: readonly Said[]
  system: string
  temperature: number | null
  maxTokens: number | null
}

/** What one event of an answer, or the whole of one, says. */
export type Piece = { text?: string; thinking?: string; error?: string }

/** How a protocol puts a conversation into a request, and an answer into pieces. */
type Dialect = {
  /** The request without model and stream. */
  write(asking: Asking): Record<string, unknown>
  readEvent(data: Record<string, unknown>): Piece
  readWhole(answer: Record<string, unknown>): Piece
}

/** Some vendors do not answer without a limit. */
const ENOUGH_TOKENS = 4096

const openaiChat: Dialect = {
  write: ({ said, system, temperature, maxTokens }) => ({
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      ...said.map(({ role, text }) => ({ role, content: text })),
    ],
    ...(temperature !== null && { temperature }),
    ...(maxTokens !== null && { max_completion_tokens: maxTokens }),
  }),
  readEvent: (data) => spokenIn(first(data['choices'])['delta']),
  readWhole: (answer) => spokenIn(first(answer['choices'])['message']),
}

function spokenIn(message: unknown): Piece {
  const { content, refusal, reasoning_content: reasoningContent, reasoning } = asRecord(message)
  return { text: textOf(content) || textOf(refusal), thinking: textOf(reasoningContent) || textOf(reasoning) }
}

/** Each turn brings the whole conversation, so nothing needs to lie with a vendor for what comes next. */
const UNKEPT = { store: false } as const

const openaiResponses: Dialect = {
  write: ({ said, system, temperature, maxTokens }) => ({
    ...UNKEPT,
    input: said.map(({ role, text }) => ({ role, content: text })),
    ...(system !== '' && { instructions: system }),
    ...(temperature !== null && { temperature }),
    ...(maxTokens !== null && { max_output_tokens: maxTokens }),
  }),
  readEvent: (data) => {
    const delta = textOf(data['delta'])
    switch (data['type']) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return { text: delta }
      case 'response.reasoning_text.delta':
      case 'response.reasoning_summary_text.delta':
        return { thinking: delta }
      case 'response.failed':
        return { error: textOf(asRecord(asRecord(data['response'])['error'])['message']) }
      case 'error':
        return { error: textOf(data['message']) }
      default:
        return {}
    }
  },
  readWhole: (answer) => joined(list(answer['output']).flatMap(partsOfItem)),
}

function partsOfItem({ type, summary, content }: Record<string, unknown>): { text?: unknown; thinking?: unknown }[] {
  if (type === 'reasoning') return [...list(summary), ...list(content)].map(({ text }) => ({ thinking: text }))
  return list(content).map(({ text, refusal }) => ({ text: textOf(text) || refusal }))
}

const anthropicMessages: Dialect = {
  write: ({ said, system, temperature, maxTokens }) => ({
    max_tokens: maxTokens ?? ENOUGH_TOKENS,
    ...(system !== '' && { system }),
    messages: said.map(({ role, text }) => ({ role, content: text })),
    ...(temperature !== null && { temperature }),
  }),
  readEvent: (data) => {
    const delta = asRecord(data['delta'])
    return { text: textOf(delta['text']), thinking: textOf(delta['thinking']) }
  },
  readWhole: (answer) => joined(list(answer['content']).map(({ text, thinking }) => ({ text, thinking }))),
}

const geminiGenerate: Dialect = {
  write: ({ said, system, temperature, maxTokens }) => ({
    contents: said.map(({ role, text }) => ({ role: role === 'user' ? 'user' : 'model', parts: [{ text }] })),
    ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
    ...((temperature !== null || maxTokens !== null) && {
      generationConfig: {
        ...(temperature !== null && { temperature }),
        ...(maxTokens !== null && { maxOutputTokens: maxTokens }),
      },
    }),
  }),
  readEvent: (data) => partsOf(data),
  readWhole: (answer) => partsOf(answer),
}

function partsOf(answer: Record<string, unknown>): Piece {
  const parts = list(asRecord(first(answer['candidates'])['content'])['parts'])
  return joined(parts.map(({ text, thought }) => (thought === true ? { thinking: text } : { text })))
}

const geminiInteractions: Dialect = {
  write: ({ said, system, temperature, maxTokens }) => ({
    ...UNKEPT,
    input: said.map(({ role, text }) => ({
      type: role === 'user' ? 'user_input' : 'model_output',
      content: [{ type: 'text', text }],
    })),
    ...(system !== '' && { system_instruction: system }),
    ...((temperature !== null || maxTokens !== null) && {
      generation_config: {
        ...(temperature !== null && { temperature }),
        ...(maxTokens !== null && { max_output_tokens: maxTokens }),
      },
    }),
  }),
  readEvent: (data) => {
    const { type, text, content } = asRecord(data['delta'])
    if (type === 'thought_summary') return { thinking: textOf(asRecord(content)['text']) }
    if (type === 'text') return { text: textOf(text) }
    return whyFailed(asRecord(data['interaction']))
  },
  readWhole: (answer) => ({ ...joined(list(answer['steps']).flatMap(partsOfStep)), ...whyFailed(answer) }),
}

function partsOfStep({ type, summary, content }: Record<string, unknown>): { text?: unknown; thinking?: unknown }[] {
  if (type === 'thought') return list(summary).map(({ text }) => ({ thinking: text }))
  return type === 'model_output' ? list(content).map(({ text }) => ({ text })) : []
}

/** What a filter has stopped is an answer that has failed, and says why in a list of its own. */
function whyFailed({ status, errors }: Record<string, unknown>): Piece {
  return status === 'failed' ? { error: textOf(first(errors)['message']) } : {}
}

/** The protocols one can talk in. */
export const DIALECTS: Readonly<Record<PlaygroundProtocol, Dialect>> = {
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  'anthropic-messages': anthropicMessages,
  'gemini-generate': geminiGenerate,
  'gemini-interactions': geminiInteractions,
}

/** What is told of a failure in the middle of an answer; every dialect has it at the same place, or says it in its own event. */
export function failureIn(data: Record<string, unknown>): string | undefined {
  const { error } = data
  if (error === undefined || error === null) return undefined
  return textOf(asRecord(error)['message']) || textOf(error) || JSON.stringify(error)
}

function joined(parts: readonly { text?: unknown; thinking?: unknown }[]): Piece {
  return {
    text: parts.map(({ text }) => textOf(text)).join(''),
    thinking: parts.map(({ thinking }) => textOf(thinking)).join(''),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(asRecord) : []
}

function first(value: unknown): Record<string, unknown> {
  return list(value)[0] ?? {}
}
