import { MOST_VALUES, notWellFormed, tooManyValues } from '../core/asked-json.ts'
import { GatewayError } from '../core/errors.ts'
import { remembered } from '../core/remembered.ts'
import { type Along, OPEN_BRACE, type Span, topLevelSpans, valueAt } from '../core/json.ts'
import { mayBeginWith } from '../core/may-begin.ts'
import { SEALED_START } from './translate/sealed.ts'
import { refuseSecondModel, refuseSecondModelInForm, SECOND_MODEL_KEYS } from './second-model.ts'

/** Where protocols keep what comes before the conversation, and the conversation itself. */
export const PREAMBLES = ['system', 'instructions', 'systemInstruction', 'system_instruction'] as const
/** The conversation in chat and Anthropic's messages, in Responses, and in Gemini. */
export const TURNS = ['messages', 'input', 'contents'] as const

/** What names files, wherever it stands. */
export const FILE_KEYS = ['file_id', 'file_ids'] as const
/** What names a file by its address, wherever it stands in a request in Google's dialect. */
export const URI_KEYS = ['fileUri', 'file_uri', 'uri'] as const
/** What names the answer or the conversation that a request goes on from. */
export const BEFORE_KEYS = ['previous_response_id', 'conversation', 'previous_interaction_id'] as const

/** What names the thread of messages that a request begins or goes on with. */
export const THREAD_KEY = 'thread'

/** The keys a protocol looks for, and with them those that tell the request's conversation, what is kept of it, or another model: a body is gone through once. */
export function keysOf(...own: readonly string[]): ReadonlySet<string> {
  const others = [...PREAMBLES, ...TURNS, ...FILE_KEYS, ...BEFORE_KEYS, THREAD_KEY, ...SECOND_MODEL_KEYS]
  return new Set([...own, 'prompt_cache_key', 'metadata', ...others])
}

/** The top-level values of a request body that the gateway looks at; everything else stays unread. */
export type RequestSpans = {
  /** Whether a file may be named inside of the values: some string begins as a key of one does, or hides how it begins. */
  readonly mayNameFile: boolean
  /** The same of a file by its address; true where that is not looked for, as only protocols of Google's need to know. */
  readonly mayNameUri: boolean
  /** Whether a signature that was sealed here may stand inside of them, in the same way. */
  readonly mayHoldSealed: boolean
  /** Whether tools may stand inside of one, in the same way. */
  mayOfferTools(span: Span): boolean
  of(key: string): readonly Span[]
  /** The value a parser would see: the last one of a key that stands twice in JSON; throws `body_malformed` where parsers differ, and `body_invalid` for a field that stands twice in a form. */
  lastValue(key: string): unknown
  /** Replaces the model wherever it stands, so that no upstream can read another one than was checked. */
  modelEdits(upstreamName: string): (Span & { with: Uint8Array })[]
}

const utf8 = new TextEncoder()
/** Encoded once: each is written in every request for its model. */
const names = remembered((upstreamName) => utf8.encode(JSON.stringify(upstreamName)))
const NOWHERE: readonly Span[] = []
/** How the keys of files begin. */
const FILE = utf8.encode('file_id')
const URIS = URI_KEYS.map((key) => utf8.encode(key))
/** The first letters of these, and of an escape. */
const URI_STARTS: ReadonlySet<number | undefined> = new Set([...URIS.map(([first]) => first), 0x5c])
const SEALED = utf8.encode(SEALED_START)
const TOOLS = utf8.encode('tools')

/** Finds the wanted top-level keys; throws `body_malformed` when the body is not one JSON object, `body_invalid` when it consists of more values than it may. */
export function requestSpans(body: Uint8Array, wanted: ReadonlySet<string>, mostValues = MOST_VALUES): RequestSpans {
  const seen = new Seen(body, mostValues, wanted)
  const spans = topLevelSpans(body, wanted, seen)
  if (seen.left < 0) throw tooManyValues(mostValues)
  if (body.length === 0) throw new GatewayError('body_malformed', { reason: 'it is empty' })
  if (!spans) throw notWellFormed()
  return new FoundSpans(body, spans, seen)
}

/** What is learned on the way of all strings. */
class Seen implements Along {
  readonly #body: Uint8Array
  left: number
  mayNameFile = false
  mayNameUri: boolean
  mayHoldSealed = false
  /** Between which places strings begin as the key of tools does. */
  toolsFrom = Infinity
  toolsTo = -1

  constructor(body: Uint8Array, mostValues: number, wanted: ReadonlySet<string>) {
    this.#body = body
    this.left = mostValues
    this.mayNameUri = !URI_KEYS.some((key) => wanted.has(key))
  }

  string(open: number): void {
    this.mayNameFile ||= mayBeginWith(this.#body, open, FILE)
    if (!this.mayNameUri && URI_STARTS.has(this.#body[open + 1]))
      this.mayNameUri = URIS.some((key) => mayBeginWith(this.#body, open, key))
    this.mayHoldSealed ||= mayBeginWith(this.#body, open, SEALED)
    if (!mayBeginWith(this.#body, open, TOOLS)) return
    this.toolsFrom = Math.min(this.toolsFrom, open)
    this.toolsTo = open
  }
}

/** A class, as thousands of requests are under way and each closure of each would be kept. */
class FoundSpans implements RequestSpans {
  readonly #body: Uint8Array
  readonly #spans: ReadonlyMap<string, readonly Span[]>
  readonly mayNameFile: boolean
  readonly mayNameUri: boolean
  readonly mayHoldSealed: boolean
  readonly #toolsFrom: number
  readonly #toolsTo: number

  constructor(body: Uint8Array, spans: ReadonlyMap<string, readonly Span[]>, may: Seen) {
    this.#body = body
    this.#spans = spans
    this.mayNameFile = may.mayNameFile
    this.mayNameUri = may.mayNameUri
    this.mayHoldSealed = may.mayHoldSealed
    this.#toolsFrom = may.toolsFrom
    this.#toolsTo = may.toolsTo
  }

  mayOfferTools({ start, end }: Span): boolean {
    return this.#toolsFrom < end && this.#toolsTo >= start
  }

  of(key: string): readonly Span[] {
    return this.#spans.get(key) ?? NOWHERE
  }

  lastValue(key: string): unknown {
    const span = this.of(key).at(-1)
    const value = span && valueAt(this.#body, span)
    if (span && value === undefined) throw notWellFormed()
    return value
  }

  modelEdits(upstreamName: string): (Span & { with: Uint8Array })[] {
    const name = names(upstreamName)
    return this.of('model').map(({ start, end }) => ({ start, end, with: name }))
  }
}

/**
 * A whole number of one or more that a request names under one of some keys, the largest where several have one: which of them
 * an upstream reads is not known. Null when there is none.
 */
export function countAt(spans: Pick<RequestSpans, 'lastValue'>, ...keys: readonly string[]): number | null {
  let most: number | null = null
  for (const key of keys) {
    const told = spans.lastValue(key)
    if (isCount(told) && told > (most ?? 0)) most = told
  }
  return most
}

/**
 * What is wanted of the one object under any of some keys, which are ways to write one name; null where there is none. Throws
 * `body_invalid` for a second: Google's parser takes both together, so that the one that is read would not be all that counts.
 */
export function onlyObject(
  body: Uint8Array,
  spans: Pick<RequestSpans, 'of'>,
  { keys, wanted }: { keys: readonly string[]; wanted: ReadonlySet<string> },
): RequestSpans | null {
  const [span, ...others] = keys.flatMap((key) => spans.of(key))
  if (others.length > 0) throw new GatewayError('body_invalid', { reason: `\`${keys[0]}\` stands twice` })
  const object = span && body.subarray(span.start, span.end)
  return object?.[0] === OPEN_BRACE ? requestSpans(object, wanted) : null
}

/** Whether something a caller wrote counts things: whole, and more than none. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

/** The one model a JSON request names; throws `body_invalid` when it names none, and `second_model` when it names another beside it. */
export function onlyModelOf(body: Uint8Array, spans: RequestSpans): string {
  const model = modelOf(spans)
  // A conversation is long, and seldom offers any.
  const offers = spans.of('input').filter((span) => spans.mayOfferTools(span))
  refuseSecondModel(body, (key) => (key === 'input' ? offers : spans.of(key)))
  return model
}

/** The one model a form names; throws as `onlyModelOf` does. */
export function onlyModelOfForm(spans: RequestSpans): string {
  const model = modelOf(spans)
  refuseSecondModelInForm((key) => spans.of(key))
  return model
}

/** The model a request names; throws `body_invalid` when it names none. */
function modelOf(spans: RequestSpans): string {
  const model = spans.lastValue('model')
  if (typeof model !== 'string' || model === '' || model.length > 200) {
    throw new GatewayError('body_invalid', { reason: '`model` must be a string of 1 to 200 characters' })
  }
  return model
}

/**
 * Refuses an answer that is made in the background, which tells its usage only to whoever fetches it later: that is not possible here.
 * Whatever is not plainly none is one: lenient upstreams take words and numbers for yes (Google's `DataPiece::ToBool`, pydantic).
 */
export function refuseUnattended(spans: Pick<RequestSpans, 'lastValue'>, stream: boolean): void {
  if (!stream && (spans.lastValue('background') || null) !== null)
    throw new GatewayError('body_invalid', { reason: '`background` is possible with `stream` only' })
}
