import type { Conversation, Tool, ToolChoice } from '../translate/conversation.ts'
import { strictSchema } from './schema.ts'
import { cacheControl } from './cache-control.ts'
import { type Json } from '../translate/shape.ts'
import type { Traits } from './traits.ts'

/** The oldest version of the vendor's search, which every model has. */
const WEB_SEARCH = { type: 'web_search_20250305', name: 'web_search' }

export type WrittenTools = { tools: Json[]; choice: Json | undefined; forced: boolean; lost: boolean }

/** The tools on offer and which of them must be called; a choice among several leaves out the others. */
export function writeTools(conversation: Conversation, traits: Traits): WrittenTools {
  const { toolChoice, parallelTools, webSearch } = conversation
  const some = toolChoice?.mode === 'some' ? new Set(toolChoice.names) : null
  const offered = conversation.tools.filter(({ name }) => some?.has(name) ?? true)
  const tools = [...offered.map((tool) => writeTool(tool, traits)), ...(webSearch ? [WEB_SEARCH] : [])]
  if (tools.length === 0) return { tools, choice: undefined, forced: false, lost: false }
  const asked = choiceOf(toolChoice)
  const forces = asked?.type === 'any' || asked?.type === 'tool'
  const lost = forces && traits.forcedTools === 'never'
  const told = lost ? { type: 'auto' } : asked
  return { tools, choice: withParallel(told, parallelTools), forced: forces && !lost, lost }
}

function writeTool(tool: Tool, { schemas }: Traits): Json {
  const schema: Json = { type: 'object', ...(tool.form === 'function' && tool.schema) }
  const strict = schemas ? tool.strict : null
  return {
    name: tool.name,
    ...(tool.description !== null && { description: tool.description }),
    input_schema: strict ? strictSchema(schema) : schema,
    ...(strict !== null && { strict }),
    ...cacheControl(tool),
  }
}

const TYPES = { none: 'none', auto: 'auto', required: 'any' } as const

function choiceOf(choice: ToolChoice | null): Json | undefined {
  if (choice === null) return undefined
  if (choice.mode !== 'some') return { type: TYPES[choice.mode] }
  const [name] = choice.names
  if (choice.required && choice.names.length === 1) return { type: 'tool', name }
  return { type: choice.required ? 'any' : 'auto' }
}

function withParallel(choice: Json | undefined, parallelTools: boolean | null): Json | undefined {
  if (parallelTools === null || choice?.type === 'none') return choice
  if (choice === undefined && parallelTools) return undefined
  return { type: 'auto', ...choice, disable_parallel_tool_use: !parallelTools }
}
