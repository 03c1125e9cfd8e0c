import { GatewayError } from '../../core/errors.ts'
import { elementSpans, type Span, splice, topLevelSpans, valueAt } from '../../core/json.ts'
import { countAt } from '../request.ts'
import { refuseSecondModel, SECOND_MODEL_KEYS } from '../second-model.ts'
import { invalid } from '../translate/shape.ts'

/** The requests of a batch, which are for one model. */
export type BatchRequests = {
  /** The model as the caller named it. */
  model: string
  /** What each of them asks for. */
  bodies: readonly Uint8Array[]
  /** How many answers each of them asks for, and how long these may be, in tokens; null: it does not say. */
  asked: readonly { answers: number; maxTokens: number | null }[]
  /** The bytes they stand in, with the model by an upstream's name wherever it stands. */
  addressedTo: (upstreamName: string) => Uint8Array
}

const LINE_FEED = 0x0a

/**
 * The requests of a file for OpenAI's batches, one JSON object a line with the request in `body` (OpenAI, guide to the Batch
 * API), where they stand in an upload; throws `body_invalid`.
 */
export function batchFile(upload: Uint8Array, file: Span): BatchRequests {
  const lines: Span[] = []
  for (let start = file.start; start < file.end;) {
    const feed = upload.indexOf(LINE_FEED, start)
    const end = feed < 0 || feed > file.end ? file.end : feed
    if (upload.subarray(start, end).some((byte) => byte > 0x20)) lines.push({ start, end })
    start = end + 1
  }
  return requestsAt(upload, lines, 'body')
}

/** The requests of a message batch of Anthropic's (wire.md §1.5); throws `body_malformed` or `body_invalid`. */
export function messageBatch(body: Uint8Array): BatchRequests {
  const spans = topLevelSpans(body, new Set(['requests']))
  if (!spans) throw new GatewayError('body_malformed', { reason: 'it is not one well-formed object' })
  const lists = spans.get('requests') ?? []
  return requestsAt(
    body,
    lists.flatMap((list) => elementSpans(body, list)),
    'params',
  )
}

function requestsAt(bytes: Uint8Array, requests: readonly Span[], key: string): BatchRequests {
  const bodies: Uint8Array[] = []
  const asked: BatchRequests['asked'][number][] = []
  const found = requests.flatMap((request, at) => {
    const named = inside(bytes, request, key).flatMap((params) => {
      const body = bytes.subarray(params.start, params.end)
      const spans = topLevelSpans(body, WANTED)
      bodies.push(body)
      asked.push(askedIn(body, spans))
      return movedBy(params.start, modelsIn(body, spans))
    })
    if (named.length === 0) throw invalid(`request ${at + 1} of the batch names no model in \`${key}\``)
    return named
  })
  const names = new Set(found.map((span) => valueAt(bytes, span)))
  const [model] = names
  if (names.size > 1) throw invalid('all requests of a batch must name the same model')
  if (typeof model !== 'string' || model === '') throw invalid('a batch needs requests that name a model')
  return {
    model,
    bodies,
    asked,
    addressedTo: (upstreamName) => {
      const name = Buffer.from(JSON.stringify(upstreamName))
      return splice(
        bytes,
        found.map((span) => ({ ...span, with: name })),
      )
    },
  }
}

/** How chat, Responses and Anthropic's messages name the longest answer. */
const MAX_TOKENS_KEYS = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'] as const
const WANTED: ReadonlySet<string> = new Set(['model', 'n', ...MAX_TOKENS_KEYS, ...SECOND_MODEL_KEYS])

/** Where a request names its model; throws `second_model` when it names another beside it. */
function modelsIn(request: Uint8Array, found: ReturnType<typeof topLevelSpans>): readonly Span[] | undefined {
  refuseSecondModel(request, (key) => found?.get(key) ?? [])
  return found?.get('model')
}

/** What a request says of how much it is to be answered. */
function askedIn(request: Uint8Array, found: ReturnType<typeof topLevelSpans>): BatchRequests['asked'][number] {
  const spans = {
    lastValue(key: string) {
      const span = found?.get(key)?.at(-1)
      return span && valueAt(request, span)
    },
  }
  return { answers: countAt(spans, 'n') ?? 1, maxTokens: countAt(spans, ...MAX_TOKENS_KEYS) }
}

/** Where the values of a key stand in an object: every one, since a key may stand twice. */
function inside(bytes: Uint8Array, object: Span, key: string): Span[] {
  return movedBy(object.start, topLevelSpans(bytes.subarray(object.start, object.end), new Set([key]))?.get(key))
}

function movedBy(offset: number, spans: readonly Span[] = []): Span[] {
  return spans.map(({ start, end }) => ({ start: start + offset, end: end + offset }))
}
