import type { ErrorKind, GatewayError, Locale } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import type { Rates } from '../core/price.ts'
import type { ServiceTier } from '../core/service-tier.ts'
import type { Dialect, ProtocolId } from '../core/protocol.ts'
import type { TextGauge } from '../core/text-gauge.ts'
import type { Usage } from '../core/usage.ts'
import type { SoundFile } from './pass-through/sound-length.ts'
import type { RequestSpans } from './request.ts'

/** What an answer can be made of beside text. */
export type Wanted = 'picture' | 'sound'

/** What the gateway understood of a request; the rest stays bytes. */
export type Turn = {
  /** The model as the caller named it. */
  model: string
  stream: boolean
  /** The protocol in whose words its body is said, where it cannot be forwarded as it is: the answer is told in the caller's. Absent: it can. */
  saidIn?: ProtocolId
  /** The media type of a stream that does not come as events. */
  streamType?: string
  /** The answer goes out from its first byte although it is no event stream, such as sound. */
  goesOutAsItComes?: boolean
  body: Uint8Array
  /** Where the keys of `keysOf` stand in the body; absent: it is no JSON, or no conversation. */
  spans?: RequestSpans
  /** The longest answer asked for, in tokens; null or absent: the caller did not say. */
  maxTokens?: number | null
  /** How many answers are asked for at once; absent: one. */
  answers?: number
  /**
   * What it may use at most, for a model by the name the catalogue has for it: all of it where there is an estimate, else beside its
   * words and those of its answer. Absent: the estimate, or nothing.
   */
  worst?: (model: string) => Partial<Usage>
  /** What the answer is expected to use, where that is no matter of text in and text out. */
  estimate?: Usage
  /** The path (appended to an endpoint's base URL), query and body for an upstream that knows the model by a name of its own. */
  addressedTo(upstreamName: string): Addressed
  tap(): Tap
  /** The tap of an answer in the other form than was asked for: events for a document, or a document for a stream. Absent: there is no reading that. */
  tapOfOther?: () => Tap
  /** What the answer is to be made of, where that is not text. */
  wants?: Wanted
  /** Set when the upstream is asked in another protocol than the caller's. */
  translated?: Translated
}

/** How a turn that is translated differs from one that is forwarded. */
export type Translated = {
  /** What the answer is to the caller. */
  contentType: string
  /** The fields of the request that were left out, in the caller's words. */
  dropped: readonly string[]
  /** What the caller is told of an upstream's refusal of their own request. */
  refused(status: number, body: Buffer): GatewayError
}

/** `query` is what the protocol itself asks with, absent: nothing; `contentType` is absent for JSON. */
export type Addressed = { path: string; query?: string; body: Uint8Array; contentType?: string }

/** What a protocol reads a turn from: the canonical path (always with its version), the query, the body and what it is said to be. */
export type Incoming = {
  path: string
  query: URLSearchParams
  body: Uint8Array
  contentType?: string | undefined
  /** Files of a form that are not in the body, by the marks that stand there for them. */
  files?: ReadonlyMap<string, SoundFile> | undefined
  /** What a model, by the name the caller has for it, is sold for; absent or null: nobody knows. */
  ratesOf?: (model: string) => Rates | null
}

/** Reads an answer on its way to the caller without changing it. One tap serves one answer. */
export type Tap = {
  /** Takes bytes from the upstream, whose memory is the tap's from then on, and returns those that may go on now; what is held back comes with a later call. */
  push(chunk: Buffer): Buffer
  /** The answer ended well or badly: reads what was still held back, and returns it. */
  flush(): Buffer
  /** The answer broke off: what was kept of it is measured. Absent: it is measured as it comes. A no-op after `flush`. */
  brokeOff?(): void
  /** The whole answer as a translation has written it, once it has ended, for whoever remembers it. Absent: nobody can go on from it. */
  answer?(): Json | undefined
  /** What was read so far; figures of the same name replace earlier ones. */
  readonly seen: Seen
}

/** What was read of an answer so far: its tap writes on in the same object. */
export type Seen = {
  /** Something the caller can read has come: after it no other upstream may be asked. */
  content: boolean
  /** The upstream said that nothing more will come: with a failure that this is all, without one that the answer is whole. */
  terminal: boolean
  /** The event has come after which the protocol has none: all that is missing is the end of the connection. */
  over?: true
  /** The upstream reported a failure inside the answer. */
  failure: string | null
  /** The failure, of an answer that has brought nothing else, is about the caller's own request: another upstream would say the same. */
  callers?: boolean
  /** The name the upstream gave its model. */
  model: string | null
  usage: Usage | null
  /** The upstream's own usage JSON. */
  usageRaw: string | null
  /** The usage told figures that cannot be, and is cut down to what can. */
  clamped?: true
  /** The service tier the upstream says it used, told with its usage; null or absent is the standard one. */
  serviceTier?: ServiceTier | null
  /** The text that was relayed, measured for an estimate of its tokens. */
  text?: TextGauge
  /** Tokens of the sound that was relayed, as it is as long as they say; absent: none was. */
  soundTokens?: number
  /** Tokens of the pictures that have come, as usage tells of them at the end alone; absent: none was seen. */
  imageTokens?: number
  /** Searches of the web whose finds have come, as usage tells of them at the end alone; absent: none was seen. */
  searches?: number
  /** Pieces of content relayed: the figure for an estimate when no usage is told. */
  pieces: number
  /** The usage is figured from the request, because the answer has told none so far. */
  estimated?: boolean
  /** What the upstream calls the answer where it keeps it for later; absent: it keeps nothing. */
  kept?: string
  /** The number of the last event, where a protocol numbers them. */
  sequence?: number
  /** Events that made no sense and were left out of a translation; absent: none. */
  leftOut?: number
  /** What a failure inside the answer is to be told as, where its own words have not reached the caller. */
  told?: GatewayError
}

/** A refusal or failure as it goes to a caller who has received nothing yet. */
type Refusal = { status: number; headers: Record<string, string>; body: string }

/** Whom an error is told to; `asked`, where it is known, decides the form in a dialect that has several. */
export type Told = { locale: Locale; requestId: string; asked?: Pick<Incoming, 'path' | 'query'> }

/** How a dialect words errors, as its official clients expect them. */
export type DialectErrors = {
  refuse(error: GatewayError, about: Told): Refusal
  /** The bytes that tell a failure in the middle of a stream; after them the connection closes. */
  breakOff(error: GatewayError, about: Told & { seen?: Seen }): Buffer
  /** Whether a stream that has not begun is to begin for this error, since clients look for it there alone. */
  isToldInStream?(error: GatewayError): boolean
}

/** One protocol the relay speaks: pure functions from bytes to values. */
export type Protocol = {
  id: ProtocolId
  dialect: Dialect
  /** Whether a POST to this canonical path speaks the protocol. */
  serves(path: string): boolean
  /** Reads a request; throws a GatewayError that says what is wrong with it. */
  read(incoming: Incoming): Turn
  /** A request of the smallest sensible turn with a model, for trying a key; absent where there is none. */
  trial?: (model: string) => { path: string; body: string }
  errors: DialectErrors
}

/** Refusals that no client should repeat by itself. */
export const FINAL_KINDS: ReadonlySet<ErrorKind> = new Set(['bad_key', 'quota'])
