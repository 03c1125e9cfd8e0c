import { isRecord } from '../core/json.ts'
import { readCommon } from './answer.ts'
import type { Answer, Wire } from './answer.ts'

/** Anthropic messages as api.anthropic.com writes them: named events, usage seeded at the start and cumulative at the end. */
export const anthropicMessages: Wire = {
  dialect: 'anthropic',
  path: '/v1/messages',
  contentTypes: { whole: 'application/json', stream: 'text/event-stream; charset=utf-8' },
  read(body, headers) {
    const common = readCommon(body)
    return { ...common, includeUsage: true, problem: common.problem ?? problemOf(body, headers) }
  },
  whole,
  events,
  errorBody: (status, message) => JSON.stringify(errorOf(status, message)),
  errorEvent: (status, message) => event(errorOf(status, message)),
  models: (names) =>
    JSON.stringify({
      data: names.map((id) => ({ type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' })),
      has_more: false,
      first_id: names[0] ?? null,
      last_id: names.at(-1) ?? null,
    }),
}

const STOP = { done: 'end_turn', length: 'max_tokens', tools: 'tool_use' } as const

const ERROR_TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

type Block = { start: Record<string, unknown>; deltas: Iterable<Record<string, unknown>> }

function* events(answer: Answer): Iterable<string> {
  const seed = answer.usage !== null && { usage: usageOf(answer, 'start') }
  yield event({ type: 'message_start', message: { ...head(answer), content: [], ...seed } })
  yield event({ type: 'ping' })
  let index = 0
  for (const block of blocks(answer)) {
    yield event({ type: 'content_block_start', index, content_block: block.start })
    for (const delta of block.deltas) yield event({ type: 'content_block_delta', index, delta })
    yield event({ type: 'content_block_stop', index })
    index += 1
  }
  const delta = { stop_reason: STOP[answer.stop], stop_sequence: null }
  yield event({ type: 'message_delta', delta, ...(answer.usage !== null && { usage: usageOf(answer, 'end') }) })
  yield event({ type: 'message_stop' })
}

function event(value: Record<string, unknown> & { type: string }): string {
  return `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`
}

function head(answer: Answer) {
  const id = `msg_${answer.id}`
  return { id, type: 'message', role: 'assistant', model: answer.model, stop_reason: null, stop_sequence: null }
}

function* blocks(answer: Answer): Iterable<Block> {
  if (answer.thinking.length > 0) {
    const deltas = answer.thinking.map((thinking) => ({ type: 'thinking_delta', thinking }))
    yield {
      start: { type: 'thinking', thinking: '', signature: '' },
      deltas: [...deltas, { type: 'signature_delta', signature: SIGNATURE }],
    }
  }
  // An answer of tools alone has no text block: Anthropic refuses empty ones when they are sent back.
  if (answer.tools.length === 0 || answer.stop !== 'tools' || !isEmpty(answer.pieces)) {
    yield { start: { type: 'text', text: '' }, deltas: textDeltas(answer.pieces) }
  }
  for (const call of answer.tools) {
    const text = JSON.stringify(call.arguments)
    yield {
      start: { type: 'tool_use', id: call.id, name: call.name, input: {} },
      deltas: [text.slice(0, 12), text.slice(12)].map((part) => ({ type: 'input_json_delta', partial_json: part })),
    }
  }
}

const SIGNATURE = 'EqQBCkYIARgCIkDhc29tZS1vcGFxdWUtc2lnbmF0dXJl'

function isEmpty(pieces: Iterable<string>): boolean {
  return Array.isArray(pieces) && pieces.length === 0
}

function* textDeltas(pieces: Iterable<string>): Iterable<Record<string, unknown>> {
  for (const text of pieces) yield { type: 'text_delta', text }
}

function whole(answer: Answer): string {
  const text = [...answer.pieces].join('')
  const content = [
    ...(answer.thinking.length > 0
      ? [{ type: 'thinking', thinking: answer.thinking.join(''), signature: SIGNATURE }]
      : []),
    ...(text === '' && answer.tools.length > 0 ? [] : [{ type: 'text', text }]),
    ...answer.tools.map((call) => ({ type: 'tool_use', id: call.id, name: call.name, input: call.arguments })),
  ]
  const usage = answer.usage !== null && { usage: usageOf(answer, 'whole') }
  return JSON.stringify({ ...head(answer), content, stop_reason: STOP[answer.stop], ...usage })
}

/** Anthropic counts exclusively; the split of cache writes by lifetime is told at the start and in whole bodies only. */
function usageOf({ usage }: Answer, place: 'start' | 'end' | 'whole'): unknown {
  if (usage === null) return null
  if ('raw' in usage) return usage.raw
  const sums = {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
    cache_read_input_tokens: usage.cacheRead,
    output_tokens: place === 'start' ? 1 : usage.output,
    ...(usage.searches > 0 && place !== 'start' && { server_tool_use: { web_search_requests: usage.searches } }),
    ...(usage.reasoning > 0 && place !== 'start' && { output_tokens_details: { thinking_tokens: usage.reasoning } }),
  }
  if (place === 'end') return sums
  return {
    ...sums,
    cache_creation: {
      ephemeral_5m_input_tokens: usage.cacheWrite5m,
      ephemeral_1h_input_tokens: usage.cacheWrite1h,
    },
    service_tier: 'standard',
  }
}

function errorOf(status: number, message: string) {
  const type = ERROR_TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error')
  return { type: 'error', error: { type, message }, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy' }
}

function problemOf(body: Record<string, unknown>, headers: Record<string, unknown>): string | null {
  if (headers['anthropic-version'] === undefined) return 'anthropic-version: header is required'
  const max = body['max_tokens']
  if (typeof max !== 'number' || !Number.isInteger(max) || max < 1) return 'max_tokens: Field required'
  const thinking = body['thinking']
  if (isRecord(thinking) && Number(thinking['budget_tokens'] ?? 1024) < 1024) {
    return 'thinking.budget_tokens: must be at least 1024'
  }
  return null
}
