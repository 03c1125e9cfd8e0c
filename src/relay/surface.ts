import type { Dialect } from '../core/protocol.ts'
import { decoded, withoutEndSlashes } from '../core/paths.ts'
import { remembered } from '../core/remembered.ts'
import { type PinnedRoute, pinnedRouteOf } from './pinned/routes.ts'
import { PROTOCOL_CODECS } from '../protocols/all.ts'
import { isOfInteractions } from '../protocols/gemini-interactions/paths.ts'
import type { Protocol } from '../protocols/protocol.ts'
import type { Exchange } from './exchange.ts'

/** Where a call to the relay leads. */
type Door =
  | { kind: 'protocol'; protocol: Protocol }
  | { kind: 'models'; dialect: Dialect; id: string | null }
  | { kind: 'pinned'; dialect: Dialect; route: PinnedRoute }
  | { kind: 'wrong_method'; dialect: Dialect }
  | { kind: 'unknown'; dialect: Dialect }

/** Paths whose `/v1` clients leave out. */
const UNVERSIONED =
  /^\/(chat|messages|responses|completions|embeddings|images|audio|moderations|rerank|models|files|batches)(\/|$)/

/** The paths that belong to the relay and never to the console. */
export const isRelayPath = remembered(
  (path) => /^(\/upload)?\/(v1|v1beta|v1alpha|v2)(\/|$)/.test(path) || UNVERSIONED.test(path),
)

const MODELS = /^\/(v1|v1beta|v1alpha)\/models(?:\/(.+))?$/

const protocolAt = remembered((path) => PROTOCOL_CODECS.find((codec) => codec.serves(path)) ?? null)

/** Finds what an exchange asks for, and the dialect its answer is worded in. */
export function doorOf({
  path,
  headers,
  query,
  method,
}: Pick<Exchange, 'path' | 'headers' | 'query' | 'method'>): Door {
  const protocol = protocolAt(path)
  if (protocol) return { kind: 'protocol', protocol }
  const dialect = dialectOf(path, headers, query)
  const models = MODELS.exec(path)
  if (models && (method === 'GET' || method === 'HEAD'))
    return { kind: 'models', dialect, id: models[2] ? decoded(models[2]) : null }
  const route = pinnedRouteOf(method, path, dialect)
  if (route === 'wrong_method') return { kind: 'wrong_method', dialect }
  if (route) return { kind: 'pinned', dialect, route }
  return { kind: 'unknown', dialect }
}

/** The path and the query a request asks for, whatever it wrote there: a URL made of it would throw at `//`. */
export function targetOf(url = '/'): Pick<Exchange, 'path' | 'query'> {
  const mark = url.indexOf('?')
  const [path, query] = mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
  return { path: canonicalPath(path), query: new URLSearchParams(query) }
}

/** The path an exchange means: users put a version into base URLs whose client adds its own, or leave it out (wire.md §1.0). */
const canonicalPath = remembered((path) => {
  const once = withoutEndSlashes(path).replace(/^(\/v1(beta|alpha)?)+(?=\/v1(beta|alpha)?(\/|$))/, '')
  return UNVERSIONED.test(once) ? `/v1${once}` : once
})

/** Three dialects share paths; the client's own headers tell them apart (wire.md §0.2). */
function dialectOf(path: string, headers: Exchange['headers'], query: URLSearchParams): Dialect {
  if (path.startsWith('/v1/messages') || headers['anthropic-version'] !== undefined) return 'anthropic'
  const gemini =
    path.startsWith('/v1beta') ||
    path.startsWith('/v1alpha') ||
    path.startsWith('/upload/') ||
    isOfInteractions(path) ||
    headers['x-goog-api-key'] ||
    headers['x-goog-api-client'] ||
    query.has('key')
  return gemini ? 'gemini' : 'openai'
}
