import { asRecord, type Json, textOr } from '../../core/json.ts'
import { pushAll } from '../../core/lists.ts'
import type { CallPart, Message, Signature } from '../translate/conversation.ts'
import { unseal } from '../translate/sealed.ts'
import { flatName } from '../translate/tools-out.ts'
import { readTools, SEARCH } from './read-tools.ts'
import { ASSISTANT_PARTS, readParts, RESULT_PARTS, SYSTEM_PARTS, USER_PARTS } from './read-content.ts'
import { invalid, listAt, nameAt, objectAt, textAt, textOrNull, untranslatable } from '../translate/shape.ts'

/** What the items of a request hold. */
type Input = {
  messages: Message[]
  /** Tools that came into the conversation in the middle of it. */
  tools: unknown[]
  /** Kinds of items that were left out. */
  lost: Set<string>
  /** What was changed of the settings in the middle of it; null or undefined: nothing. */
  changed: { effort?: unknown; format?: unknown }
}

type Reading = Input & {
  /** A signature that waits for the call it belongs to. */
  signature: Signature | null
}

/** Reads `input`: a text of the user's, or items, of which those of one answer become one message. */
export function readInput(input: unknown): Input {
  const into: Reading = { messages: [], tools: [], lost: new Set(), changed: {}, signature: null }
  if (typeof input === 'string') readMessage({ role: 'user', content: input }, 'input', into)
  else if (Array.isArray(input)) {
    for (const [i, each] of input.entries()) readItem(objectAt(each, `input[${i}]`), `input[${i}]`, into)
  } else throw invalid('`input` must be a string or a list')
  return into
}

const ITEMS: Readonly<Record<string, (item: Json, where: string, into: Reading) => void>> = {
  message: readMessage,
  reasoning: readReasoning,
  function_call: (item, where, into) => readCall(item, where, { into, form: 'function' }),
  custom_tool_call: (item, where, into) => readCall(item, where, { into, form: 'custom' }),
  function_call_output: readFunctionOutput,
  custom_tool_call_output: (item, where, into) => readOutput(item, where, { into, form: 'custom' }),
  image_generation_call: readImageCall,
  additional_tools: readOffer,
  tool_search_call: readSearch,
  tool_search_output: readFound,
  configuration_update: readUpdate,
  item_reference: (_item, where) => {
    throw invalid(
      `\`${where}\` is a reference, and answers are not kept here: send the whole item, as clients do with \`store\` off`,
    )
  },
}

/** What tells only how an answer came about: its words say what came of it. */
const RECORDS: ReadonlySet<string> = new Set([
  'code_interpreter_call',
  'file_search_call',
  'mcp_list_tools',
  'web_search_call',
])

function readItem(item: Json, where: string, into: Reading): void {
  const type = textOr(item.type, item.role === undefined ? 'item_reference' : 'message')
  const read = Object.hasOwn(ITEMS, type) ? ITEMS[type] : undefined
  if (read) read(item, where, into)
  else if (RECORDS.has(type)) into.lost.add(`input.${type}`)
  // Anything else is a part of the conversation that would be missing without a word.
  else throw untranslatable(`\`${type.slice(0, 64)}\``)
}

function readMessage({ role, content }: Json, where: string, into: Reading): void {
  const at = `${where}.content`
  if (role === 'user') add(into, { role, parts: readParts(content, at, USER_PARTS) })
  else if (role === 'assistant') say(into, readParts(content, at, ASSISTANT_PARTS))
  else if (role === 'system' || role === 'developer') {
    add(into, { role: 'system', parts: readParts(content, at, SYSTEM_PARTS) })
  } else throw invalid(`\`${where}.role\` must be user, assistant, system or developer`)
}

function add(into: Reading, message: Extract<Message, { role: 'user' | 'system' }>): void {
  if (message.parts.length > 0) into.messages.push(message)
}

/** Items of one answer follow one another; elsewhere they are one message. */
function say(into: Reading, parts: Extract<Message, { role: 'assistant' }>['parts']): void {
  const last = into.messages.at(-1)
  if (last?.role === 'assistant') pushAll(last.parts, parts)
  else if (parts.length > 0) into.messages.push({ role: 'assistant', parts })
}

function readReasoning(item: Json, where: string, into: Reading): void {
  const encrypted = textOrNull(item.encrypted_content, `${where}.encrypted_content`)
  const sealed = encrypted === null ? null : unseal(encrypted)
  if (sealed?.onCall) {
    into.signature = sealed.signature
    return
  }
  const text = thoughtsOf(item)
  if (text === null && encrypted === null) return
  const signature = encrypted === null ? null : { origin: 'openai-responses' as const, value: encrypted }
  say(into, [{ type: 'thinking', text, signature: sealed?.signature ?? signature }])
}

/** What a reasoning item lets one read: the thoughts themselves where they are told, else their summary. */
export function thoughtsOf({ content, summary }: Json): string | null {
  const texts = (list: unknown) =>
    Array.isArray(list) ? list.flatMap((part) => textOr(asRecord(part).text, '') || []) : []
  const told = texts(content)
  return (told.length > 0 ? told : texts(summary)).join('\n\n') || null
}

type Formed = { into: Reading; form: CallPart['form'] }

function readCall(item: Json, where: string, { into, form }: Formed): void {
  const field = form === 'custom' ? 'input' : 'arguments'
  const call: CallPart = {
    type: 'call',
    id: nameAt(item.call_id, `${where}.call_id`),
    name: nameAt(item.name, `${where}.name`),
    namespace: textOrNull(item.namespace, `${where}.namespace`),
    form,
    // A function that was called with nothing was called with an empty object: nothing at all is no JSON.
    input: textAt(item[field], `${where}.${field}`) || (form === 'function' ? '{}' : ''),
    signature: into.signature,
  }
  into.signature = null
  say(into, [call])
}

/**
 * A tool may have given something that no call asked for, which OpenAI takes where the tool is named, and Codex hands a thread its
 * messages so (openai/codex, issue 42088). Elsewhere every result answers a call, so that it gets one.
 */
function readFunctionOutput(item: Json, where: string, into: Reading): void {
  const formed = { into, form: 'function' } as const
  if (item.call_id !== undefined && item.call_id !== null) return readOutput(item, where, formed)
  if (textOr(item.name, '') === '')
    throw invalid(`\`${where}\` needs a \`call_id\`, or the \`name\` of the tool where it answers no call`)
  const own = { ...item, call_id: `alone_${where.replaceAll(/\W/g, '_')}` }
  readCall({ ...own, arguments: '{}' }, where, formed)
  readOutput(own, where, formed)
}

function readOutput(item: Json, where: string, { into, form }: Formed): void {
  const result = {
    callId: nameAt(item.call_id, `${where}.call_id`),
    name: textOrNull(item.name, `${where}.name`),
    form,
    parts: readParts(item.output, `${where}.output`, RESULT_PARTS),
    isError: false,
  }
  const last = into.messages.at(-1)
  if (last?.role === 'tool') last.results.push(result)
  else into.messages.push({ role: 'tool', results: [result] })
}

function readImageCall(item: Json, where: string, into: Reading): void {
  const base64 = textOrNull(item.result, `${where}.result`)
  if (base64 === null) return
  const source = { kind: 'data' as const, mime: imageMime(item.output_format), base64 }
  say(into, [{ type: 'image', source, detail: null }])
}

/** The media type of a picture that a hosted tool has made. */
export function imageMime(format: unknown): string {
  return format === 'svg' ? 'image/svg+xml' : `image/${textOr(format, 'png')}`
}

/** What it says counts for the answers that follow, until another says otherwise. */
function readUpdate({ reasoning, text }: Json, _where: string, { changed }: Reading): void {
  changed.effort = asRecord(reasoning).effort ?? changed.effort
  changed.format = asRecord(text).format ?? changed.format
}

/** A search that OpenAI ran is a record like others; one that the caller ran has an answer. */
function readSearch(item: Json, where: string, into: Reading): void {
  if (!isAnswered(item)) return void into.lost.add('input.tool_search_call')
  const searched = { ...item, name: SEARCH, arguments: JSON.stringify(asRecord(item.arguments)) }
  readCall(searched, where, { into, form: 'search' })
}

/** What the caller has found by a search is on offer from then on; the search is answered with what it is called there. */
function readFound(item: Json, where: string, into: Reading): void {
  readOffer(item, where, into)
  if (!isAnswered(item)) return
  const found = readTools(listAt(item.tools, `${where}.tools`)).tools.map(flatName)
  readOutput({ ...item, name: SEARCH, output: JSON.stringify({ found }) }, where, { into, form: 'search' })
}

const isAnswered = ({ call_id: id, execution }: Json): boolean => typeof id === 'string' && execution !== 'server'

/** Tools that were declared late are on offer from then on. */
function readOffer(item: Json, where: string, into: Reading): void {
  pushAll(into.tools, listAt(item.tools, `${where}.tools`))
}
