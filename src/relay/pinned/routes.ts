import { PROTOCOLS, type Dialect, type ProtocolId } from '../../core/protocol.ts'
import type { PinKind } from '../../core/pin.ts'

/**
 * What can be asked of something that an upstream keeps. `read` and `cancel` answer the thing itself, `content` what is in it
 * or hangs on it.
 */
type PinnedAct = 'create' | 'list' | 'read' | 'content' | 'cancel' | 'delete'

/** What a call asks of something kept; `id` is empty for `create` and `list`, which name none. */
export type PinnedRoute = { kind: PinKind; act: PinnedAct; id: string }

const ID = '([\\w.:-]{1,200})'

/** Everything that upstreams keep for callers: where it is asked for and how (wire.md §1.2, §1.3, §1.5). */
const ROUTES = [
  route('POST', 'file', 'create', '/v1/files'),
  route('GET', 'file', 'list', '/v1/files'),
  route('GET', 'file', 'read', `/v1/files/${ID}`),
  route('DELETE', 'file', 'delete', `/v1/files/${ID}`),
  route('GET', 'file', 'content', `/v1/files/${ID}/content`),
  route('POST', 'batch', 'create', '/v1/batches'),
  route('GET', 'batch', 'list', '/v1/batches'),
  route('GET', 'batch', 'read', `/v1/batches/${ID}`),
  route('POST', 'batch', 'cancel', `/v1/batches/${ID}/cancel`),
  route('POST', 'message-batch', 'create', '/v1/messages/batches'),
  route('GET', 'message-batch', 'list', '/v1/messages/batches'),
  route('GET', 'message-batch', 'read', `/v1/messages/batches/${ID}`),
  route('DELETE', 'message-batch', 'delete', `/v1/messages/batches/${ID}`),
  route('POST', 'message-batch', 'cancel', `/v1/messages/batches/${ID}/cancel`),
  route('GET', 'message-batch', 'content', `/v1/messages/batches/${ID}/results`),
  route('GET', 'response', 'content', `/v1/responses/${ID}`),
  route('DELETE', 'response', 'delete', `/v1/responses/${ID}`),
  route('POST', 'response', 'cancel', `/v1/responses/${ID}/cancel`),
  route('GET', 'response', 'content', `/v1/responses/${ID}/input_items`),
]

function route(method: string, kind: PinKind, act: PinnedAct, path: string) {
  return { method, kind, act, pattern: new RegExp(`^${path}$`) }
}

/** The protocol that each kind is made by. */
export const PROTOCOL_OF = {
  file: 'openai-files',
  batch: 'openai-batches',
  'message-batch': 'anthropic-batches',
  response: 'openai-responses',
} as const satisfies Record<PinKind, ProtocolId>

/** How an upstream that keeps this kind is spoken to. */
export function dialectOf(kind: PinKind): Dialect {
  return PROTOCOLS[PROTOCOL_OF[kind]].dialect
}

/** What a call asks of something kept; `wrong_method` where the path is right, null where it is about nothing that is kept. */
export function pinnedRouteOf(method: string, path: string): PinnedRoute | 'wrong_method' | null {
  const found = ROUTES.filter(({ pattern }) => pattern.test(path))
  const route = found.find((one) => one.method === method)
  if (!route) return found.length > 0 ? 'wrong_method' : null
  return { kind: route.kind, act: route.act, id: route.pattern.exec(path)?.[1] ?? '' }
}
