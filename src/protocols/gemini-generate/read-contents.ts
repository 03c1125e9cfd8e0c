import { GatewayError } from '../../core/errors.ts'
import { isRecord, type Json } from '../../core/json.ts'
import { pushAll } from '../../core/lists.ts'
import type { Message, TextPart, ToolResult } from '../translate/conversation.ts'
import { invalid } from '../translate/shape.ts'
import { type Calls, followCalls } from './call-ids.ts'
import { resultIn } from './function-response.ts'
import { fileMedia, inlineMedia } from './media.ts'
import { field, fieldsIn, recordsIn } from './proto-json.ts'
import { signatureIn } from './signature.ts'

type UserPart = Extract<Message, { role: 'user' }>['parts'][number]
type ModelPart = Extract<Message, { role: 'assistant' }>['parts'][number]

/** The calls so far, and the names of what is left out. */
type Reading = { calls: Calls; lost: Set<string> }

/** The system instruction and contents of a request as messages, and the names of what they leave out. */
export function messagesIn(body: Json): { messages: Message[]; lost: string[] } {
  const contents = fieldsIn(body, '').list('contents')
  const reading = { calls: followCalls(contents), lost: new Set<string>() }
  const turns = together(recordsIn(contents, 'contents').flatMap(({ record, at }) => messagesOf(record, at, reading)))
  const system = systemIn(field(body, 'systemInstruction'))
  const messages: Message[] = system.length === 0 ? turns : [{ role: 'system', parts: system }, ...turns]
  return { messages, lost: [...reading.lost] }
}

/** A content without parts, or a text, is one that libraries accept. */
function systemIn(instruction: unknown): TextPart[] {
  if (instruction === null) return []
  if (typeof instruction === 'string') return texts(instruction)
  if (!isRecord(instruction)) throw invalid('`systemInstruction` must be an object')
  const parts = recordsIn(fieldsIn(instruction, 'systemInstruction.').list('parts'), 'systemInstruction.parts')
  return parts.flatMap(({ record, at }) => {
    const text = fieldsIn(record, `${at}.`).text('text')
    if (text === null) throw new GatewayError('not_translatable', { what: `\`${at}\`` })
    return texts(text)
  })
}

function messagesOf(content: Json, at: string, reading: Reading): Message[] {
  const { text, list } = fieldsIn(content, `${at}.`)
  const role = text('role') ?? 'user'
  const parts = recordsIn(list('parts'), `${at}.parts`)
  if (role === 'model') {
    const said = parts.flatMap(({ record, at: where }) => modelParts(record, where, reading))
    return said.length === 0 ? [] : [{ role: 'assistant', parts: said }]
  }
  // Results were of a role of their own once.
  if (role !== 'user' && role !== 'function') throw invalid(`\`${at}.role\` must be user or model`)
  // By all they say: Gemini CLI says every result of a session that it resumes twice, and no other vendor takes the second.
  const results = new Map<string, ToolResult>()
  const said: UserPart[] = []
  for (const { record, at: where } of parts) {
    const response = fieldsIn(record, `${where}.`).record('functionResponse')
    if (response) {
      const result = resultOf(response, `${where}.functionResponse`, reading.calls)
      results.set(JSON.stringify(result), result)
    } else said.push(...userParts(record, where, reading))
  }
  return [
    ...(results.size > 0 ? [{ role: 'tool' as const, results: [...results.values()] }] : []),
    ...(said.length > 0 ? [{ role: 'user' as const, parts: said }] : []),
  ]
}

function resultOf(response: Json, at: string, calls: Calls): ToolResult {
  const { text } = fieldsIn(response, `${at}.`)
  const call = calls.answered(text('id'), text('name'))
  if (!call) throw invalid(`\`${at}\` answers no functionCall before it`)
  return { callId: call.id, name: call.name, form: 'function', ...resultIn(response, at) }
}

/** How Google is to look at a part, which others decide for themselves. */
const MANNERS = ['mediaResolution', 'videoMetadata', 'mediaProcessing', 'speechMetadata']

function userParts(part: Json, at: string, reading: Reading): UserPart[] {
  const { text, record } = fieldsIn(part, `${at}.`)
  for (const name of MANNERS) if (field(part, name) !== null) reading.lost.add(`contents.${name}`)
  const [inline, file, words] = [record('inlineData'), record('fileData'), text('text')]
  if (inline) return [inlineMedia(inline, `${at}.inlineData`)]
  if (file) return [fileMedia(file, `${at}.fileData`)]
  const shown = words === null ? hosted(part, at, reading) : texts(words)
  if (!shown) throw unknownPart(at)
  return shown
}

function modelParts(part: Json, at: string, reading: Reading): ModelPart[] {
  const { text, flag, record } = fieldsIn(part, `${at}.`)
  const signature = signatureIn(field(part, 'thoughtSignature'))
  const call = record('functionCall')
  if (call) {
    const { text: word, record: object } = fieldsIn(call, `${at}.functionCall.`)
    const name = word('name')
    if (name === null) throw invalid(`\`${at}.functionCall\` needs a \`name\``)
    const input = JSON.stringify(object('args') ?? {})
    const id = reading.calls.add(word('id'), name)
    return [{ type: 'call', id, name, namespace: null, form: 'function', input, signature }]
  }
  const [words, inline] = [text('text'), record('inlineData')]
  if (flag('thought') === true) return words || signature ? [{ type: 'thinking', text: words || null, signature }] : []
  // Gemini 3 signs words and pictures too; elsewhere only calls and thoughts have a place for that.
  const signed: ModelPart[] = signature ? [{ type: 'thinking', text: null, signature }] : []
  if (inline) return [picture(inline, at), ...signed]
  const shown = words === null ? hosted(part, at, reading) : texts(words)
  if (!shown && !signature) throw unknownPart(at)
  return [...(shown ?? []), ...signed]
}

function picture(inline: Json, at: string): ModelPart {
  const media = inlineMedia(inline, `${at}.inlineData`)
  if (media.type !== 'image') throw new GatewayError('not_translatable', { what: `\`${at}\`` })
  return media
}

/** Code that the vendor ran, as words; its other tools leave traces that mean nothing elsewhere. Null for anything else. */
function hosted(part: Json, at: string, { lost }: Reading): TextPart[] | null {
  const { record } = fieldsIn(part, `${at}.`)
  const [run, outcome] = [record('executableCode'), record('codeExecutionResult')]
  if (run) return fenced(field(run, 'code'))
  if (outcome) return fenced(field(outcome, 'output'))
  const trace = ['toolCall', 'toolResponse'].find((name) => record(name) !== null)
  if (trace === undefined) return null
  lost.add(`contents.${trace}`)
  return []
}

function unknownPart(at: string): GatewayError {
  return invalid(`\`${at}\` holds nothing that is known`)
}

/** What ran, or what came of it, as it is shown in an answer. */
export function fenced(text: unknown): TextPart[] {
  return typeof text === 'string' ? texts(`\n\`\`\`\n${text.trimEnd()}\n\`\`\`\n`) : []
}

function texts(text: string): TextPart[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

/** Google's library keeps each chunk of a stream as a content of its own: neighbours of the model are one message. */
function together(messages: readonly Message[]): Message[] {
  const out: Message[] = []
  for (const message of messages) {
    const last = out.at(-1)
    if (message.role === 'assistant' && last?.role === 'assistant') pushAll(last.parts, message.parts)
    else out.push(message)
  }
  return out.map((message) => (message.role === 'assistant' ? { ...message, parts: joined(message.parts) } : message))
}

/** A stream's pieces that a client sends back as they came are one text again, and one thought with its signature. */
function joined(parts: readonly ModelPart[]): ModelPart[] {
  const out: ModelPart[] = []
  for (const part of parts) {
    const last = out.at(-1)
    if (part.type === 'text' && last?.type === 'text') out[out.length - 1] = { ...last, text: last.text + part.text }
    else if (part.type === 'thinking' && last?.type === 'thinking' && last.signature === null)
      out[out.length - 1] = { ...part, text: last.text === null ? part.text : last.text + (part.text ?? '') }
    else out.push(part)
  }
  return out
}
