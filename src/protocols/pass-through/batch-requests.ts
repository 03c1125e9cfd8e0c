import { GatewayError } from '../../core/errors.ts'
import { elementSpans, type Span, splice, topLevelSpans, valueAt } from '../../core/json.ts'
import { refuseSecondModel, SECOND_MODEL_KEYS } from '../second-model.ts'
import { invalid } from '../translate/shape.ts'

/** The requests of a batch, which are for one model. */
export type BatchRequests = {
  /** The model as the caller named it. */
  model: string
  /** What each of them asks for. */
  bodies: readonly Uint8Array[]
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
  const found = requests.flatMap((request, at) => {
    const asked = inside(bytes, request, key)
    bodies.push(...asked.map(({ start, end }) => bytes.subarray(start, end)))
    const named = asked.flatMap((params) => modelsIn(bytes, params))
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
    addressedTo: (upstreamName) => {
      const name = Buffer.from(JSON.stringify(upstreamName))
      return splice(
        bytes,
        found.map((span) => ({ ...span, with: name })),
      )
    },
  }
}

const MODELS: ReadonlySet<string> = new Set(['model', ...SECOND_MODEL_KEYS])

/** Where a request names its model; throws `second_model` when it names another beside it. */
function modelsIn(bytes: Uint8Array, params: Span): Span[] {
  const request = bytes.subarray(params.start, params.end)
  const found = topLevelSpans(request, MODELS)
  refuseSecondModel(request, (key) => found?.get(key) ?? [])
  return movedBy(params.start, found?.get('model'))
}

/** Where the values of a key stand in an object: every one, since a key may stand twice. */
function inside(bytes: Uint8Array, object: Span, key: string): Span[] {
  return movedBy(object.start, topLevelSpans(bytes.subarray(object.start, object.end), new Set([key]))?.get(key))
}

function movedBy(offset: number, spans: readonly Span[] = []): Span[] {
  return spans.map(({ start, end }) => ({ start: start + offset, end: end + offset }))
}
