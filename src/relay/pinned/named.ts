import { notWellFormed } from '../../core/asked-json.ts'
import { GatewayError } from '../../core/errors.ts'
import { asRecord, MAX_JSON_DEPTH, OPEN_BRACE, skipSpace, valueAt } from '../../core/json.ts'
import { type Walk, walkJson } from '../../core/json-walk.ts'
import { PROTOCOLS, type ProtocolId } from '../../core/protocol.ts'
import { hostOf } from '../../protocols/gemini-generate/google-file.ts'
import type { Turn } from '../../protocols/protocol.ts'
import {
  BEFORE_KEYS,
  FILE_KEYS,
  PREAMBLES,
  requestSpans,
  type RequestSpans,
  THREAD_KEY,
  TURNS,
} from '../../protocols/request.ts'
import { googleFilesIn } from './google-files.ts'
import { filesSaid } from './said-files.ts'

/** Ids in a request of what only one upstream keeps: files, those of Google's that are named by their address, the answer it goes on from, a conversation. */
export type Named = {
  files: ReadonlySet<string>
  googles: ReadonlySet<string>
  response: string | null
  conversation: string | null
}

const KEPT_KEYS: ReadonlySet<string> = new Set([...FILE_KEYS, ...BEFORE_KEYS, THREAD_KEY, ...PREAMBLES, ...TURNS])

/** Where files may be named beside fields that have their ids: behind schemes in system messages, and at hosts that keep them as Google does. */
export type Elsewhere = { schemes: readonly string[]; hosts: ReadonlySet<string> }

const NOWHERE: Elsewhere = { schemes: [], hosts: new Set() }

/**
 * What a request names, by its fields or elsewhere; null, without reading it, when it can
 * name nothing. Throws `thread_unsupported`, and `body_malformed` or `body_invalid` for what can be read in two ways.
 */
export function namedIn(
  protocol: ProtocolId,
  { body, spans }: Pick<Turn, 'body' | 'spans'>,
  { schemes, hosts }: Elsewhere = NOWHERE,
): Named | null {
  // What the type of a form says counts for nothing: JSON is read as JSON whatever the caller calls it.
  if (body[skipSpace(body, 0)] !== OPEN_BRACE) return spans ? namedInForm(body, spans) : null
  const seen = spans ?? requestSpans(body, KEPT_KEYS)
  if (protocol === 'anthropic-messages') refuseThread(body, seen)
  const named = withGoogles(namedInFields(protocol, body, seen), protocol, { body, seen, hosts })
  if (schemes.length === 0) return named
  const said = schemes.flatMap((scheme) => [...filesSaid(body, seen, scheme)])
  if (said.length === 0) return named
  const { files, ...before } = named ?? NOTHING
  return { ...before, files: new Set([...files, ...said]) }
}

type Read = Pick<Elsewhere, 'hosts'> & { body: Uint8Array; seen: Pick<RequestSpans, 'mayNameUri'> }

/** Whether a request may name files by their address. */
export function mayNameGoogles(protocol: ProtocolId, seen: Pick<RequestSpans, 'mayNameUri'> | undefined): boolean {
  return PROTOCOLS[protocol].dialect === 'gemini' && seen?.mayNameUri !== false
}

/** Throws `not_translatable` where a request that was translated names a file of Google's, at Google or where it is asked: whose it is nobody has looked up. */
export function refuseOtherGoogles(
  protocol: ProtocolId,
  { body, spans }: Pick<Turn, 'body' | 'spans'>,
  baseUrl: string,
): void {
  if (mayNameGoogles(protocol, spans) && googleFilesIn(body, new Set([hostOf(new URL(baseUrl))])).size > 0)
    throw new GatewayError('not_translatable', { what: 'a file at Google by its address' })
}

/** Addresses are looked at in Google's own dialect alone: what is translated into it names none (`refuseOtherGoogles`). */
function withGoogles(named: Named | null, protocol: ProtocolId, { body, seen, hosts }: Read): Named | null {
  if (!mayNameGoogles(protocol, seen)) return named
  const googles = googleFilesIn(body, hosts)
  return googles.size > 0 ? { ...(named ?? NOTHING), googles } : named
}

type BeforeKey = (typeof BEFORE_KEYS)[number]

/** By what a request goes on from an answer, or in a conversation, that its vendor keeps. */
const GOES_ON_BY: Partial<Record<ProtocolId, { answer: BeforeKey; conversation?: BeforeKey }>> = {
  'openai-responses': { answer: 'previous_response_id', conversation: 'conversation' },
  'gemini-interactions': { answer: 'previous_interaction_id' },
}

const NOTHING: Named = { files: new Set(), googles: new Set(), response: null, conversation: null }

function namedInFields(protocol: ProtocolId, body: Uint8Array, seen: RequestSpans): Named | null {
  const isThere = (key: string) => seen.of(key).length > 0
  const { answer = null, conversation = null } = GOES_ON_BY[protocol] ?? {}
  const goesOn = [answer, conversation].some((key) => key !== null && isThere(key))
  if (!goesOn && !seen.mayNameFile && !FILE_KEYS.some(isThere)) return null
  const found = collect(body, PROTOCOLS[protocol].dialect === 'anthropic' ? filesInResult : null)
  const idUnder = (key: BeforeKey | null) => key && onlyOne(key, found.before.get(key) ?? [])
  const named = { ...NOTHING, files: found.files, response: idUnder(answer), conversation: idUnder(conversation) }
  return named.files.size > 0 || named.response !== null || named.conversation !== null ? named : null
}

/** It is not written down whose an answer is and who gave it, so anybody could go on with anybody's, and nobody elsewhere. */
function refuseThread(body: Uint8Array, seen: Pick<RequestSpans, 'of'>): void {
  const asked = seen.of(THREAD_KEY).some((span) => valueAt(body, span) !== null)
  if (asked) throw new GatewayError('thread_unsupported')
}

/** How forms write the keys of files, one or several. */
const FORM_KEYS = FILE_KEYS.flatMap((key) => [key, `${key}[]`])

/** Vendors take a file that they keep in the place of one that comes along (`file_id` of Mistral's transcripts). */
function namedInForm(body: Uint8Array, spans: NonNullable<Turn['spans']>): Named | null {
  const found = FORM_KEYS.flatMap((key) => spans.of(key)).map(({ start, end }) =>
    utf8.decode(body.subarray(start, end)),
  )
  return found.length > 0 ? { ...NOTHING, files: new Set(found) } : null
}

const utf8 = new TextDecoder()

/** The one id that all places of a key name: an upstream might read another of them than was looked up. */
function onlyOne(key: string, told: readonly unknown[]): string | null {
  const [id = null, ...others] = new Set(told.filter((one) => typeof one === 'string'))
  if (others.length > 0) throw new GatewayError('body_invalid', { reason: `\`${key}\` stands twice` })
  return id
}

/** Where parts of messages stand, and what a tool works on; what a tool is called with, which may have a `file_id` of its own, is not among them. */
const INSIDE: ReadonlySet<string> = new Set(
  'messages system content input output source file images mask tools container environment input_image_mask prompt'.split(
    ' ',
  ),
)

/** Whatever is called with is an object; only a list holds files under `input`. */
const LISTS: ReadonlySet<string> = new Set(['input'])

const OF_FILES: ReadonlySet<string> = new Set(FILE_KEYS)
const OF_BEFORE: ReadonlySet<string> = new Set(BEFORE_KEYS)

/** `times` is how often a file is named, also under a key that stands twice. */
type Found = { files: Set<string>; times: number; before: Map<string, unknown[]> }

/** All that a request names; of what tools of the vendor's gave only what `apart` says, if that is looked at by itself. */
function collect(json: Uint8Array, apart: ((result: Uint8Array) => Iterable<string>) | null): Found {
  const found: Found = { files: new Set(), times: 0, before: new Map() }
  const walk: Walk = {
    step(key, under, isList) {
      if (OF_FILES.has(key) || (under === '' && OF_BEFORE.has(key))) return 'take'
      // A block whose content is an object is what a tool of the vendor's gave.
      if (apart && key === 'content' && under === key && !isList) return 'take'
      if (INSIDE.has(key)) return isList || !LISTS.has(key) ? 'into' : 'past'
      // A stored prompt is filled with variables of any name.
      return (key === 'variables' && under === 'prompt') || under === 'variables' ? 'into' : 'past'
    },
    taken(key, span) {
      if (key !== 'content') take(found, key, valueAt(json, span))
      else if (json[span.start] === OPEN_BRACE)
        for (const id of apart?.(json.subarray(span.start, span.end)) ?? []) found.files.add(id)
    },
  }
  if (!walkJson(json, walk)) throw notWellFormed()
  return found
}

/**
 * The files that a result of Anthropic's tools names but for those that its code has left: these were told, and a conversation goes
 * on with what it was told (docs/security.md, What is not asked after).
 */
function filesInResult(json: Uint8Array): Iterable<string> {
  const { files, times } = collect(json, null)
  const { type, content } = asRecord(valueAt(json, { start: 0, end: json.length }))
  const left =
    Array.isArray(content) && String(type).endsWith('code_execution_result') ? content.filter(isLeftFile) : []
  // None stands anywhere else, nor hides behind another.
  return left.length === times ? [] : files
}

function isLeftFile(file: unknown): boolean {
  const { type, file_id: id } = asRecord(file)
  return typeof id === 'string' && String(type).endsWith('code_execution_output')
}

function take(found: Found, key: string, value: unknown): void {
  if (OF_BEFORE.has(key)) {
    // A conversation may be named by an object that has its id.
    found.before.set(key, [...(found.before.get(key) ?? []), value, asRecord(value).id])
    return
  }
  found.times += 1
  for (const id of [value].flat(MAX_JSON_DEPTH)) if (typeof id === 'string') found.files.add(id)
}
