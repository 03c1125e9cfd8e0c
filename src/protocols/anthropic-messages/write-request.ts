import { asRecord, type Json } from '../../core/json.ts'
import { type Addressee, longestAnswer, type Written } from '../translate/codec.ts'
import type { Conversation, Format } from '../translate/conversation.ts'
import { saysHowClosely } from '../translate/wants.ts'
import { strictSchema } from './schema.ts'
import { costOf, fits, isHoldable } from './strict-limits.ts'
import { type Traits, traitsOf } from './traits.ts'
import { userIdOf } from './user-id.ts'
import { writeText } from './write-content.ts'
import { type SpokenMessage, writeMessages } from './write-messages.ts'
import { writeSampling, writeThinking } from './write-thinking.ts'
import { writeTools } from './write-tools.ts'

/** `max_tokens` must be said; this is for models whose longest answer nobody knows. */
const DEFAULT_MAX_TOKENS = 8192
const MOST_HINTS = 4

/** Writes a request of the Messages API as it is in version 2023-06-01 (wire.md §1.5), in what the model takes of it. */
export function writeRequest(conversation: Conversation, to: Addressee): Written {
  const traits = traitsOf(to.model)
  const lost = new Set<string>()
  const maxTokens = longestAnswer(conversation, to) ?? to.maxOutput ?? DEFAULT_MAX_TOKENS
  const { format, words } = writeFormat(conversation.format, traits, lost)
  const spent = format ? [costOf(asRecord(format.schema))] : []
  const { system, messages } = writeMessages(conversation.messages, traits, lost)
  const { tools, choice, ...aboutTools } = writeTools(conversation, traits, spent)
  const thinking = writeThinking(conversation.reasoning, { traits, forced: aboutTools.forced, maxTokens, messages })
  const sampling = writeSampling(conversation, traits, thinking.on)
  const stop = conversation.stop.filter((text) => text.trim() !== '')
  const tier = TIERS.get(conversation.tier)
  for (const name of aboutTools.lost) lost.add(name)
  if (thinking.lost) lost.add('reasoning')
  if (saysHowClosely(conversation.messages)) lost.add('detail')
  if (stop.length < conversation.stop.length) lost.add('stop')
  if (conversation.tier !== null && tier === undefined) lost.add('service_tier')
  for (const name of sampling.lost) lost.add(name)
  const prompt = [...system, ...words]
  const spoken = conversation.cacheKey !== null || callsTools(messages) ? hinted(messages) : messages
  limitHints([...tools, ...prompt, ...spoken.flatMap(({ content }) => content)])
  const body = {
    model: to.model,
    max_tokens: maxTokens,
    system: some(prompt),
    messages: spoken,
    tools: some(tools),
    tool_choice: choice,
    thinking: thinking.thinking,
    output_config: thinking.effort || format ? told({ effort: thinking.effort, format }) : undefined,
    ...sampling.fields,
    stop_sequences: some(stop),
    metadata: conversation.user === null ? undefined : { user_id: userIdOf(conversation.user) },
    service_tier: tier,
    stream: to.stream || undefined,
  }
  return { path: '/v1/messages', query: '', body: told(body), lost: [...lost] }
}

const TIERS = new Map<string | null, string>([
  ['auto', 'auto'],
  ['priority', 'auto'],
  ['default', 'standard_only'],
])

function some<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined
}

function told(fields: Json): Json {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** A form the API cannot hold the answer to is asked for in words; that a schema is not held to is told. */
function writeFormat(format: Format | null, { schemas }: Traits, lost: Set<string>): { format?: Json; words: Json[] } {
  if (format === null) return { words: [] }
  if (format.type === 'json') return { words: writeText('Answer with one JSON object and nothing else.') }
  const held = strictSchema(format.schema)
  if (schemas && isHoldable(held) && fits(0, [costOf(held)]))
    return { format: { type: 'json_schema', schema: held }, words: [] }
  lost.add('format')
  const schema = JSON.stringify(format.schema)
  return { words: writeText(`Answer with one JSON value of this JSON Schema and nothing else:\n${schema}`) }
}

/** Only so many hints are taken; the last ones reach furthest. */
function limitHints(blocks: readonly Json[]): void {
  for (const block of hintedIn(blocks).slice(0, -MOST_HINTS)) delete block.cache_control
}

/** The blocks with a hint, in order; results of tools hold blocks themselves. */
function hintedIn(blocks: readonly Json[]): Json[] {
  return blocks.flatMap((block) => {
    const inner = Array.isArray(block.content) ? hintedIn(block.content) : []
    return 'cache_control' in block ? [...inner, block] : inner
  })
}

/**
 * An agent at work: the next request follows soon and begins with this one. Who asks in another dialect is used to beginnings
 * that are cached unasked, and would pay for the whole history anew at each step.
 */
function callsTools(messages: readonly SpokenMessage[]): boolean {
  return messages.some(({ content }) => content.some(({ type }) => type === 'tool_use'))
}

/** Nothing is cached here without a hint: it stands on the last block, unless the caller has set one. */
function hinted(messages: readonly SpokenMessage[]): readonly SpokenMessage[] {
  const last = messages.at(-1)
  const block = last?.content.at(-1)
  const has = messages.some(({ content }) => hintedIn(content).length > 0)
  if (!last || !block || has || String(block.type).endsWith('thinking')) return messages
  const content = last.content.with(-1, { ...block, cache_control: { type: 'ephemeral' } })
  return messages.with(-1, { ...last, content })
}
