import { asRecord, type Json, textOr } from '../../core/json.ts'
import { TOO_LONG } from '../context-words.ts'
import type { UpstreamError } from '../translate/piece.ts'

type Kind = UpstreamError['kind']

/** What an error document of a chat server says (wire.md §3.5). */
export function readError(status: number, body: Json | undefined): UpstreamError {
  return classify(errorIn(body ?? {}) ?? { words: [], message: '' }, status)
}

/** The failure that an answer with status 200 or one of its events tells; null when it tells none (wire.md §0.24). */
export function failureIn(data: Json): UpstreamError | null {
  const told = errorIn(data)
  return told && classify(told, null)
}

type Told = { words: string[]; message: string; status?: number; kind?: Kind }

/** OpenAI's envelope, bare text in it, MiniMax's and those that put code and message at the top. */
function errorIn(data: Json): Told | null {
  const { error, base_resp: base } = data
  if (typeof error === 'string' && error !== '') return { words: [textOr(data.code, '')], message: error }
  const { code, type, status, message, metadata } = asRecord(error)
  if (Object.keys(asRecord(error)).length > 0) {
    const flagged = Array.isArray(asRecord(metadata).reasons)
    return {
      words: [code, type, status].map((word) => (typeof word === 'number' ? String(word) : textOr(word, ''))),
      message: textOr(message, ''),
      // OpenRouter gives an HTTP status for a code, and moderation is told by its reasons.
      ...(typeof code === 'number' && code >= 400 && code < 600 && { status: code }),
      ...(flagged && { kind: 'content_filter' as const }),
    }
  }
  const { status_code: failed, status_msg: why } = asRecord(base)
  if (typeof failed === 'number' && failed !== 0) {
    const message = textOr(why, '')
    // Its number says no more than that a parameter is wrong.
    return { words: [], message, kind: TOO_LONG.test(message) ? 'context_too_long' : (BASE_CODES[failed] ?? 'broken') }
  }
  return typeof data.message === 'string' && data.choices === undefined
    ? { words: [textOr(data.code, ''), textOr(data.type, '')], message: data.message }
    : null
}

/** MiniMax's numbers, which other vendors use for other things. */
const BASE_CODES: Readonly<Record<number, Kind>> = {
  1002: 'busy',
  1004: 'ours',
  1008: 'ours',
  1026: 'content_filter',
  1027: 'content_filter',
  1039: 'context_too_long',
  2013: 'bad_request',
  2049: 'ours',
  2056: 'ours',
}

/** Codes and types of the vendors, the first that fits; numbers are Zhipu's (wire.md §5.1). */
const NAMED: readonly (readonly [RegExp, Kind])[] = [
  [/context_length|context_window|context_size|^1261$/i, 'context_too_long'],
  [/content_filter|content_policy|moderation|data_?inspection|SensitiveContent|^1301$/i, 'content_filter'],
  [/insufficient_(?:quota|balance)|exceeded_current_quota|invalid_api_key|arrearage|overdue|billing/i, 'ours'],
  [/authentication|permission|unauthorized|^(?:1113|1304|1308|1309|1310|1311|1313)$/i, 'ours'],
  [/model_not_(?:found|exist)|ModelNotOpen|InvalidEndpointOrModel|^1211$/i, 'model_missing'],
  [/rate_?limit|overloaded|throttling|RESOURCE_EXHAUSTED|^(?:1302|1303|1305|1312)$/i, 'busy'],
]

/** Sentences of vendors whose codes say no more than that the request is wrong. */
const SAID: readonly (readonly [RegExp, Kind])[] = [
  [TOO_LONG, 'context_too_long'],
  [/content exists risk|content (?:management )?policy|sensitive (?:content|information)|敏感/i, 'content_filter'],
  [/model.{0,80}(?:does not exist|not found)/i, 'model_missing'],
]

function classify(told: Told, outer: number | null): UpstreamError {
  const status = told.status ?? outer
  const { message } = told
  const named = NAMED.find(([pattern]) => told.words.some((word) => pattern.test(word)))?.[1]
  const isTheirs = status === null || (status >= 400 && status < 500 && status !== 429)
  const said = isTheirs ? SAID.find(([pattern]) => pattern.test(message))?.[1] : undefined
  const kind = told.kind ?? named ?? said ?? (status === null ? byWords(told.words) : byStatus(status))
  return { kind, message }
}

const STATUSES: Readonly<Record<number, Kind>> = {
  401: 'ours',
  402: 'ours',
  403: 'ours',
  404: 'model_missing',
  408: 'broken',
  413: 'too_large',
  429: 'busy',
  529: 'busy',
}

function byStatus(status: number): Kind {
  return STATUSES[status] ?? (status >= 400 && status < 500 ? 'bad_request' : 'broken')
}

function byWords(words: readonly string[]): Kind {
  return words.includes('invalid_request_error') ? 'bad_request' : 'broken'
}
