import { bodyTooLarge } from '../../core/body-size.ts'
import type { TargetEntry } from '../../core/directory.ts'
import { GatewayError } from '../../core/errors.ts'
import { asRecord } from '../../core/json.ts'
import { SENDING_MS } from '../../core/sending.ts'
import { invalid } from '../../protocols/translate/shape.ts'
import type { Exchange } from '../exchange.ts'
import { UpstreamFailure } from '../failure.ts'
import type { FromDisk } from '../upstream.ts'
import type { UpstreamAnswer } from '../upstream-answer.ts'
import { aboutFile, aboutFileInOne } from './about-upload.ts'
import { keepers, type Making, pinOf, type Planning } from './create.ts'
import { make } from './make.ts'
import type { PinnedOptions } from './pinned.ts'
import { type Call, objectOf, reach, refusePage, targetOf, verdictOn, wholeOf } from './reach.ts'
import { sendWhole } from './reply.ts'
import type { Caller } from '../authenticate.ts'
import type { Upload, Uploads } from './uploads.ts'

type At = PinnedOptions & { uploads: Uploads; exchange: Exchange; caller: Caller; planning: Planning }

/** The largest file that Google takes (its guide to files). */
const MOST_BYTES = 2 * 1024 * 1024 * 1024
/** Pieces but the last are multiples of it (`x-goog-upload-chunk-granularity`). */
const PIECE_BYTES = 256 * 1024

const BRINGING: ReadonlySet<string> = new Set(['upload', 'upload,finalize'])

/**
 * How a call about an upload takes part in limits: one that begins it as any call, one that asks for its state or ends it as a look,
 * and one that brings much of a file that its user has begun to send not at all, as it belongs to the one that began. It need not
 * bring what it says, though: after one whose vendor did not take it, and beside one that is under way, it is a look.
 */
export function countsAs(
  exchange: Pick<Exchange, 'query' | 'headers'>,
  { userId }: Pick<Caller, 'userId'>,
  uploads: Pick<Uploads, 'find' | 'goesWell'>,
): 'call' | 'look' | 'nothing' {
  const id = exchange.query.get('upload_id')
  if (id === null) return 'call'
  const brings = BRINGING.has(commandOf(exchange)) && Number(exchange.headers['content-length'] ?? 0) >= PIECE_BYTES
  const upload = uploads.find(id)
  return brings && upload?.userId === userId && uploads.goesWell(upload) ? 'nothing' : 'look'
}

/** Begins an upload to Google's Files API, takes one whole, or goes on with one (wire.md §1.6). */
export async function serveUpload(at: At): Promise<void> {
  const { exchange } = at
  const id = exchange.query.get('upload_id')
  if (id !== null) return goOn(id, at)
  const contentType = exchange.headers['content-type'] ?? ''
  if (/^multipart\//i.test(contentType)) return inOne(contentType, at)
  if (exchange.headers['x-goog-upload-protocol'] !== 'resumable' || commandOf(exchange) !== 'start')
    throw invalid('an upload is `resumable` and begins with the command `start`, or is `multipart`')
  return begin(at)
}

async function begin(at: At): Promise<void> {
  const { exchange, caller, uploads } = at
  bounded(exchange.headers['x-goog-upload-header-content-length'])
  const { bytes, place } = await exchange.body(caller.userId)
  using _place = place
  const headers = told(exchange, [
    'x-goog-upload-protocol',
    'x-goog-upload-command',
    'x-goog-upload-header-content-length',
    'x-goog-upload-header-content-type',
    'x-goog-upload-file-name',
  ])
  const call = { method: 'POST', path: exchange.path, body: aboutFile(bytes), headers } as const
  const { target, answer, bytes: said } = await make(makingOf(call, at), { ...at, health: at.routing.health })
  if (answer.status >= 300) return sendWhole(exchange, said, answer)
  const { userId, hash } = caller
  const of = { userId, hash, endpointId: target.endpoint.id, credentialId: target.credential.id }
  const id = uploads.open({ ...of, place: placeOf(answer) })
  const own = `${originOf(at)}${exchange.path}?upload_id=${id}&upload_protocol=resumable`
  sendWhole(exchange, Buffer.alloc(0), { status: 200, headers: {} }, { ...stateOf(answer), 'x-goog-upload-url': own })
}

/** A file of the size of any body, with what is said of it. */
async function inOne(contentType: string, at: At): Promise<void> {
  const { exchange, caller } = at
  const { bytes, place } = await exchange.body(caller.userId)
  using _place = place
  const headers = { 'x-goog-upload-protocol': 'multipart' }
  const call = { method: 'POST', path: exchange.path, headers, ...aboutFileInOne(bytes, contentType) } as const
  const { target, answer, bytes: said } = await make(makingOf(call, at), { ...at, health: at.routing.health })
  if (answer.status < 300) await keep(said, target, at)
  sendWhole(exchange, said, answer)
}

async function goOn(id: string, at: At): Promise<void> {
  const { exchange, caller, uploads } = at
  const upload = uploads.find(id)
  if (upload?.userId !== caller.userId) throw new GatewayError('object_not_found', { id: 'upload_id' })
  const target = targetOf({ id: 'upload_id', ...upload }, at.directory)
  const headers = told(exchange, ['x-goog-upload-command', 'x-goog-upload-offset'])
  const call = {
    method: 'POST',
    path: '',
    to: addressOf(upload, target),
    body: pieceOf(exchange),
    headers,
    moreMs: SENDING_MS,
  } as const
  // Whoever goes on has given up on the piece before, though its connection may not have told yet.
  const { before, over } = uploads.take(upload, exchange)
  before?.cut(new GatewayError('body_incomplete'))
  const { answer, bytes } = await asked(target, call, at).finally(over)
  if (tells(bytes, upload)) throw new UpstreamFailure('bad_answer')
  if (answer.status >= 300) {
    const verdict = verdictOn(answer, bytes, { exchange, target })
    if (!verdict.callers) throw verdict.error
    return sendWhole(exchange, bytes, answer)
  }
  uploads.taken(upload)
  const state = stateOf(answer)
  // Asked how far it is, a vendor may say that it is over and no more.
  const isTold = bytes.length > 0 && (commandOf(exchange) !== 'query' || objectOf(bytes)['file'] !== undefined)
  if (state['x-goog-upload-status'] === 'final' && isTold) await keep(bytes, target, at)
  sendWhole(exchange, bytes, answer, state)
}

async function asked(target: TargetEntry, call: Call, at: At) {
  const answer = await reach(target, call, at)
  return { answer, bytes: await wholeOf(answer, target) }
}

function makingOf(call: Call, { exchange, caller, planning }: At): Making {
  const nothing = { model: null, size: null, expected: null }
  return {
    kind: 'gemini-file',
    ...keepers('gemini-file', { exchange, caller }, planning),
    callTo: () => call,
    ...nothing,
  }
}

/** Writes down whose a file is that has come whole. */
async function keep(said: Buffer, target: TargetEntry, at: At): Promise<void> {
  refusePage(said)
  const { name } = asRecord(objectOf(said)['file'])
  const [, id] = /^files\/([\w-]{1,100})$/.exec(typeof name === 'string' ? name : '') ?? []
  if (id === undefined) throw new UpstreamFailure('bad_answer')
  const { caller, clock } = at
  const making = { kind: 'gemini-file', model: null, size: null } as const
  await at.pins.add(pinOf({ id, target, making, expected: null, caller, now: clock.now() }))
}

/** The longest of them is a part of an id that has to stand in an address. */
const LONGEST_PLACE = 2048

/** Where the vendor takes the pieces, whatever host it says. */
function placeOf({ headers }: UpstreamAnswer): string {
  const url = URL.parse(String(headers['x-goog-upload-url']))
  const place = url && url.pathname + url.search
  if (!place || place.length > LONGEST_PLACE) throw new UpstreamFailure('bad_answer')
  return place
}

/** The same at the host that it is asked at now, as Google's own libraries do behind a relay: its credential goes nowhere else. */
function addressOf({ place }: Upload, { endpoint }: TargetEntry): URL {
  const url = new URL(endpoint.baseUrl)
  const { pathname, search } = new URL(place, 'http://vendor')
  return Object.assign(url, { pathname, search })
}

/** Where a caller has reached the gateway, to be told where to go on; behind a proxy that does not say so, as its operator calls it. */
function originOf({ exchange: { headers }, namedOrigin }: At): string {
  const { host = '' } = headers
  const named = URL.parse(namedOrigin() ?? '')
  if (named && (named.host === host || !/^[\w.:[\]-]{1,255}$/.test(host))) return named.origin
  const isSafe = headers['x-forwarded-proto'] === 'https'
  return `${isSafe ? 'https' : 'http'}://${host}`
}

/** What is told of how far an upload is; nothing else that the vendor says of it. */
function stateOf({ headers }: UpstreamAnswer): Record<string, string> {
  const names = ['x-goog-upload-status', 'x-goog-upload-size-received', 'x-goog-upload-chunk-granularity']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' && /^\w{1,30}$/.test(value) ? [[name, value]] : []
    }),
  )
}

/** Whether an answer says by what its vendor knows the upload. */
function tells(bytes: Buffer, { place }: Upload): boolean {
  const { searchParams } = new URL(place, 'http://vendor')
  return bytes.includes('upload_id=') || searchParams.values().some((it) => it.length >= 12 && bytes.includes(it))
}

function commandOf({ headers }: Pick<Exchange, 'headers'>): string {
  const command = headers['x-goog-upload-command']
  return typeof command === 'string' ? command.toLowerCase().replaceAll(' ', '') : ''
}

const COMMANDS: ReadonlySet<string> = new Set([...BRINGING, 'finalize', 'query', 'cancel'])

/** The piece that a call brings, as it comes; null where it brings none. */
function pieceOf(exchange: Exchange): FromDisk | null {
  const { headers, stream } = exchange
  if (!COMMANDS.has(commandOf(exchange))) throw invalid('`X-Goog-Upload-Command` is none that goes on with an upload')
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new GatewayError('encoding_unsupported', { encoding: encoding.slice(0, 40) })
  if (headers['transfer-encoding'] !== undefined) throw invalid('a piece of an upload must tell its `Content-Length`')
  const length = bounded(headers['content-length'])
  bounded(headers['x-goog-upload-offset'], length)
  if (length === 0) return null
  if (!stream) throw invalid('a piece of an upload must tell its command in a header')
  return { length, open: stream }
}

/** A number of bytes that is told, and none where it is not; throws where with some more there would be too many. */
function bounded(told: string | string[] | undefined, more = 0): number {
  if (told === undefined) return 0
  if (typeof told !== 'string' || !/^\d{1,15}$/.test(told))
    throw invalid('a length or offset of an upload is no number')
  const bytes = Number(told)
  if (bytes + more > MOST_BYTES) throw bodyTooLarge(MOST_BYTES)
  return bytes
}

/** Those of some headers that a call has. */
function told({ headers }: Pick<Exchange, 'headers'>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
