import type { Json } from '../../core/json.ts'
import { pushAll } from '../../core/lists.ts'
import type { CallPart, Message, ThinkingPart, ToolResult } from '../translate/conversation.ts'
import { joined } from '../translate/joined.ts'
import type { Quirks } from '../translate/quirks.ts'
import { withSystemFirst } from '../translate/system-first.ts'
import { detailOf } from './thoughts.ts'
import { toolId } from './tool-id.ts'
import { contentOf } from './write-parts.ts'

type Assistant = Extract<Message, { role: 'assistant' }>
type Part = Parameters<typeof contentOf>[0][number]

/** `aside` holds pictures and documents of roles that have no place for them: they follow in a user's message. */
type Writing = { quirks: Quirks; lost: Set<string>; aside: Part[] }

/** The messages of a chat request; `lost` takes names of what chat has no place for. */
export function writeMessages(messages: readonly Message[], quirks: Quirks, lost: Set<string>): Json[] {
  const writing: Writing = { quirks, lost, aside: [] }
  const written: Json[] = []
  for (const message of withSystemFirst(resultsFirst(joined(messages)), quirks)) {
    // Results must follow their calls directly, so what stands aside waits until all of them are told.
    if (message.role !== 'tool') written.push(...asideOf(writing))
    pushAll(written, writeMessage(message, writing))
  }
  return [...written, ...asideOf(writing)]
}

/** What is said while tools run stands before their results in Responses; in chat these must follow the calls directly. */
function resultsFirst(messages: readonly Message[]): Message[] {
  const out: Message[] = []
  /** What was said since the calls, in the way of their results. */
  let said: Message[] = []
  const sayNow = () => {
    for (const message of said) out.push(message)
    said = []
  }
  for (const message of messages) {
    if (message.role === 'assistant') sayNow()
    if (message.role === 'assistant' || message.role === 'tool') out.push(message)
    else said.push(message)
  }
  sayNow()
  return out
}

function asideOf({ aside, quirks }: Writing): Json[] {
  const parts = aside.splice(0)
  return parts.length === 0 ? [] : [{ role: 'user', content: contentOf(parts, quirks) }]
}

function writeMessage(message: Message, writing: Writing): Json[] {
  const { quirks } = writing
  switch (message.role) {
    case 'system':
      return [{ role: quirks.noDeveloperRole ? 'system' : 'developer', content: contentOf(message.parts, quirks) }]
    case 'user':
      return [{ role: 'user', content: contentOf(message.parts, quirks) }]
    case 'assistant':
      return writeAssistant(message, writing)
    case 'tool':
      return message.results.map((result) => writeResult(result, writing))
    default:
      return message satisfies never
  }
}

/** A turn of thoughts alone says nothing that could be told. */
function writeAssistant({ parts }: Assistant, { quirks, lost, aside }: Writing): Json[] {
  const of = <T extends Assistant['parts'][number]['type']>(type: T) =>
    parts.filter((part): part is Extract<Assistant['parts'][number], { type: T }> => part.type === type)
  pushAll(aside, of('image'))
  const calls = of('call')
  const texts = of('text')
  const refusals = of('refusal')
  if (texts.length + refusals.length + calls.length === 0) return []
  const said = quirks.plainFields ? [...texts, ...refusals.map(({ text }) => ({ type: 'text' as const, text }))] : texts
  const message: Json = {
    role: 'assistant',
    // Beside calls content is null: some servers take an empty text for an answer.
    content: said.length === 0 ? null : contentOf(said, quirks),
    ...thoughtsOf(of('thinking'), calls.length > 0, { quirks, lost }),
  }
  if (refusals.length > 0 && !quirks.plainFields) message.refusal = refusals.map(({ text }) => text).join('\n\n')
  if (calls.length > 0) message.tool_calls = calls.map((call, i) => writeCall(call, i, quirks))
  return [message]
}

/** Vendors that want thoughts back want the field on every message with calls, even where another model made them (wire.md §3.4). */
function thoughtsOf(
  thoughts: readonly ThinkingPart[],
  called: boolean,
  { quirks, lost }: Pick<Writing, 'quirks' | 'lost'>,
): Json {
  if (!quirks.replayReasoning) {
    if (thoughts.length > 0) lost.add('thinking')
    return {}
  }
  const told = thoughts.filter(({ text, signature }) => text || (hasDetails(quirks) && signature))
  if (hasDetails(quirks)) {
    return told.length > 0 ? { reasoning_details: told.map((thought, i) => detailOf(thought, i, false)) } : {}
  }
  const text = told.map((thought) => thought.text).join('\n\n')
  return text !== '' || called ? { reasoning_content: text } : {}
}

/** Vendors that tell thoughts in `reasoning_details` want them back there. */
function hasDetails({ thinking }: Quirks): boolean {
  return thinking === 'reasoning-object' || thinking === 'reasoning-split'
}

/** What Google takes in place of a signature of its own (wire.md §3.6). */
const NO_SIGNATURE = 'skip_thought_signature_validator'

function writeCall(call: CallPart, position: number, quirks: Quirks): Json {
  const id = toolId(call.id, quirks)
  if (call.form === 'custom') return { id, type: 'custom', custom: { name: call.name, input: call.input } }
  const told: Json = { id, type: 'function', function: { name: call.name, arguments: call.input } }
  if (!quirks.callSignatures) return told
  const own = call.signature?.origin === 'gemini-generate' ? call.signature.value : null
  const signature = own ?? (position === 0 ? NO_SIGNATURE : null)
  return signature === null ? told : { ...told, extra_content: { google: { thought_signature: signature } } }
}

/** Chat's results are text; that a tool failed is left to the words of its result. */
function writeResult({ callId, parts, isError }: ToolResult, { quirks, lost, aside }: Writing): Json {
  if (isError) lost.add('is_error')
  const texts = parts.filter((part) => part.type === 'text')
  const rest = parts.filter((part) => part.type !== 'text')
  if (rest.length > 0) aside.push({ type: 'text', text: `What the tool call ${toolId(callId, quirks)} gave:` })
  pushAll(aside, rest)
  return {
    role: 'tool',
    tool_call_id: toolId(callId, quirks),
    content: contentOf(texts, quirks) || emptyResult(rest, quirks),
  }
}

/** GLM, MiniMax and Kimi refuse a result without words. */
function emptyResult(rest: readonly Part[], { plainFields }: Quirks): string {
  if (!plainFields) return ''
  return rest.length > 0 ? '(see what follows)' : '(no output)'
}
