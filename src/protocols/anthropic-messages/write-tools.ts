import type { Json } from '../../core/json.ts'
import type { Conversation, Tool, ToolChoice, WebSearch } from '../translate/conversation.ts'
import { plainTop } from '../translate/plain-top.ts'
import { told } from '../translate/shape.ts'
import { unsaidBounds } from '../translate/web-search.ts'
import { strictSchema } from './schema.ts'
import { type Cost, costOf, fits, isHoldable } from './strict-limits.ts'
import { cacheControl } from './cache-control.ts'
import type { Traits } from './traits.ts'

/** The oldest version of the vendor's search, which every model has. */
const WEB_SEARCH = { type: 'web_search_20250305', name: 'web_search' }

type WrittenTools = { tools: Json[]; choice: Json | undefined; forced: boolean; lost: string[] }

/** The tools on offer and which of them must be called; a choice among several leaves out the others. `spent` is what the answer's schema costs. */
export function writeTools(conversation: Conversation, traits: Traits, spent: readonly Cost[]): WrittenTools {
  const { toolChoice, parallelTools, webSearch } = conversation
  const some = toolChoice?.mode === 'some' ? new Set(toolChoice.names) : null
  const offered = conversation.tools.filter(({ name }) => some?.has(name) ?? true)
  const held = traits.schemas ? heldSchemas(offered, spent) : new Map<Tool, Json>()
  const loose = traits.schemas && offered.some((tool) => tool.strict && !held.has(tool)) ? ['tools.strict'] : []
  const written = offered.map((tool) => writeTool(tool, held.get(tool), traits))
  const tools = [...written, ...(webSearch ? [writeSearch(webSearch)] : [])]
  if (tools.length === 0) return onlyNamed(conversation)
  const asked = choiceOf(toolChoice)
  const forces = asked?.type === 'any' || asked?.type === 'tool'
  const unforced = forces && traits.forcedTools === 'never'
  const forced = unforced ? { type: 'auto' } : asked
  const lost = [...(unforced ? ['tool_choice'] : []), ...loose, ...unsaidBounds(webSearch, SEARCH_BOUNDS)]
  return { tools, choice: withParallel(forced, parallelTools), forced: forces && !unforced, lost }
}

/**
 * Calls and results are refused where no tool is on offer (`Requests which include tool_use or tool_result blocks must define
 * tools`), and agents offer none when they have a history summed up: what was called there is named, and may not be called.
 */
function onlyNamed({ messages }: Conversation): WrittenTools {
  const parts = messages.flatMap((message) => (message.role === 'assistant' ? message.parts : []))
  const names = new Set(parts.flatMap((part) => (part.type === 'call' ? [part.name] : [])))
  const tools = [...names].map((name): Json => ({ name, input_schema: { type: 'object' } }))
  return { tools, choice: tools.length > 0 ? { type: 'none' } : undefined, forced: false, lost: [] }
}

const SEARCH_BOUNDS = ['allowedDomains', 'blockedDomains', 'place', 'maxUses'] as const

function writeSearch({ allowedDomains, blockedDomains, place, maxUses }: WebSearch): Json {
  return told({
    ...WEB_SEARCH,
    allowed_domains: allowedDomains,
    blocked_domains: blockedDomains,
    max_uses: maxUses,
    user_location: place && { type: 'approximate', ...place },
  })
}

/** The schemas of the strict tools that calls are held to: all that can be, or none where that is more than a request may hold. */
function heldSchemas(tools: readonly Tool[], spent: readonly Cost[]): Map<Tool, Json> {
  const strict = tools
    .filter((tool) => tool.strict)
    .map((tool): [Tool, Json] => [tool, strictSchema(takesNothing(tool) ? NOTHING : schemaOf(tool))])
  const held = strict.filter(([, schema]) => isHoldable(schema))
  return new Map(fits(held.length, [...spent, ...held.map(([, schema]) => costOf(schema))]) ? held : [])
}

const NOTHING: Json = Object.freeze({ type: 'object', properties: {} })

/** What says nothing of what it takes takes nothing. */
function takesNothing(tool: Tool): boolean {
  return tool.form === 'function' && tool.schema === null
}

function schemaOf(tool: Tool): Json {
  return plainTop((tool.form === 'function' && tool.schema) || {})
}

function writeTool(tool: Tool, held: Json | undefined, { schemas }: Traits): Json {
  return {
    name: tool.name,
    ...(tool.description !== null && { description: tool.description }),
    input_schema: held ?? schemaOf(tool),
    ...(held && { strict: true }),
    ...(schemas && tool.strict === false && { strict: false }),
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
