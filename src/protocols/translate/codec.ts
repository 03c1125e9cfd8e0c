import type { Json } from '../../core/json.ts'
import type { Conversation, Feature } from './conversation.ts'
import type { Piece, UpstreamError } from './piece.ts'
import type { Quirks } from './quirks.ts'

/** The protocols that every other one of them can be translated to. */
export const TRANSLATED = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini-generate',
  'gemini-interactions',
] as const
/** A protocol that has a codec. */
export type TranslatedId = (typeof TRANSLATED)[number]

/**
 * What becomes of a top-level field of a request: the feature that carries it over, `own` for what the gateway itself sees to
 * (model, stream), `dropped` (the caller is told by `x-yumen-dropped`), or `refused` because leaving it out would change what
 * was asked for. Gemini's fields of how an answer is generated are listed as `generationConfig.x`, and as `generation_config.x`.
 */
export type FieldTable = Readonly<Record<string, Feature | 'own' | 'dropped' | 'refused'>>

/** The upstream a translated request goes to. */
export type Addressee = {
  /** What the upstream calls the model. */
  model: string
  /** The model's longest answer in tokens, where the catalogue knows it. */
  maxOutput: number | null
  stream: boolean
  quirks: Quirks
}

/** The longest answer to ask for, in tokens: most vendors refuse a limit above what the model can say. */
export function longestAnswer({ maxTokens }: Pick<Conversation, 'maxTokens'>, { maxOutput }: Addressee): number | null {
  return maxTokens === null || maxOutput === null ? maxTokens : Math.min(maxTokens, maxOutput)
}

/** A request in a protocol's words: the relay's own path for it (with its version), and what was left out of the messages. */
export type Written = { path: string; query: string; body: Json; lost: string[] }

/** What the caller is answered with. */
export type AnswerAbout = {
  /** The request's id, from which the answer's own is made. */
  id: string
  /** The model as the caller named it. */
  model: string
  /** Epoch seconds. */
  created: number
  /** How the caller wants it: one document, events, or an array that grows (Gemini without `alt=sse`). */
  form: 'whole' | 'events' | 'array'
  /** Whether the stream ends with usage where that is optional. */
  usageAsked: boolean
  /** What the answer repeats of what was asked. */
  asked: Json
}

/** Reads an answer: each event's data (or the whole document) becomes pieces. */
export type AnswerReader = {
  event(data: Json): Piece[]
  whole(answer: Json): Piece[]
  /** The events are over: closes what is still open, without inventing a `finish` that was not told. */
  end(): Piece[]
  /** The stream has said by `[DONE]` that it is whole, whether or not it has told why. Absent: the protocol has another way to say so. */
  done?(): Piece[]
}

/** Writes an answer: pieces, one block open at a time, become text to send; a whole document comes with the `end` piece. */
export type AnswerWriter = {
  write(piece: Piece): string
  /** The number of the last event, where the protocol numbers them. */
  readonly sequence?: number
  /** The whole answer once it has ended, where clients of the protocol may go on from it. */
  readonly answer?: Json | undefined
}

/** A protocol's words for the neutral form: pure functions, no clock, no network. */
export type Codec = {
  id: TranslatedId
  fields: FieldTable
  /** The fields it writes, where it reads others too; absent: all of them. */
  written?: FieldTable
  /** Whether it has custom tools and namespaces, but at plain servers; otherwise they are wrapped as functions before it writes, and unwrapped after it reads. */
  customTools: boolean
  /** Whether it is particular about the names of what a tool is given: others are changed before it writes, and restored after it reads. */
  plainKeys?: true
  /** Reads a request; throws `body_invalid` for what is malformed and `not_translatable` for what cannot be carried. */
  readRequest(body: Json, asked: { path: string; query: URLSearchParams }): Conversation
  /** Writes a request; throws `not_translatable` for content the protocol has no place for. */
  writeRequest(conversation: Conversation, to: Addressee): Written
  /** How a caller wants the answer, where the request's `stream` does not say it. */
  form?(asked: { path: string; query: URLSearchParams }): AnswerAbout['form']
  /** What its answers repeat of a request; absent: nothing. */
  repeated?(asked: Json): Json
  reader(): AnswerReader
  writer(about: AnswerAbout): AnswerWriter
  /** What an error document says; `body` is undefined when it was no JSON. */
  readError: (status: number, body: Json | undefined) => UpstreamError
}
