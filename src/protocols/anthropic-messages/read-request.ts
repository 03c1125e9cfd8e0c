import { asRecord, type Json } from '../../core/json.ts'
import {
  type Conversation,
  type Format,
  NO_SETTINGS,
  type Reasoning,
  type Tool,
  type ToolChoice,
} from '../translate/conversation.ts'
import { cacheKeyOf } from './cache-key.ts'
import { effortIn } from './read-content.ts'
import { readMessages } from './read-messages.ts'
import { asksToCite, readTools } from './read-tools.ts'
import { mustBe, listAt, numberOrNull, objectAt, textAt } from '../translate/shape.ts'

/** Reads a request of the Messages API (wire.md §1.5), or one that only asks how many tokens it has. */
export function readRequest(body: Json): Conversation {
  const choice = asRecord(body.tool_choice)
  const { tools, webSearch, lost: hosted = [] } = readTools(body)
  const toolChoice = readChoice(choice, tools)
  const lost = [
    ...hosted,
    // The vendor's own search can be chosen too; it is no tool that another could be made to call.
    ...(choice.type === 'tool' && toolChoice === null ? ['tool_choice'] : []),
    ...(asksToCite(body.messages) ? ['messages.citations'] : []),
  ]
  const { disable_parallel_tool_use: oneAtATime } = choice
  const { user_id: told } = asRecord(body.metadata)
  const user = typeof told === 'string' ? told : null
  return {
    ...NO_SETTINGS,
    messages: readMessages(body),
    tools,
    webSearch,
    toolChoice,
    ...(lost.length > 0 && { lost }),
    parallelTools: typeof oneAtATime === 'boolean' ? !oneAtATime : null,
    maxTokens: numberOrNull(body.max_tokens, 'max_tokens'),
    temperature: numberOrNull(body.temperature, 'temperature'),
    topP: numberOrNull(body.top_p, 'top_p'),
    topK: numberOrNull(body.top_k, 'top_k'),
    stop: listAt(body.stop_sequences, 'stop_sequences').map((text, i) => textAt(text, `stop_sequences[${i}]`)),
    reasoning: readReasoning(body),
    format: readFormat(asRecord(body.output_config).format ?? body.output_format),
    cacheKey: cacheKeyOf(body, user),
    user,
    tier: readTier(body.service_tier),
  }
}

const CHOICES: ReadonlyMap<unknown, ToolChoice> = new Map([
  ['auto', { mode: 'auto' }],
  ['any', { mode: 'required' }],
  ['none', { mode: 'none' }],
])

function readChoice(choice: Json, tools: readonly Tool[]): ToolChoice | null {
  if (choice.type === undefined) return null
  if (choice.type === 'tool') {
    const name = textAt(choice.name, 'tool_choice.name')
    return tools.some((tool) => tool.name === name) ? { mode: 'some', names: [name], required: true } : null
  }
  const known = CHOICES.get(choice.type)
  if (!known) throw mustBe('tool_choice.type', '`auto`, `any`, `tool` or `none`')
  return known
}

const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const
const SHOWN: ReadonlyMap<unknown, boolean> = new Map([
  ['summarized', true],
  ['updates', true],
  ['omitted', false],
])

function readReasoning(body: Json): Reasoning | null {
  const thinking = asRecord(body.thinking)
  // What a later message says of the effort counts from there on.
  const later = listAt(body.messages, 'messages').findLast((message) => effortIn(message) !== undefined)
  const told = effortIn(later) ?? effortIn(body)
  const effort = EFFORTS.find((word) => word === told) ?? null
  const shown = SHOWN.get(thinking.display) ?? null
  switch (thinking.type) {
    case undefined:
      return effort && { effort, budgetTokens: null, shown: null }
    case 'disabled':
    case 'between_tools':
      return { effort: 'none', budgetTokens: null, shown: null }
    case 'enabled':
      return { effort, budgetTokens: numberOrNull(thinking.budget_tokens, 'thinking.budget_tokens'), shown }
    case 'adaptive':
      return { effort, budgetTokens: null, shown }
    default:
      throw mustBe('thinking.type', '`enabled`, `adaptive`, `between_tools` or `disabled`')
  }
}

function readFormat(told: unknown): Format | null {
  if (told === undefined || told === null) return null
  const format = objectAt(told, 'output_config.format')
  if (format.type !== 'json_schema') throw mustBe('output_config.format.type', '`json_schema`')
  const schema = objectAt(format.schema, 'output_config.format.schema')
  return { type: 'schema', name: 'answer', description: null, schema, strict: null }
}

function readTier(tier: unknown): string | null {
  if (tier === 'standard_only') return 'default'
  return typeof tier === 'string' ? tier : null
}
