import { isRecord } from '../core/json.ts'
import type { Usage } from '../core/usage.ts'
import type { Dialect } from '../core/protocol.ts'

/** What a made-up model says, before it is written in a dialect. `pieces` may be endless when the answer is streamed. */
export type Answer = {
  id: string
  /** Seconds since the epoch. */
  created: number
  model: string
  thinking: readonly string[]
  pieces: Iterable<string>
  tools: readonly ToolCall[]
  stop: 'done' | 'length' | 'tools'
  /** Null: the answer carries no usage at all. Anything else than a Usage is told as it is, to try hostile figures. */
  usage: Usage | { raw: unknown } | null
}

/** A tool the model wants used; each dialect writes the arguments in its own way. */
export type ToolCall = { id: string; name: string; arguments: Record<string, unknown> }

/** What a request asked for, as far as an answer depends on it. */
export type Asked = {
  model: string
  stream: boolean
  /** Whether the caller wants usage in the stream; always true where the dialect has no such switch. */
  includeUsage: boolean
  /** The last thing the user said. */
  prompt: string
  /** Whether tools were offered. */
  tools: readonly string[]
  /** The shape of the request is fine but for this; null when nothing is wrong. */
  problem: string | null
}

/** One dialect written by hand: bodies, events and errors exactly as its vendor sends them. */
export type Wire = {
  dialect: Dialect
  /** The path that is asked for an answer. */
  path: string
  /** Where a path and a query decide, not the path alone. */
  serves?(url: string): boolean
  contentTypes: { whole: string; stream: string }
  read(body: Record<string, unknown>, headers: Record<string, string | string[] | undefined>, url: string): Asked
  whole(answer: Answer): string
  /** The stream, one complete event a time. */
  events(answer: Answer, asked: Asked): Iterable<string>
  errorBody(status: number, message: string): string
  errorEvent(status: number, message: string): string
  models(names: readonly string[]): string
}

/** The text of a message whose content is a string or a list of blocks. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((block) => (isRecord(block) && typeof block['text'] === 'string' ? block['text'] : '')).join('')
}

/** The last user message of a list of messages, and the names of the tools beside it. */
export function readCommon(body: Record<string, unknown>): Omit<Asked, 'includeUsage'> {
  const { model, messages, tools } = body
  const list: unknown[] = Array.isArray(messages) ? messages : []
  const last = list.findLast((one) => isRecord(one) && one['role'] === 'user')
  return {
    model: typeof model === 'string' ? model : '',
    stream: body['stream'] === true,
    prompt: isRecord(last) ? textOf(last['content']) : '',
    tools: toolNames(tools),
    problem: problemOf(body),
  }
}

/** The names of the tools a request offers. */
export function toolNames(tools: unknown): string[] {
  return Array.isArray(tools) ? tools.map(toolName) : []
}

function toolName(tool: unknown): string {
  if (!isRecord(tool)) return ''
  const owner = isRecord(tool['function']) ? tool['function'] : tool
  return typeof owner['name'] === 'string' ? owner['name'] : ''
}

function problemOf(body: Record<string, unknown>): string | null {
  if (typeof body['model'] !== 'string' || body['model'] === '') return 'you must provide a model parameter'
  if (!Array.isArray(body['messages']) || body['messages'].length === 0) return 'messages: at least one is required'
  if (body['stream'] !== undefined && typeof body['stream'] !== 'boolean') return 'stream: must be a boolean'
  return null
}
