import { asRecord, isRecord, type Json, textOr } from '../../core/json.ts'
import type { UpstreamError } from '../translate/piece.ts'

/** What a status is about, where the words do not say more (wire.md §3.5). */
const STATUSES: Readonly<Record<number, UpstreamError['kind']>> = {
  401: 'ours',
  402: 'ours',
  403: 'ours',
  404: 'model_missing',
  413: 'too_large',
  429: 'busy',
}

/** What the words of an error are about; Google says 400 of much that is not the caller's fault. */
const WORDS: readonly (readonly [RegExp, UpstreamError['kind']])[] = [
  [/API[_ ]KEY|location is not supported|billing|prepay/i, 'ours'],
  [/token count.{0,80}exceed|exceeds the maximum number of tokens|context (length|window)/i, 'context_too_long'],
  [/payload size exceeds/i, 'too_large'],
  [/usage guidelines|prohibited|safety filter|blocked by/i, 'content_filter'],
]

/** What an error document of Google's says; where an array was asked for, it is wrapped in one (wire.md §1.6). */
export function readError(status: number, body: Json | undefined): UpstreamError {
  const told: unknown = Array.isArray(body) ? body[0] : body
  const error = asRecord(asRecord(told).error)
  const message = textOr(error.message, '')
  return { kind: kindOf(status, message, Array.isArray(error.details) ? error.details.filter(isRecord) : []), message }
}

function kindOf(status: number, message: string, details: readonly Json[]): UpstreamError['kind'] {
  if (details.some(({ reason, violations }) => reason === 'API_KEY_INVALID' || isSpent(violations))) return 'ours'
  const known = STATUSES[status]
  const said = status === 400 || status === 429 ? WORDS.find(([words]) => words.test(message))?.[1] : undefined
  if (said && (known === undefined || said === 'ours')) return said
  return known ?? (status >= 400 && status < 500 ? 'bad_request' : 'broken')
}

/** A day's quota is used up: waiting a moment does not help. */
function isSpent(violations: unknown): boolean {
  return Array.isArray(violations) && violations.some((one) => /PerDay/.test(textOr(asRecord(one).quotaId, '')))
}
