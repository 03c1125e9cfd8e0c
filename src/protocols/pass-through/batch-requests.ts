import { upToMostValues } from '../../core/asked-json.ts'
import { firstElements, skipSpace, type Span, splice, topLevelSpans, valueAt } from '../../core/json.ts'
import { Slices } from '../../core/slices.ts'
import { countAt, requestSpans } from '../request.ts'
import { refuseSecondModel, SECOND_MODEL_KEYS } from '../second-model.ts'
import { invalid } from '../translate/shape.ts'
import { foreignThoughts } from '../anthropic-messages/foreign-thoughts.ts'
import { inOrder } from '../elements.ts'

/** The requests of a batch, which are for one model. */
export type BatchRequests = {
  /** The model as the caller named it. */
  model: string
  /** What each of them asks for. */
  bodies: readonly Uint8Array[]
  /** How many answers each of them asks for, and how long these may be, in tokens; null: it does not say. */
  asked: readonly { answers: number; maxTokens: number | null }[]
  /** The bytes they stand in, with the model by an upstream’s name wherever it stands, and without thoughts its vendor has not signed. */
  addressedTo: (upstreamName: string) => Uint8Array
}

const LINE_FEED = 0x0a
/** OpenAI takes 50,000 requests in a file (its guide to the Batch API), Anthropic 100,000 in a batch (its guide to batch processing). */
const MOST_REQUESTS = { body: 50_000, params: 100_000 } as const
/** Each request of a batch is a dozen values at the least. */
const MOST_BATCH_VALUES = 4_000_000

/**
 * The requests of a file for OpenAI's batches, one JSON object a line with the request in `body` (OpenAI, guide to the Batch
 * API), where they stand in an upload; throws `body_invalid`.
 */
export function batchFile(upload: Uint8Array, file: Span): Promise<BatchRequests> {
  return requestsAt(upload, linesIn(upload, file), 'body')
}

/** The lines of a file but for blank ones. */
function* linesIn(upload: Uint8Array, file: Span): Generator<Span> {
  for (let start = skipSpace(upload, file.start); start < file.end;) {
    const feed = upload.indexOf(LINE_FEED, start)
    const end = feed < 0 || feed > file.end ? file.end : feed
    yield { start, end }
    start = skipSpace(upload, end)
  }
}

/** The requests of a message batch of Anthropic's (wire.md §1.5); throws `body_malformed` or `body_invalid`. */
export async function messageBatch(body: Uint8Array): Promise<BatchRequests> {
  const lists = requestSpans(body, new Set(['requests']), MOST_BATCH_VALUES).of('requests')
  const requests = lists.flatMap((list) => firstElements(body, list, MOST_REQUESTS.params + 1))
  return requestsAt(body, requests, 'params')
}

/** Gone through in slices: a batch is as large as everything else that is asked in a day. */
async function requestsAt(bytes: Uint8Array, requests: Iterable<Span>, key: 'body' | 'params'): Promise<BatchRequests> {
  const bodies: Uint8Array[] = []
  const asked: BatchRequests['asked'][number][] = []
  const found: Span[] = []
  /** Those in which there may be something to cut. */
  const marked: Span[] = []
  const slices = new Slices()
  let count = 0
  for (const request of requests) {
    await slices.next()
    count += 1
    if (count > MOST_REQUESTS[key]) throw invalid(`a batch may have up to ${MOST_REQUESTS[key]} requests`)
    const named = inside(bytes, request, key).flatMap((params) => {
      const body = bytes.subarray(params.start, params.end)
      const spans = topLevelSpans(body, WANTED, upToMostValues())
      bodies.push(body)
      asked.push(askedIn(body, spans))
      if (key === 'params' && foreignThoughts(body, STRICTEST).length > 0) marked.push(params)
      return movedBy(params.start, modelsIn(body, spans))
    })
    if (named.length === 0) throw invalid(`request ${count} of the batch names no model in \`${key}\``)
    found.push(...named)
  }
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
      const cut = marked.flatMap(({ start, end }) =>
        movedBy(start, foreignThoughts(bytes.subarray(start, end), upstreamName)),
      )
      return splice(bytes, inOrder([...found.map((span) => ({ ...span, with: name })), ...cut]))
    },
  }
}

/** Of such a model's requests the most is cut. */
const STRICTEST = 'claude'

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
  return movedBy(
    object.start,
    topLevelSpans(bytes.subarray(object.start, object.end), new Set([key]), upToMostValues())?.get(key),
  )
}

function movedBy<T extends Span>(offset: number, spans: readonly T[] = []): T[] {
  return spans.map((span) => ({ ...span, start: span.start + offset, end: span.end + offset }))
}
