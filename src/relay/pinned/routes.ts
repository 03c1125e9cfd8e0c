import { PROTOCOLS, type Dialect, type ProtocolId } from '../../core/protocol.ts'
import { decoded } from '../../core/paths.ts'
import type { PinKind } from '../../core/pin.ts'
import { INTERACTIONS } from '../../protocols/gemini-interactions/paths.ts'

/**
 * What can be asked of something that an upstream keeps. `read` and `cancel` answer the thing itself, `content` what is in it
 * or hangs on it.
 */
type PinnedAct = 'create' | 'list' | 'read' | 'content' | 'cancel' | 'delete'

/** What a call asks of something kept; `id` is empty for `create` and `list`, which name none. */
export type PinnedRoute = { kind: PinKind; act: PinnedAct; id: string }

/** Google's ids may end in what Base64 is filled up with, which libraries write by its number. */
const ID = '([\\w.:-]{1,200}(?:=|%3[Dd]){0,2})'

const GOOGLES_FILES = '/(?:v1|v1beta|v1alpha)/files'

/** Everything that upstreams keep for callers: where it is asked for and how (wire.md §1.2, §1.3, §1.5, §1.6). */
const ROUTES = [
  route('POST', 'file', 'create', '/v1/files'),
  route('GET', 'file', 'list', '/v1/files'),
  route('GET', 'file', 'read', `/v1/files/${ID}`),
  route('DELETE', 'file', 'delete', `/v1/files/${ID}`),
  route('GET', 'file', 'content', `/v1/files/${ID}/content`),
  route('POST', 'anthropic-file', 'create', '/v1/files'),
  route('GET', 'anthropic-file', 'list', '/v1/files'),
  route('GET', 'anthropic-file', 'read', `/v1/files/${ID}`),
  route('DELETE', 'anthropic-file', 'delete', `/v1/files/${ID}`),
  route('GET', 'anthropic-file', 'content', `/v1/files/${ID}/content`),
  route('POST', 'gemini-file', 'create', `/upload${GOOGLES_FILES}`),
  route('GET', 'gemini-file', 'list', GOOGLES_FILES),
  route('GET', 'gemini-file', 'read', `${GOOGLES_FILES}/${ID}`),
  route('DELETE', 'gemini-file', 'delete', `${GOOGLES_FILES}/${ID}`),
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
  route('GET', 'interaction', 'content', `${INTERACTIONS}/${ID}`),
  route('DELETE', 'interaction', 'delete', `${INTERACTIONS}/${ID}`),
  route('POST', 'interaction', 'cancel', `${INTERACTIONS}/${ID}/cancel`),
]

function route(method: string, kind: PinKind, act: PinnedAct, path: string) {
  return { method, kind, act, pattern: new RegExp(`^${path}$`) }
}

/** The protocol that each kind is made by. */
export const PROTOCOL_OF = {
  file: 'openai-files',
  'anthropic-file': 'anthropic-files',
  'gemini-file': 'gemini-files',
  batch: 'openai-batches',
  'message-batch': 'anthropic-batches',
  response: 'openai-responses',
  interaction: 'gemini-interactions',
} as const satisfies Record<PinKind, ProtocolId>

/** What an answer is kept as, of each protocol whose vendors keep answers. */
export const KEPT_AS: Partial<Record<ProtocolId, 'response' | 'interaction'>> = {
  'openai-responses': 'response',
  'gemini-interactions': 'interaction',
}

/** How an upstream that keeps this kind is spoken to. */
export function dialectOf(kind: PinKind): Dialect {
  return PROTOCOLS[PROTOCOL_OF[kind]].dialect
}

/** Each is a kind of its own, as vendors of several dialects may give the same id. */
export type FileKind = 'file' | 'anthropic-file' | 'gemini-file'

const FILE_KINDS: ReadonlySet<PinKind> = new Set<FileKind>(['file', 'anthropic-file', 'gemini-file'])

/** Whether files are of this kind. */
export const isFile = (kind: PinKind): kind is FileKind => FILE_KINDS.has(kind)

/** The kinds of files that a `file_id` may name, first those of the dialect it is said in. */
export const FILES_NAMED_IN: Readonly<Record<Dialect, readonly FileKind[]>> = {
  openai: ['file', 'anthropic-file'],
  anthropic: ['anthropic-file', 'file'],
  gemini: ['file', 'anthropic-file'],
}

/** What a call asks of something kept, in a dialect, as several have files at one path; `wrong_method` where the path is right, null where it is about nothing that is kept. */
export function pinnedRouteOf(method: string, path: string, dialect: Dialect): PinnedRoute | 'wrong_method' | null {
  const found = ROUTES.filter(({ kind, pattern }) => dialectOf(kind) === dialect && pattern.test(path))
  const route = found.find((one) => one.method === method)
  if (!route) return found.length > 0 ? 'wrong_method' : null
  return { kind: route.kind, act: route.act, id: decoded(route.pattern.exec(path)?.[1] ?? '') }
}
