import { isRecord } from '../core/json.ts'
import { inputTotal } from '../core/usage.ts'
import { textOf, toolNames } from './answer.ts'
import type { Answer, Asked, Wire } from './answer.ts'
import { geminiGenerate } from './gemini-generate.ts'

/** Gemini's interactions as generativelanguage.googleapis.com makes them: named events in steps, the usage in the last. */
export const geminiInteractions: Wire = {
  dialect: 'gemini',
  path: '/v1beta/interactions',
  serves: (url) => /\/v1(?:beta|alpha)?\/interactions(\?|$)/.test(url),
  contentTypes: { whole: geminiGenerate.contentTypes.whole, stream: 'text/event-stream' },
  read,
  whole: (answer) => JSON.stringify({ ...interaction(answer), steps: stepsOf(answer).map(({ whole }) => whole()) }),
  *events(answer) {
    const { usage: _usage, ...begun } = interaction(answer)
    yield event({ interaction: { ...begun, status: 'in_progress' }, event_type: 'interaction.created' })
    for (const [index, { open, deltas }] of stepsOf(answer).entries()) {
      yield event({ index, step: open, event_type: 'step.start' })
      for (const delta of deltas) yield event({ index, delta, event_type: 'step.delta' })
      yield event({ index, event_type: 'step.stop' })
    }
    yield event({ interaction: interaction(answer), event_type: 'interaction.completed' })
    yield 'event: done\ndata: [DONE]\n\n'
  },
  errorBody: (status, message) => JSON.stringify(errorOf(status, message)),
  errorEvent: (status, message) => event({ ...errorOf(status, message), event_type: 'error' }),
  models: (names) => geminiGenerate.models(names),
}

type Fields = Record<string, unknown>
/** A step as it opens, what is told of it, and as it is when that has been told. */
type Step = { open: Fields; deltas: Iterable<Fields>; whole: () => Fields }

function read({ model, input, stream, tools }: Fields): Asked {
  const steps: unknown[] = Array.isArray(input) ? input : [input]
  const last = steps.findLast((one) => isRecord(one) && one['type'] === 'user_input')
  return {
    model: typeof model === 'string' ? model : '',
    stream: stream === true,
    includeUsage: true,
    prompt: textOf(isRecord(last) ? last['content'] : input),
    tools: toolNames(tools),
    problem: typeof model === 'string' && model !== '' ? null : 'model is required',
  }
}

function event(value: Fields & { event_type: string }): string {
  return `event: ${value.event_type}\ndata: ${JSON.stringify(value)}\n\n`
}

const CODES: Record<number, string> = { 404: 'not_found', 429: 'resource_exhausted', 503: 'unavailable' }

function errorOf(status: number, message: string) {
  return { error: { message, code: CODES[status] ?? (status < 500 ? 'invalid_request' : 'internal') } }
}

const STATUSES = { done: 'completed', length: 'incomplete', tools: 'requires_action' } as const

function interaction(answer: Answer): Fields {
  const at = new Date(answer.created * 1000).toISOString().replace('.000', '')
  return {
    id: `v1_${answer.id}`,
    status: STATUSES[answer.stop],
    ...usageOf(answer),
    created: at,
    updated: at,
    service_tier: 'standard',
    object: 'interaction',
    model: answer.model,
  }
}

const SIGNATURE = 'EvEFCu4FAXLI2nxkZW1v'

function stepsOf({ thinking, pieces, tools, stop }: Answer): Step[] {
  const signed = { type: 'thought_signature', signature: SIGNATURE }
  const summed = thinking.map((text) => ({ type: 'thought_summary', content: { type: 'text', text } }))
  const summary = [joined(thinking)]
  const thought = { type: 'thought' }
  const output = { type: 'model_output' }
  const silent = stop === 'tools' && Array.isArray(pieces) && pieces.length === 0
  return [
    ...(thinking.length > 0
      ? [{ open: thought, deltas: [...summed, signed], whole: () => ({ ...thought, signature: SIGNATURE, summary }) }]
      : []),
    ...(silent
      ? []
      : [{ open: output, deltas: texts(pieces), whole: () => ({ ...output, content: [joined(pieces)] }) }]),
    ...tools.map(({ id, name, arguments: asked }) => {
      const call = { type: 'function_call', id, name }
      const told = JSON.stringify(asked).match(/[^]{1,12}/g) ?? []
      return {
        open: { ...call, arguments: {} },
        deltas: told.map((part) => ({ type: 'arguments_delta', arguments: part })),
        whole: () => ({ ...call, arguments: asked }),
      }
    }),
  ]
}

function* texts(pieces: Iterable<string>): Iterable<Fields> {
  for (const text of pieces) yield { type: 'text', text }
}

function joined(pieces: Iterable<string>): Fields {
  return { type: 'text', text: [...pieces].join('') }
}

/** The cache is inside the input, thoughts are beside the output. */
function usageOf({ usage }: Answer): { usage?: unknown } {
  if (usage === null) return {}
  if ('raw' in usage) return { usage: usage.raw }
  const input = inputTotal(usage)
  return {
    usage: {
      total_tokens: input + usage.output,
      total_input_tokens: input,
      input_tokens_by_modality: [{ modality: 'text', tokens: input }],
      total_cached_tokens: usage.cacheRead,
      total_output_tokens: usage.output - usage.reasoning,
      total_tool_use_tokens: 0,
      total_thought_tokens: usage.reasoning,
      ...(usage.searches > 0 && { grounding_tool_count: [{ type: 'google_search', count: usage.searches }] }),
    },
  }
}
