import type { TargetEntry } from '../../core/directory.ts'
import { GatewayError } from '../../core/errors.ts'
import { asRecord, isRecord, type Json, parseJson } from '../../core/json.ts'
import type { Pin } from '../../core/pin.ts'
import { withoutEndSlashes } from '../../core/paths.ts'
import { queryOnwards } from '../../protocols/query.ts'
import { descriptorOf } from '../../providers/all.ts'
import type { Caller } from '../authenticate.ts'
import { quotesSecret, shownFor, verdictOf, type Verdict } from '../classify.ts'
import type { Directory } from '../directory.ts'
import type { Exchange } from '../exchange.ts'
import { type FailureClass, UpstreamFailure } from '../failure.ts'
import { signingFor, upstreamHeaders } from '../headers.ts'
import type { FromDisk, Upstream, UpstreamRequest } from '../upstream.ts'
import type { UpstreamAnswer } from '../upstream-answer.ts'

/** A call to where something is kept; the path is the caller's, with its version. */
export type Call = {
  method: UpstreamRequest['method']
  path: string
  query?: URLSearchParams
  body?: Uint8Array | FromDisk | null
  contentType?: string | undefined
  /** Beside those that every call has. */
  headers?: Record<string, string>
  /** The whole address, where that is told by the upstream. */
  to?: URL
  /** How much longer than usual its head may take: the time in which the body is still coming. */
  moreMs?: number
}

/** For whom something is reached, and over which connections. */
export type Reaching = { exchange: Exchange; upstream: Upstream; caller: Pick<Caller, 'userId'> }

/** How a call fails whose upstream takes the time it has without a word. */
export const SILENT: ReadonlySet<FailureClass> = new Set(['connect_timeout', 'first_token_timeout'])

/** Sends a call to one upstream and resolves with the head of its answer; throws an UpstreamFailure. */
export function reach(target: TargetEntry, call: Call, by: Reaching): Promise<UpstreamAnswer> {
  const { exchange, upstream, caller } = by
  const { method, path, query, body, contentType, moreMs = 0 } = call
  const { endpoint, provider, timeouts } = target
  // The base URL of an OpenAI endpoint has the version already.
  const own = endpoint.dialect === 'openai' ? path.replace(/^\/v1(?=\/)/, '') : path
  const url = call.to ?? new URL(withoutEndSlashes(endpoint.baseUrl) + own)
  if (query) for (const [name, value] of queryOnwards('kept', query)) url.searchParams.append(name, value)
  const { 'content-type': type, ...headers } = upstreamHeaders(exchange, target, { userId: caller.userId, contentType })
  const request = {
    method,
    url,
    headers: { ...(body ? { ...headers, 'content-type': type ?? 'application/json' } : headers), ...call.headers },
    body: body ?? null,
    allowPrivate: provider.allowPrivate,
    line: provider.line,
    connectMs: timeouts.connectMs,
    signing: signingFor(target),
  }
  return upstream.send(request, timeouts.headersMs + moreMs, exchange.signal)
}

/** Whole answers about what is kept are short; a list of many requests is not one of them. */
const MAX_WHOLE_BYTES = 8 * 1024 * 1024

/** All of an answer that has to be read before it goes on. */
export async function wholeOf(answer: UpstreamAnswer, target: TargetEntry): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of chunksOf(answer, target)) {
    size += chunk.length
    if (size > MAX_WHOLE_BYTES) {
      answer.cancel('too_large')
      throw new UpstreamFailure('too_large')
    }
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

/** An answer's bytes as they come; throws an UpstreamFailure when it breaks off or stands still. */
export async function* chunksOf(answer: UpstreamAnswer, { timeouts }: TargetEntry): AsyncGenerator<Buffer> {
  const next = () => answer.next(timeouts.idleMs, 'idle_timeout')
  let left = true
  try {
    for (let chunk = await next(); chunk; chunk = await next()) yield chunk
    left = false
  } finally {
    if (left) answer.cancel('caller_gone')
  }
}

/** A JSON answer as a record. */
export function objectOf(bytes: Uint8Array): Json {
  return asRecord(parsedIn(bytes))
}

function parsedIn(bytes: Uint8Array): unknown {
  return parseJson(new TextDecoder().decode(bytes))
}

/** Throws for a page in the place of what was asked for, as whoever stands before an upstream sends one; an empty answer is none (docs/faults.md, U9). */
export function refusePage(bytes: Uint8Array): void {
  if (bytes.length > 0 && !isRecord(parsedIn(bytes))) throw new UpstreamFailure('bad_answer')
}

/** What an upstream's error answer means, and its words where they are for the caller. */
export function verdictOn(
  answer: UpstreamAnswer,
  body: Buffer,
  { exchange, target }: { exchange: Exchange; target: TargetEntry },
): Verdict {
  const { words } = descriptorOf(target.provider.preset)
  const { status, headers } = answer
  const verdict = verdictOf({ status, headers, body, now: exchange.at, words })
  return quotesSecret(body, shownFor(answer, target)) ? { ...verdict, callers: false } : verdict
}

/**
 * Whether an upstream says that there is no such thing. Google says of a file that it does not know that nobody may see it; any
 * other 403 may be about our credential, and what was kept with it is there once that is mended.
 */
export function saysMissing(
  answer: UpstreamAnswer,
  body: Buffer,
  { pin, ...asked }: { pin: Pick<Pin, 'kind'>; exchange: Exchange; target: TargetEntry },
): boolean {
  if (answer.status !== 403 || pin.kind !== 'gemini-file') return answer.status === 404
  return verdictOn(answer, body, asked).callers
}

/** The one way to where something is kept; throws `object_unreachable` when it is switched off or gone. */
export function targetOf(
  pin: Pick<Pin, 'id' | 'endpointId' | 'credentialId'>,
  directory: Pick<Directory, 'way'>,
): TargetEntry {
  const found = directory.way(pin.endpointId, pin.credentialId)
  if (found) return found
  throw new GatewayError('object_unreachable', { id: pin.id })
}
