import { asRecord, type Json } from '../../core/json.ts'
import {
  type Conversation,
  EFFORTS,
  type Format,
  type Message,
  NO_SETTINGS,
  type Reasoning,
  type Tool,
} from '../translate/conversation.ts'
import { readInput } from './read-input.ts'
import { readTools, readToolChoice } from './read-tools.ts'
import {
  flagOrNull,
  invalid,
  listAt,
  nameAt,
  numberOrNull,
  objectAt,
  objectOrNull,
  textOrNull,
  untranslatable,
} from '../translate/shape.ts'

/** Reads a request of the Responses API (wire.md §1.2, §2.2); what it does not know it leaves out. */
export function readRequest(body: Json, { path }: { path: string }): Conversation {
  if (path.startsWith('/v1/responses/')) throw untranslatable(`\`${path}\``)
  refuseKept(body)
  const input = readInput(body.input)
  const { tools, webSearch, lost } = readTools([...listAt(body.tools, 'tools'), ...input.tools])
  const choice = readToolChoice(body.tool_choice)
  const left = [...new Set([...lost, ...choice.lost, ...input.lost, ...includesLost(body.include)])]
  return {
    ...NO_SETTINGS,
    messages: [...instructionsOf(body.instructions), ...input.messages],
    tools: eachOnce(tools),
    toolChoice: choice.toolChoice,
    parallelTools: flagOrNull(body.parallel_tool_calls, 'parallel_tool_calls'),
    maxTokens: numberOrNull(body.max_output_tokens, 'max_output_tokens'),
    temperature: numberOrNull(body.temperature, 'temperature'),
    topP: numberOrNull(body.top_p, 'top_p'),
    reasoning: readReasoning(objectOrNull(body.reasoning, 'reasoning'), input.changed.effort),
    format: readFormat(objectOrNull(input.changed.format ?? asRecord(body.text).format, 'text.format')),
    verbosity: textOrNull(asRecord(body.text).verbosity, 'text.verbosity'),
    cacheKey: textOrNull(body.prompt_cache_key, 'prompt_cache_key'),
    user: textOrNull(body.safety_identifier, 'safety_identifier') ?? textOrNull(body.user, 'user'),
    tier: textOrNull(body.service_tier, 'service_tier'),
    webSearch,
    ...(left.length > 0 && { lost: left }),
  }
}

/** Fields that point to what only OpenAI keeps: without it the answer would be to another question. */
const KEPT_ELSEWHERE: Readonly<Record<string, string>> = {
  previous_response_id: 'names an answer that is not kept here: send the whole conversation in `input`',
  conversation: 'names a conversation that is not kept here: send all of it in `input`',
  prompt: 'names a prompt that is not kept here: send its text in `instructions`',
  background: 'is not possible with this model: ask for a stream and read it',
}

function refuseKept(body: Json): void {
  for (const [field, why] of Object.entries(KEPT_ELSEWHERE)) if (body[field]) throw invalid(`\`${field}\` ${why}`)
}

function instructionsOf(instructions: unknown): Message[] {
  const text = textOrNull(instructions, 'instructions')
  return text ? [{ role: 'system', parts: [{ type: 'text', text }] }] : []
}

/** A tool that is loaded late has often been declared before, with less. */
function eachOnce(tools: readonly Tool[]): Tool[] {
  return [...new Map(tools.map((tool) => [JSON.stringify([tool.namespace, tool.name]), tool])).values()]
}

/** Thoughts that can be sent back are always included; anything else only OpenAI can tell. */
function includesLost(include: unknown): string[] {
  const asked = listAt(include, 'include').filter((name) => name !== 'reasoning.encrypted_content')
  return asked.length > 0 ? ['include'] : []
}

function readReasoning(asked: Json | null, changed: unknown): Reasoning | null {
  if (asked === null && !changed) return null
  const reasoning = asRecord(asked)
  const word = textOrNull(changed ?? reasoning.effort, 'reasoning.effort')
  const effort = EFFORTS.find((known) => known === word) ?? null
  if (word !== effort) throw invalid(`\`reasoning.effort\` must be one of ${EFFORTS.join(', ')}`)
  const shown = textOrNull(reasoning.summary ?? reasoning.generate_summary, 'reasoning.summary') === null ? null : true
  if (effort === null && shown === null) return null
  return { effort, budgetTokens: null, shown, ...(effort === null && { onlyShown: true }) }
}

function readFormat(format: Json | null): Format | null {
  if (format === null || format.type === 'text') return null
  if (format.type === 'json_object') return { type: 'json' }
  if (format.type !== 'json_schema') throw invalid('`text.format.type` must be text, json_object or json_schema')
  return {
    type: 'schema',
    name: nameAt(format.name, 'text.format.name'),
    description: textOrNull(format.description, 'text.format.description'),
    schema: objectAt(format.schema, 'text.format.schema'),
    strict: flagOrNull(format.strict, 'text.format.strict'),
  }
}
