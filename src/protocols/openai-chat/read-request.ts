import { asRecord, type Json, textOr } from '../../core/json.ts'
import {
  type Conversation,
  EFFORTS,
  type Format,
  NO_SETTINGS,
  type Reasoning,
  type WebSearch,
} from '../translate/conversation.ts'
import { flagOrNull, invalid, numberOrNull, textOrNull, untranslatable } from '../translate/shape.ts'
import { placeIn, webSearchOf } from '../translate/web-search.ts'
import { readMessages } from './read-messages.ts'
import { readToolChoice, readTools } from './tools.ts'

/** Reads a chat request (wire.md §1.1); throws `body_invalid` or `not_translatable`. */
export function readRequest(body: Json): Conversation {
  if (Array.isArray(body.modalities) && body.modalities.some((kind) => kind !== 'text')) {
    throw untranslatable('answers that are not text')
  }
  const lost = new Set<string>()
  const conversation = {
    ...NO_SETTINGS,
    ...readSettings(body),
    tools: readTools(body.tools, lost),
    toolChoice: readToolChoice(body.tool_choice),
    messages: readMessages(body.messages, lost),
  }
  return lost.size > 0 ? { ...conversation, lost: [...lost] } : conversation
}

function readSettings(body: Json): Partial<Conversation> {
  // An empty text says nothing.
  const text = (name: string) => textOrNull(body[name], name) || null
  return {
    parallelTools: flagOrNull(body.parallel_tool_calls, 'parallel_tool_calls'),
    maxTokens:
      numberOrNull(body.max_completion_tokens, 'max_completion_tokens') ?? numberOrNull(body.max_tokens, 'max_tokens'),
    temperature: numberOrNull(body.temperature, 'temperature'),
    topP: numberOrNull(body.top_p, 'top_p'),
    seed: numberOrNull(body.seed, 'seed') ?? numberOrNull(body.random_seed, 'random_seed'),
    presencePenalty: numberOrNull(body.presence_penalty, 'presence_penalty'),
    frequencyPenalty: numberOrNull(body.frequency_penalty, 'frequency_penalty'),
    stop: readStop(body.stop),
    reasoning: readReasoning(body.reasoning_effort),
    format: readFormat(body.response_format),
    verbosity: text('verbosity'),
    cacheKey: text('prompt_cache_key'),
    user: text('safety_identifier') ?? text('user'),
    tier: text('service_tier'),
    webSearch: body.web_search_options ? readSearch(asRecord(body.web_search_options)) : null,
  }
}

function readSearch({ search_context_size: size, user_location: location }: Json): WebSearch {
  return webSearchOf({
    place: placeIn(asRecord(asRecord(location).approximate)),
    contextSize: textOrNull(size, 'web_search_options.search_context_size'),
  })
}

function readStop(stop: unknown): string[] {
  if (stop === null || stop === undefined) return []
  const list: unknown[] = Array.isArray(stop) ? stop : [stop]
  if (!list.every((text) => typeof text === 'string')) throw invalid('`stop` must be text or a list of texts')
  return list
}

function readReasoning(effort: unknown): Reasoning | null {
  if (effort === null || effort === undefined) return null
  const known = EFFORTS.find((each) => each === effort)
  if (!known) throw invalid('`reasoning_effort` is unknown')
  return { effort: known, budgetTokens: null, shown: null }
}

function readFormat(format: unknown): Format | null {
  const { type, json_schema: told } = asRecord(format)
  switch (type) {
    case undefined:
    case 'text':
      return null
    case 'json_object':
      return { type: 'json' }
    case 'json_schema': {
      const { name, description, schema, strict } = asRecord(told)
      return {
        type: 'schema',
        name: textOr(name, 'answer'),
        description: textOrNull(description, 'response_format.json_schema.description') || null,
        schema: asRecord(schema),
        strict: typeof strict === 'boolean' ? strict : null,
      }
    }
    default:
      throw invalid('`response_format.type` is unknown')
  }
}
