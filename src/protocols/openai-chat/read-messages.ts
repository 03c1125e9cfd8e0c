import { asRecord, type Json } from '../../core/json.ts'
import type { CallPart, ImagePart, Message, RefusalPart } from '../translate/conversation.ts'
import { cacheOf, readContent, readImage } from './read-parts.ts'
import { invalid, textAt, untranslatable } from '../translate/shape.ts'
import { readThoughts, signatureIn } from './thoughts.ts'

/** What is gathered on the way: which calls were of custom tools, since results do not say so, and what was left out. */
type Reading = { customCalls: Set<string>; lost: Set<string> }

/** The messages of a chat request; results that follow one another belong to the same turn. `lost` takes names of what was left out. */
export function readMessages(messages: unknown, lost: Set<string>): Message[] {
  if (!Array.isArray(messages)) throw invalid('`messages` must be a list')
  const reading: Reading = { customCalls: new Set(), lost }
  const read: Message[] = []
  for (const [i, each] of messages.entries()) {
    const message = readMessage(asRecord(each), `messages[${i}]`, reading)
    hint(message, asRecord(each))
    const last = read.at(-1)
    if (message.role !== 'tool') {
      // A message that says nothing is a fault to other protocols.
      if (message.parts.length > 0) read.push(message)
    } else if (last?.role === 'tool') last.results.push(...message.results)
    else read.push(message)
  }
  return read
}

function readMessage(message: Json, at: string, reading: Reading): Message {
  if (typeof message.name === 'string' && message.role !== 'tool') reading.lost.add('messages.name')
  const content = `${at}.content`
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', parts: readContent(message.content, ['text'], content) }
    case 'user':
      return {
        role: 'user',
        parts: readContent(message.content, ['text', 'image', 'document', 'audio'], content),
      }
    case 'assistant':
      return { role: 'assistant', parts: readAssistant(message, at, reading) }
    case 'tool':
      return { role: 'tool', results: [readResult(message, at, reading)] }
    case 'function':
      throw untranslatable('messages of the role `function`')
    default:
      throw invalid(`\`${at}.role\` is unknown`)
  }
}

/** Clients that tell contents as plain text put a cache hint on the message itself: it holds up to the message's last part. */
function hint(message: Message, told: Json): void {
  const last = message.role === 'tool' ? message.results.at(-1) : message.parts.at(-1)
  if (last) Object.assign(last, cacheOf(told))
}

type AssistantParts = Extract<Message, { role: 'assistant' }>['parts']

function readAssistant(message: Json, at: string, { customCalls }: Reading): AssistantParts {
  if (message.audio) throw untranslatable('an answer that was spoken')
  if (message.function_call) throw untranslatable('`function_call`')
  const calls = listOf(message.tool_calls).map((call, i) => readCall(asRecord(call), `${at}.tool_calls[${i}]`))
  for (const call of calls) if (call.form === 'custom') customCalls.add(call.id)
  const { refusal } = message
  const refused: RefusalPart[] = typeof refusal === 'string' && refusal ? [{ type: 'refusal', text: refusal }] : []
  return [
    ...readThoughts(message),
    ...readContent(message.content, ['text', 'refusal'], `${at}.content`),
    ...refused,
    ...imagesOf(message, at),
    ...calls,
  ]
}

/** Pictures that a model made stand beside the content, as OpenRouter tells them. */
function imagesOf({ images }: Json, at: string): ImagePart[] {
  return listOf(images).map((image, i) => readImage(asRecord(image), `${at}.images[${i}]`))
}

function readCall(call: Json, at: string): CallPart {
  const custom = call.type === 'custom'
  const { name, arguments: args, input } = asRecord(custom ? call.custom : call.function)
  const google = asRecord(asRecord(call.extra_content).google)
  return {
    type: 'call',
    id: textAt(call.id, `${at}.id`),
    name: textAt(name, `${at}.${custom ? 'custom' : 'function'}.name`),
    namespace: null,
    form: custom ? 'custom' : 'function',
    input: custom ? textAt(input, `${at}.custom.input`) : argumentsOf(args),
    signature: signatureIn(google.thought_signature, 'gemini-generate'),
  }
}

/** The arguments of a call as JSON text: none are an empty object, and some vendors tell the object itself. */
function argumentsOf(told: unknown): string {
  if (typeof told === 'string') return told.trim() === '' ? '{}' : told
  return JSON.stringify(asRecord(told))
}

function readResult(message: Json, at: string, { customCalls }: Reading) {
  const callId = textAt(message.tool_call_id, `${at}.tool_call_id`)
  return {
    callId,
    name: typeof message.name === 'string' ? message.name : null,
    form: customCalls.has(callId) ? ('custom' as const) : ('function' as const),
    parts: readContent(message.content, ['text', 'image', 'document'], `${at}.content`),
    isError: false,
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
