import { GatewayError } from '../../core/errors.ts'
import { asRecord, elementsOf, type Span, splice, topLevelSpans, valueAt, valueEnd } from '../../core/json.ts'
import { askedBeside, SEARCH_KEYS } from '../asked-searches.ts'
import { countAt, keysOf, onlyModelOf, type RequestSpans, requestSpans } from '../request.ts'
import { type Edit, inOrder } from '../elements.ts'
import { openaiErrors } from '../openai-errors.ts'
import type { Incoming, Protocol, Turn } from '../protocol.ts'
import { foreignThoughts } from './foreign-thoughts.ts'
import { saidIn } from './said-in.ts'
import { chatTap } from './tap.ts'

/** OpenAI chat completions (wire.md §1.1), said in the words of Responses too, forwarded as bytes: only `model` and `stream_options.include_usage` are patched, and thoughts sealed here are taken out. */
export const openaiChat: Protocol = {
  id: 'openai-chat',
  dialect: 'openai',
  serves: (path) => path === '/v1/chat/completions',
  errors: openaiErrors,
  read(incoming) {
    const turn = readChat(incoming, '/chat/completions')
    const said = turn.spans && saidIn(incoming.body, turn.spans)
    return said ? { ...turn, saidIn: said } : turn
  },
  trial: (model) => ({
    path: '/v1/chat/completions',
    body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'Reply with the word OK.' }] }),
  }),
}

const READ = keysOf(
  'model',
  'stream',
  'stream_options',
  'max_completion_tokens',
  'max_tokens',
  'max_output_tokens',
  'n',
  'best_of',
  'prompt',
  'modalities',
  'audio',
  'seed',
  'random_seed',
  ...SEARCH_KEYS,
)

/** Reads a request in the manner of chat, for the path it goes to upstream. */
export function readChat({ body }: Incoming, path: string): Turn {
  const spans = requestSpans(body, READ)
  const stream = spans.lastValue('stream') === true
  const options = spans.of('stream_options')
  const asked = asRecord(spans.lastValue('stream_options')).include_usage === true
  const usageEdits = stream && !asked ? askForUsage(body, options) : []
  const thoughtEdits = spans.mayHoldSealed ? foreignThoughts(body) : []
  // The older completions make several and give back the best.
  const answers = promptsIn(body, spans) * Math.max(countAt(spans, 'n') ?? 1, countAt(spans, 'best_of') ?? 1)
  // Who wants to hear an answer says so (wire.md §1.1).
  const spoken = ['modalities', 'audio'].some((key) => spans.of(key).length > 0)
  return {
    model: onlyModelOf(body, spans),
    stream,
    body,
    spans,
    maxTokens: countAt(spans, 'max_completion_tokens', 'max_tokens', 'max_output_tokens'),
    answers,
    worst: (name) => askedBeside(name, body, spans),
    addressedTo: (upstreamName) => ({
      path,
      body: splice(body, inOrder([...spans.modelEdits(upstreamName), ...usageEdits, ...thoughtEdits])),
    }),
    tap: () => chatTap({ stream, hideUsage: stream && !asked, answers, spoken }),
    tapOfOther: () => chatTap({ stream: !stream, hideUsage: false, answers, spoken }),
  }
}

const QUOTE = 0x22
const OPEN_BRACKET = 0x5b

/** How many prompts the older completions are asked to go on from: a list holds several, or the tokens of one. */
function promptsIn(body: Uint8Array, spans: RequestSpans): number {
  let prompts = 0
  elementsOf(body, spans.of('prompt').at(-1)?.start ?? body.length, (at) => {
    if (body[at] === QUOTE || body[at] === OPEN_BRACKET) prompts += 1
    return valueEnd(body, at)
  })
  return Math.max(1, prompts)
}

const utf8 = new TextEncoder()
const ASK = '"include_usage":true'
// Encoded once: requests hold on to them until they end.
const ASKING = utf8.encode(ASK)
const ASKING_FIRST = utf8.encode(`${ASK},`)
const TRUE = utf8.encode('true')
const OPTIONS = utf8.encode(`{${ASK}}`)
const STREAM_OPTIONS = utf8.encode(`"stream_options":{${ASK}},`)

/** Chat streams tell their usage only when asked (wire.md §0.16), so every stream is asked; the rest of the options stays. */
function askForUsage(body: Uint8Array, options: readonly Span[]): Edit[] {
  if (options.length === 0) {
    const open = body.indexOf(0x7b) + 1
    return [{ start: open, end: open, with: STREAM_OPTIONS }]
  }
  return options.map((span) => {
    const value = body.subarray(span.start, span.end)
    const inner = topLevelSpans(value, new Set(['include_usage']))
    if (!inner) {
      if (valueAt(body, span) === null) return { ...span, with: OPTIONS }
      throw new GatewayError('body_invalid', { reason: '`stream_options` must be an object' })
    }
    const told = inner.get('include_usage')?.at(-1)
    if (told) return { start: span.start + told.start, end: span.start + told.end, with: TRUE }
    const empty = Object.keys(asRecord(valueAt(body, span))).length === 0
    return { start: span.start + 1, end: span.start + 1, with: empty ? ASKING : ASKING_FIRST }
  })
}
