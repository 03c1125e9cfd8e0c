import type { Json } from '../../core/json.ts'
import { withTakenForce } from '../forced-tools.ts'
import { sayingJson } from '../json-mode.ts'
import { samplingFor, samplingTaken, takesOf } from '../openai-models.ts'
import { shortened } from '../shortened.ts'
import { type Addressee, longestAnswer, type Written } from '../translate/codec.ts'
import type { Conversation, Format, Message, WebSearch } from '../translate/conversation.ts'
import type { Quirks } from '../translate/quirks.ts'
import { told } from '../translate/shape.ts'
import { wantsStrict, wantsStrictAnswer } from '../translate/wants.ts'
import { unsaidBounds } from '../translate/web-search.ts'
import { writeTools } from './tools.ts'
import { writeMessages } from './write-messages.ts'
import { writeReasoning } from './write-reasoning.ts'

/** Writes a chat request for a vendor with its quirks (wire.md §1.1, §3.1). */
export function writeRequest(asked: Conversation, to: Addressee): Written {
  const { quirks } = to
  const lost = new Set<string>()
  const conversation = withTakenForce(asked, to, lost)
  const reasoning = writeReasoning(conversation.reasoning, to, lost)
  if (quirks.plainFields && wantsStrict(conversation.tools)) lost.add('tools.strict')
  if (quirks.jsonObjectOnly && conversation.format?.type === 'schema') lost.add('format')
  else if (wantsStrictAnswer(conversation.format) && !holdsAnswers(quirks)) lost.add('format.strict')
  const body: Json = {
    model: to.model,
    messages: writeMessages(withSchema(conversation, quirks), quirks, lost),
    ...writeTools(conversation, quirks),
    [quirks.oldMaxTokens ? 'max_tokens' : 'max_completion_tokens']: longestAnswer(conversation, to),
    ...samplingFor(samplingOf(conversation), { taken: samplingTaken(to), effort: reasoning.reasoning_effort }, lost),
    seed: conversation.seed,
    stop: writeStop(conversation.stop, lost),
    ...reasoning,
    response_format: conversation.format && writeFormat(conversation.format, quirks),
    ...writeExtras(conversation, to, lost),
    // Chat streams tell their usage only when asked (wire.md §0.16).
    ...(to.stream && { stream: true, stream_options: { include_usage: true } }),
  }
  return { path: '/v1/chat/completions', query: '', body: told(body), lost: [...lost] }
}

function samplingOf({ temperature, topP, presencePenalty, frequencyPenalty }: Conversation) {
  return { temperature, top_p: topP, presence_penalty: presencePenalty, frequency_penalty: frequencyPenalty }
}

const MOST_STOPS = 4

function writeStop(stop: readonly string[], lost: Set<string>): string[] | null {
  if (stop.length > MOST_STOPS) lost.add('stop')
  return stop.length === 0 ? null : stop.slice(0, MOST_STOPS)
}

function writeFormat(format: Format, quirks: Quirks): Json {
  if (format.type === 'json' || quirks.jsonObjectOnly) return { type: 'json_object' }
  const { name, description, schema, strict } = format
  const described = description === null ? { name, schema } : { name, description, schema }
  return {
    type: 'json_schema',
    json_schema: strict === null || !holdsAnswers(quirks) ? described : { ...described, strict },
  }
}

function holdsAnswers({ plainFields, strictFormats }: Quirks): boolean {
  return !plainFields || strictFormats === true
}

/** Where an answer cannot be bound to a schema the model is told it, in the words a JSON mode demands. */
function withSchema({ format, messages }: Conversation, { jsonObjectOnly }: Quirks): readonly Message[] {
  if (!jsonObjectOnly || format?.type !== 'schema') return sayingJson(messages, format)
  const text = `Answer with one JSON object that follows this JSON Schema:\n${JSON.stringify(format.schema)}`
  return [{ role: 'system', parts: [{ type: 'text', text }] }, ...messages]
}

const TIERS: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'scale', 'priority', 'fast'])
const VERBOSITIES: ReadonlySet<string> = new Set(['low', 'medium', 'high'])
const LONGEST_USER = 128
const LONGEST_CACHE_KEY = 64

/** In chat, OpenAI's other models refuse a request for a search, which Codex makes in every turn. */
function maySearch(model: string): boolean {
  return takesOf(model) === null || model.includes('-search-')
}

/** Fields of OpenAI's own; a value that is another vendor's word would be refused, and so would all of them by a plain server. */
function writeExtras(asked: Conversation, { model, quirks }: Addressee, lost: Set<string>): Json {
  const { verbosity, cacheKey, user, tier, webSearch } = asked
  const fields: Readonly<Record<string, { value: unknown; fits: boolean }>> = {
    verbosity: { value: verbosity, fits: verbosity !== null && VERBOSITIES.has(verbosity) },
    prompt_cache_key: { value: cacheKey === null ? null : shortened(cacheKey, LONGEST_CACHE_KEY), fits: true },
    safety_identifier: { value: user, fits: user !== null && user.length <= LONGEST_USER },
    service_tier: { value: tier, fits: tier !== null && TIERS.has(tier) },
    web_search_options: { value: webSearch && writeSearch(webSearch), fits: maySearch(model) },
  }
  const extras: Json = {}
  for (const [name, { value, fits }] of Object.entries(fields)) {
    if (value === null) continue
    const takes = !quirks.plainFields || (quirks.cacheKeys && name === 'prompt_cache_key')
    if (!takes || !fits) lost.add(name)
    else extras[name] = value
  }
  if (extras.web_search_options) for (const bound of unsaidBounds(webSearch, ['place', 'contextSize'])) lost.add(bound)
  return extras
}

function writeSearch({ place, contextSize }: WebSearch): Json {
  return told({
    search_context_size: contextSize,
    user_location: place && { type: 'approximate', approximate: place },
  })
}
