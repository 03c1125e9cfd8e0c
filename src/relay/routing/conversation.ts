import { hash } from 'node:crypto'
import { asRecord, firstElements, parseJson, type Span, topLevelSpans, valueAt } from '../../core/json.ts'
import type { Turn } from '../../protocols/protocol.ts'
import { PREAMBLES, type RequestSpans, TURNS } from '../../protocols/request.ts'
import type { Exchange } from '../exchange.ts'

/** Who asks for what: the same words of two users, or to two models, are two conversations. */
type Asking = { userId: string; model: string; headers: Exchange['headers']; turn: Pick<Turn, 'body' | 'spans'> }

/** Headers in which clients name their session, the most telling first (wire.md §2.1, §2.2); OpenCode and Kilo Code say the last. */
const HEADERS = ['x-claude-code-session-id', 'session-id', 'session_id', 'thread-id', 'x-session-affinity'] as const

/** As much as is read of what a conversation begins with. */
const MOST_BYTES = 4 * 1024
/** A system message, a developer's, a reminder: within so many messages a user has spoken. */
const MOST_MESSAGES = 4

/**
 * What tells a conversation from others, as a hash, so that no word of it is kept: the client's own name for it, or what it
 * begins with up to the user's first message; null when the request has neither.
 */
export function conversationOf({ userId, model, headers, turn }: Asking): string | null {
  const key = namedIn(headers) ?? namedOrBegun(turn)
  return key === null ? null : conversationNamed({ userId, model }, key)
}

/** The conversation a user has with a model under a name of the client's own. */
export function conversationNamed(
  { userId, model }: Pick<Asking, 'userId' | 'model'>,
  key: string | Uint8Array,
): string {
  const whose = Buffer.from(`${userId} ${model.length} ${model} `)
  // Node's takes a tenth of what a simpler one takes in JavaScript: a coding agent's beginning is of 16 KiB.
  return hash('sha256', Buffer.concat([whose, typeof key === 'string' ? Buffer.from(key) : key]), 'base64url')
}

function namedIn(headers: Exchange['headers']): string | null {
  for (const name of HEADERS) {
    const value = headers[name]
    if (typeof value === 'string' && value !== '') return value.slice(0, MOST_BYTES)
  }
  return null
}

function namedOrBegun({ body, spans }: Asking['turn']): string | Uint8Array | null {
  if (!spans) return null
  const value = (key: string) => {
    const span = spans.of(key).at(-1)
    return span && span.end - span.start <= MOST_BYTES ? valueAt(body, span) : undefined
  }
  const cacheKey = value('prompt_cache_key')
  if (typeof cacheKey === 'string' && cacheKey !== '') return cacheKey
  const session = sessionOf(asRecord(value('metadata')).user_id)
  return session ?? beginning(body, spans)
}

/** Claude Code's `metadata.user_id`: JSON with a `session_id`, or in older versions a name that ends in one (wire.md §2.1). */
function sessionOf(userId: unknown): string | null {
  if (typeof userId !== 'string') return null
  const told = asRecord(parseJson(userId)).session_id
  if (typeof told === 'string' && told !== '') return told
  return /_session_([\w-]+)$/.exec(userId)?.[1] ?? null
}

function beginning(body: Uint8Array, spans: RequestSpans): Uint8Array | null {
  const parts = [...PREAMBLES, ...TURNS].flatMap((key) => {
    const span = spans.of(key).at(-1)
    if (!span) return []
    return (TURNS as readonly string[]).includes(key) ? toFirstUser(body, span) : [span]
  })
  const bytes = parts.map(({ start, end }) => body.subarray(start, Math.min(end, start + MOST_BYTES)))
  return bytes.length === 0 ? null : Buffer.concat(bytes)
}

/** Later turns add messages behind these, so that these stay the same. */
function toFirstUser(body: Uint8Array, turns: Span): Span[] {
  const first = firstElements(body, turns, MOST_MESSAGES)
  if (first.length === 0) return [turns]
  const user = first.findIndex(({ start, end }) => {
    const message = body.subarray(start, end)
    const role = topLevelSpans(message, new Set(['role']))
      ?.get('role')
      ?.at(-1)
    return role !== undefined && valueAt(message, role) === 'user'
  })
  return user < 0 ? first.slice(0, 1) : first.slice(0, user + 1)
}
