import { isRecord } from '../core/json.ts'
import { inputTotal } from '../core/usage.ts'
import { textOf, toolNames } from './answer.ts'
import type { Answer, Asked, ToolCall, Wire } from './answer.ts'
import { errorOf, openaiChat } from './openai-chat.ts'

/** OpenAI responses as api.openai.com streams them: numbered events, whole items, usage in the last event only. */
export const openaiResponses: Wire = {
  dialect: 'openai',
  path: '/v1/responses',
  contentTypes: openaiChat.contentTypes,
  read,
  whole,
  *events(answer) {
    let sequence = 0
    for (const { type, ...fields } of steps(answer)) {
      yield event({ type, sequence_number: sequence, ...fields })
      sequence += 1
    }
  },
  errorBody: (status, message) => openaiChat.errorBody(status, message),
  errorEvent(status, message) {
    const { code, type, param } = errorOf(status, message)
    return event({ type: 'error', code: code ?? type, message, param, sequence_number: 0 })
  },
  models: (names) => openaiChat.models(names),
}

type Step = Record<string, unknown> & { type: string }
/** An item of the output: as it opens, the events in between, and as it is once those have been told. */
type Item = {
  open: Record<string, unknown> & { id: string }
  parts: Iterable<Step>
  done: () => Record<string, unknown>
}

function read(body: Record<string, unknown>): Asked {
  const { model, input, stream, tools } = body
  const items: unknown[] = Array.isArray(input) ? input : [{ role: 'user', content: input }]
  const last = items.findLast((one) => isRecord(one) && one['role'] === 'user')
  return {
    model: typeof model === 'string' ? model : '',
    stream: stream === true,
    includeUsage: true,
    prompt: isRecord(last) ? textOf(last['content']) : '',
    tools: toolNames(tools),
    problem: problemOf(body),
  }
}

function problemOf({ model, input, stream }: Record<string, unknown>): string | null {
  if (typeof model !== 'string' || model === '') return 'you must provide a model parameter'
  if (typeof input !== 'string' && !Array.isArray(input)) return "Missing required parameter: 'input'."
  return stream !== undefined && typeof stream !== 'boolean' ? 'stream: must be a boolean' : null
}

function event(value: Step): string {
  return `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`
}

function* steps(answer: Answer): Iterable<Step> {
  const begun = responseOf(answer, { status: 'in_progress', output: [] })
  yield { type: 'response.created', response: begun }
  yield { type: 'response.in_progress', response: begun }
  const output: Record<string, unknown>[] = []
  for (const { open, parts, done } of itemsOf(answer)) {
    const output_index = output.length
    yield { type: 'response.output_item.added', output_index, item: { ...open, status: 'in_progress' } }
    for (const part of parts) yield { ...part, item_id: open.id, output_index }
    output.push({ ...open, ...done(), status: 'completed' })
    yield { type: 'response.output_item.done', output_index, item: output.at(-1) }
  }
  const status = answer.stop === 'length' ? 'incomplete' : 'completed'
  yield { type: `response.${status}`, response: responseOf(answer, { status, output }) }
}

/** An answer in one piece is what the stream's last event carries. */
function whole(answer: Answer): string {
  const [last] = [...steps(answer)].slice(-1)
  return JSON.stringify(last?.['response'], null, 2)
}

function responseOf(answer: Answer, { status, output }: { status: string; output: readonly unknown[] }) {
  const over = status !== 'in_progress'
  return {
    id: `resp_${answer.id}`,
    object: 'response',
    created_at: answer.created,
    status,
    background: false,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    instructions: null,
    model: answer.model,
    output,
    parallel_tool_calls: true,
    previous_response_id: null,
    service_tier: over ? 'default' : 'auto',
    store: false,
    tool_choice: 'auto',
    tools: [],
    usage: null,
    ...(over && usageOf(answer)),
    metadata: {},
  }
}

function itemsOf(answer: Answer): Item[] {
  const silent = answer.stop === 'tools' && Array.isArray(answer.pieces) && answer.pieces.length === 0
  return [
    ...(answer.thinking.length > 0 ? [reasoning(answer)] : []),
    ...(silent ? [] : [message(answer)]),
    ...answer.tools.map((call, index) => functionCall(call, `fc_${answer.id}_${index}`)),
  ]
}

const ENCRYPTED = 'gAAAAABpIGRlbW8tb3BhcXVlLXJlYXNvbmluZw=='

function reasoning({ id, thinking }: Answer): Item {
  const text = thinking.join('')
  const summary = { type: 'summary_text', text }
  const at = { summary_index: 0 }
  return {
    open: { id: `rs_${id}`, type: 'reasoning', summary: [] },
    parts: [
      { type: 'response.reasoning_summary_part.added', ...at, part: { ...summary, text: '' } },
      ...thinking.map((delta) => ({ type: 'response.reasoning_summary_text.delta', ...at, delta })),
      { type: 'response.reasoning_summary_text.done', ...at, text },
      { type: 'response.reasoning_summary_part.done', ...at, part: summary },
    ],
    done: () => ({ summary: [summary], encrypted_content: ENCRYPTED }),
  }
}

function message({ id, pieces }: Answer): Item {
  const said: string[] = []
  const part = () => ({ type: 'output_text', annotations: [], logprobs: [], text: said.join('') })
  const at = { content_index: 0 }
  return {
    open: { id: `msg_${id}`, type: 'message', role: 'assistant', content: [] },
    parts: (function* () {
      yield { type: 'response.content_part.added', ...at, part: part() }
      for (const delta of pieces) {
        said.push(delta)
        yield { type: 'response.output_text.delta', ...at, delta, logprobs: [] }
      }
      yield { type: 'response.output_text.done', ...at, text: said.join(''), logprobs: [] }
      yield { type: 'response.content_part.done', ...at, part: part() }
    })(),
    done: () => ({ content: [part()] }),
  }
}

function functionCall(call: ToolCall, id: string): Item {
  const text = JSON.stringify(call.arguments)
  const deltas = text.match(/[^]{1,12}/g) ?? []
  return {
    open: { id, type: 'function_call', call_id: call.id, name: call.name, arguments: '' },
    parts: [
      ...deltas.map((delta) => ({ type: 'response.function_call_arguments.delta', delta })),
      { type: 'response.function_call_arguments.done', name: call.name, arguments: text },
    ],
    done: () => ({ arguments: text }),
  }
}

/** OpenAI counts inclusively: the input holds the cached parts, the output the reasoning; searches stand beside it. */
function usageOf({ usage }: Answer): { usage?: unknown; tool_usage?: unknown } {
  if (usage === null) return {}
  if ('raw' in usage) return { usage: usage.raw }
  const input = inputTotal(usage)
  return {
    usage: {
      input_tokens: input,
      input_tokens_details: {
        cached_tokens: usage.cacheRead,
        cache_write_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
        cache_write_tokens_details: { ttl_30m_tokens: usage.cacheWrite5m, ttl_12h_tokens: usage.cacheWrite1h },
      },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: usage.reasoning },
      total_tokens: input + usage.output,
    },
    ...(usage.searches > 0 && { tool_usage: { web_search: { num_requests: usage.searches } } }),
  }
}
