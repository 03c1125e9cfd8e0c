import { PLAYGROUND_PROTOCOLS, type PlaygroundProtocol } from '../../../../src/core/play.ts'
import { asRecord, isRecord, type Json, parseJson } from '../../../../src/core/json.ts'
import { randomName } from '../random-name.ts'
import { NEW_TALK, newAnswer, type Said, type Setup, type Talk } from './talk.ts'

/** Why a request does not fit into the playground: it has no conversation, or one with more than words in it, or not in turns. */
export type Misfit = 'noTalk' | 'tools' | 'files' | 'turns'

/** A talk as a request had it, and the names of what else stood in it. */
type Read = { talk: Talk; left: readonly string[] }

type Message = { role: string; parts: readonly Json[] }

/** What a request of a protocol says; `left` names what of it the playground has no place for. */
type Spoken = {
  system: unknown
  messages: readonly Message[]
  temperature: unknown
  maxTokens: unknown
  left: readonly string[]
}

const READERS: Readonly<Record<PlaygroundProtocol, (body: Json) => Spoken>> = {
  'openai-chat': (body) => ({
    system: [],
    messages: listOf(body['messages']).map(messageOf),
    temperature: body['temperature'],
    maxTokens: body['max_completion_tokens'] ?? body['max_tokens'],
    left: othersIn(body, ['messages', 'temperature', 'max_completion_tokens', 'max_tokens']),
  }),
  'openai-responses': (body) => ({
    system: body['instructions'],
    messages: itemsOf(body['input']).map(messageOf),
    temperature: body['temperature'],
    maxTokens: body['max_output_tokens'],
    left: othersIn(body, ['instructions', 'input', 'temperature', 'max_output_tokens', 'store']),
  }),
  'anthropic-messages': (body) => ({
    system: body['system'],
    messages: listOf(body['messages']).map(messageOf),
    temperature: body['temperature'],
    maxTokens: body['max_tokens'],
    left: othersIn(body, ['system', 'messages', 'temperature', 'max_tokens']),
  }),
  'gemini-generate': (body) => {
    const settings = asRecord(body['generationConfig'])
    return {
      system: asRecord(body['systemInstruction'] ?? body['system_instruction'])['parts'],
      messages: listOf(body['contents']).map(contentOf),
      temperature: settings['temperature'],
      maxTokens: settings['maxOutputTokens'],
      left: [
        ...othersIn(body, ['systemInstruction', 'system_instruction', 'contents', 'generationConfig']),
        ...othersIn(settings, ['temperature', 'maxOutputTokens']),
      ],
    }
  },
  'gemini-interactions': (body) => {
    const settings = asRecord(body['generation_config'])
    return {
      system: body['system_instruction'],
      messages: stepsOf(body['input']).map(stepOf),
      temperature: settings['temperature'],
      maxTokens: settings['max_output_tokens'],
      left: [
        ...othersIn(body, ['system_instruction', 'input', 'generation_config', 'store']),
        ...othersIn(settings, ['temperature', 'max_output_tokens']),
      ],
    }
  },
}

/** What every request has, and the playground too, or which is empty where there is a talk. */
const COMMON = ['model', 'stream', 'stream_options', 'tools']

const othersIn = (body: Json, read: readonly string[]): string[] =>
  Object.keys(body).filter((name) => !read.includes(name) && !COMMON.includes(name))

/** The talk a kept request makes, as far as the playground can hold it. */
export function readTalk(
  text: string,
  protocol: string,
  setup: Pick<Setup, 'key' | 'model' | 'stream'>,
): Read | { why: Misfit } {
  const spoken = PLAYGROUND_PROTOCOLS.find((one) => one === protocol)
  const body = parseJson(text)
  if (!spoken || !isRecord(body)) return { why: 'noTalk' }
  const { system, messages, temperature, maxTokens, left } = READERS[spoken](body)
  const first = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer')
  const before = [...partsOf(system), ...messages.slice(0, Math.max(0, first)).flatMap(({ parts }) => parts)]
  const talked = messages.slice(Math.max(0, first))
  const kinds = [...before, ...talked.flatMap(({ parts }) => parts)].map(kindOf)
  if (listOf(body['tools']).length > 0 || kinds.includes('tools')) return { why: 'tools' }
  if (kinds.includes('files')) return { why: 'files' }
  const said = inTurns(talked)
  if (kinds.includes('other') || said === null || isContinued(body)) return { why: 'turns' }
  const own = {
    ...NEW_TALK.setup,
    ...setup,
    protocol: spoken,
    system: joined(before),
    temperature: numberOr(temperature),
    maxTokens: numberOr(maxTokens),
  }
  return { talk: talkOf(said, own), left }
}

/** Whether it goes on from an answer that does not stand in it. */
const isContinued = (body: Json): boolean =>
  ['previous_response_id', 'previous_interaction_id'].some((name) => typeof body[name] === 'string')

function talkOf(said: readonly Said[], setup: Setup): Talk {
  const turns = said.flatMap(({ role, text }, at) => {
    if (role === 'assistant') return []
    const answer = said[at + 1]?.text
    const answers = [{ ...newAnswer(setup.model ?? '', 0), state: 'done' as const, text: answer ?? '' }]
    return answer === undefined ? [] : [{ id: randomName(), asked: text, answers }]
  })
  return { setup, turns, text: said.at(-1)?.text ?? '' }
}

/** The conversation, what one side said in a row as one; null where it does not go in turns from the user to the user. */
function inTurns(messages: readonly Message[]): Said[] | null {
  const said: Said[] = []
  for (const { role, parts } of messages) {
    if (role !== 'user' && role !== 'assistant') return null
    const text = joined(parts)
    const last = said.at(-1)
    if (last?.role === role) last.text = `${last.text}\n\n${text}`
    else said.push({ role, text })
  }
  const goes = said[0]?.role === 'user' && said.at(-1)?.role === 'user' && said.every(({ text }) => text !== '')
  return goes ? said : null
}

function messageOf(item: Json): Message {
  const { role, content, tool_calls: calls } = item
  // An item without a role is no message, but a part of its own kind.
  if (typeof role !== 'string') return { role: 'user', parts: [item] }
  return { role, parts: [...partsOf(content), ...listOf(calls), ...(role === 'tool' ? [{ type: role }] : [])] }
}

/** A step of the user's or the model's; what stands without one around it, or is of another kind, is a part of its own. */
function stepOf(step: Json): Message {
  const { type, content } = step
  if (type === 'model_output') return { role: 'assistant', parts: partsOf(content) }
  return { role: 'user', parts: type === 'user_input' ? partsOf(content) : [step] }
}

const TEXTS: readonly unknown[] = [undefined, 'text', 'input_text', 'output_text']

const contentOf = ({ role = 'user', parts }: Json): Message => ({
  role: role === 'model' ? 'assistant' : String(role),
  parts: partsOf(parts),
})

function kindOf(part: Json): 'text' | 'tools' | 'files' | 'other' {
  if (typeof part['text'] === 'string' && TEXTS.includes(part['type']) && part['thought'] !== true) return 'text'
  const names = [part['type'], ...Object.keys(part)].join(' ')
  if (/tool|function/i.test(names)) return 'tools'
  return /image|audio|video|file|document|data/i.test(names) ? 'files' : 'other'
}

function partsOf(content: unknown): Json[] {
  return typeof content === 'string' ? [{ text: content }] : listOf(content)
}

const itemsOf = (input: unknown): Json[] =>
  typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input)
const stepsOf = (input: unknown): Json[] => (isRecord(input) ? [input] : partsOf(input))
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(partOf) : [])
const partOf = (value: unknown): Json => (typeof value === 'string' ? { text: value } : asRecord(value))
const joined = (parts: readonly Json[]): string => parts.map(({ text }) => String(text)).join('\n\n')
const numberOr = (value: unknown): number | null => (typeof value === 'number' ? value : null)
