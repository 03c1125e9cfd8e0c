import { isRecord } from '../core/json.ts'
import { inputTotal } from '../core/usage.ts'
import { readCommon } from './answer.ts'
import type { Answer, ToolCall, Wire } from './answer.ts'

/** OpenAI chat completions as api.openai.com writes them; thinking as `reasoning_content`, the compatible vendors' way. */
export const openaiChat: Wire = {
  dialect: 'openai',
  path: '/v1/chat/completions',
  contentTypes: { whole: 'application/json', stream: 'text/event-stream; charset=utf-8' },
  read(body) {
    const options = body['stream_options']
    return { ...readCommon(body), includeUsage: isRecord(options) && options['include_usage'] === true }
  },
  whole,
  *events(answer, asked) {
    // With include_usage every chunk before the last carries `usage: null`; without it the field does not exist.
    const usage = asked.includeUsage && answer.usage !== null ? { usage: null } : {}
    for (const delta of deltas(answer)) yield event({ ...chunk(answer, delta, null), ...usage })
    yield event({ ...chunk(answer, {}, FINISH[answer.stop]), ...usage })
    if (asked.includeUsage && answer.usage !== null) {
      yield event({ ...chunkHead(answer), choices: [], usage: usageOf(answer) })
    }
    yield 'data: [DONE]\n\n'
  },
  errorBody: (status, message) => JSON.stringify({ error: errorOf(status, message) }, null, 2),
  errorEvent: (status, message) => event({ error: errorOf(status, message) }),
  models: (names) =>
    JSON.stringify({
      object: 'list',
      data: names.map((id) => ({ id, object: 'model', created: 1_767_225_600, owned_by: 'system' })),
    }),
}

const FINISH = { done: 'stop', length: 'length', tools: 'tool_calls' } as const

const ERRORS: Record<number, { type: string; code: string | null }> = {
  400: { type: 'invalid_request_error', code: null },
  401: { type: 'invalid_request_error', code: 'invalid_api_key' },
  402: { type: 'insufficient_quota', code: 'insufficient_quota' },
  403: { type: 'invalid_request_error', code: 'unsupported_country_region_territory' },
  404: { type: 'invalid_request_error', code: 'model_not_found' },
  413: { type: 'invalid_request_error', code: null },
  429: { type: 'requests', code: 'rate_limit_exceeded' },
}

/** The `error` of OpenAI's error bodies, with the type and code that go with a status. */
export function errorOf(status: number, message: string) {
  const { type, code } = ERRORS[status] ?? { type: status < 500 ? 'invalid_request_error' : 'server_error', code: null }
  return { message, type, param: null, code }
}

function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

function chunkHead(answer: Answer) {
  return {
    id: `chatcmpl-${answer.id}`,
    object: 'chat.completion.chunk',
    created: answer.created,
    model: answer.model,
    service_tier: 'default',
    system_fingerprint: 'fp_7f3a2b91c0',
  }
}

function chunk(answer: Answer, delta: Record<string, unknown>, finish: string | null) {
  return { ...chunkHead(answer), choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] }
}

function* deltas(answer: Answer): Iterable<Record<string, unknown>> {
  yield { role: 'assistant', content: '', refusal: null }
  for (const text of answer.thinking) yield { reasoning_content: text }
  for (const content of answer.pieces) yield { content }
  for (const [index, call] of answer.tools.entries()) {
    yield { tool_calls: [{ index, ...written(call, '') }] }
    const text = JSON.stringify(call.arguments)
    for (let from = 0; from < text.length; from += 12) {
      yield { tool_calls: [{ index, function: { arguments: text.slice(from, from + 12) } }] }
    }
  }
}

function written(call: ToolCall, text: string) {
  return { id: call.id, type: 'function', function: { name: call.name, arguments: text } }
}

function whole(answer: Answer): string {
  const content = [...answer.pieces].join('')
  const message = {
    role: 'assistant',
    content: content === '' && answer.tools.length > 0 ? null : content,
    ...(answer.thinking.length > 0 && { reasoning_content: answer.thinking.join('') }),
    ...(answer.tools.length > 0 && {
      tool_calls: answer.tools.map((call) => written(call, JSON.stringify(call.arguments))),
    }),
    refusal: null,
    annotations: [],
  }
  return JSON.stringify(
    {
      ...chunkHead(answer),
      object: 'chat.completion',
      choices: [{ index: 0, message, logprobs: null, finish_reason: FINISH[answer.stop] }],
      ...(answer.usage !== null && { usage: usageOf(answer) }),
    },
    null,
    2,
  )
}

/** OpenAI counts inclusively: the prompt holds the cached parts, the completion the reasoning. */
function usageOf({ usage }: Answer): unknown {
  if (usage === null) return null
  if ('raw' in usage) return usage.raw
  const prompt = inputTotal(usage)
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
    prompt_tokens_details: {
      cached_tokens: usage.cacheRead,
      cache_write_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
      audio_tokens: usage.audioIn,
    },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning,
      audio_tokens: usage.audioOut,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  }
}
