import type { GatewayError, Locale } from './errors.ts'

/** The protocols one can talk in from the console. */
export const PLAYGROUND_PROTOCOLS = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini-generate',
  'gemini-interactions',
] as const
/** One of them. */
export type PlaygroundProtocol = (typeof PLAYGROUND_PROTOCOLS)[number]

/** A request somebody makes in the console with one of their keys, which is known by its id only. */
export type Play = {
  keyId: string
  protocol: PlaygroundProtocol
  model: string
  stream: boolean
  /** The rest of the request, as the protocol has it. */
  body: Readonly<Record<string, unknown>>
  ip: string
  locale: Locale
  /** Fires when nobody waits for the answer any more. */
  signal: AbortSignal
}

/** An answer that is read while it is written. */
export type StreamedAnswer = { status: number; headers: Record<string, string>; body: ReadableStream<Uint8Array> }

/** The answer of the relay as it comes, or why there is none. */
export type Played =
  | { ok: true; requestId: string; answer: StreamedAnswer }
  | { ok: false; requestId: string; error: GatewayError }
