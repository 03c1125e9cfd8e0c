import type { Answer, Asked, ToolCall } from '../../src/demo/answer.ts'
import { NO_USAGE } from '../../src/core/usage.ts'
import type { Usage } from '../../src/core/usage.ts'

/**
 * What the vendor does with one request. Every field stands alone and combines with the others; the empty script
 * answers "Hello from the vendor." at once. Events are counted from 0 in the order the dialect's stream has them.
 */
export type Script = {
  /** The answer's words, one stream event each. */
  text?: string | readonly string[]
  thinking?: readonly string[]
  tools?: readonly ToolCall[]
  stop?: Answer['stop']
  /** Fields not given are 0; 'absent' tells no usage at all; `raw` is sent as it is. */
  usage?: Partial<Usage> | { raw: unknown } | 'absent'
  /** Answers with the credential headers it received as its text (or, with `status`, as its message). */
  echoCredential?: boolean
  /** Answers with this status and the dialect's error body instead. */
  status?: number
  /** Replaces the whole body, whatever the status. */
  body?: string | Uint8Array
  headers?: Record<string, string>
  /** Words for an error's message. */
  message?: string
  delays?: { headersMs?: number; firstEventMs?: number; eventMs?: number }
  /** Waits for a promise before the event, so that a test needs no clock. */
  pause?: { atEvent: number; until: Promise<unknown> }
  /** Breaks the connection: with no answer at all, after exactly n bytes of the body, or before the event. */
  cut?: 'before-headers' | { afterBytes: number } | { atEvent: number }
  /** Sends the dialect's error event instead of the event and ends the stream. */
  errorAtEvent?: number
  /** Ends the stream cleanly before the event, as if the vendor had forgotten the rest. */
  endAtEvent?: number
  /** Sends half of the event. */
  malformedAtEvent?: number
  /** Repeats the text for ever. */
  endless?: boolean
  /** As many bytes of text, in events of 16 KiB, as fast as the reader takes them. */
  bigBytes?: number
  /** Writes the body in pieces of n bytes, splitting lines and characters. */
  splitBytes?: number
  /** Ends lines with CR LF. */
  crlf?: boolean
  /** Put before every event, e.g. `: keep-alive\n\n`. */
  heartbeat?: string
}

const BIG_PIECE = 'x'.repeat(16 * 1024)

/** The answer a script gives to a request. */
export function answerOf(script: Script, asked: Asked, facts: { id: string; credential: string }): Answer {
  const words = script.echoCredential ? [facts.credential] : wordsOf(script)
  const tools = script.tools ?? []
  return {
    id: facts.id,
    created: 1_795_219_200,
    model: asked.model,
    thinking: script.thinking ?? [],
    pieces: piecesOf(script, words),
    tools,
    stop: script.stop ?? (tools.length > 0 ? 'tools' : 'done'),
    usage: usageOf(script, asked, words),
  }
}

function wordsOf(script: Script): readonly string[] {
  if (script.text === undefined) return script.tools === undefined ? ['Hello', ' from', ' the', ' vendor.'] : []
  return typeof script.text === 'string' ? [script.text] : script.text
}

function piecesOf(script: Script, words: readonly string[]): Iterable<string> {
  if (script.bigBytes !== undefined) return big(script.bigBytes)
  return script.endless ? forever(words) : words
}

function* big(bytes: number): Iterable<string> {
  for (let sent = 0; sent < bytes; sent += BIG_PIECE.length) yield BIG_PIECE
}

function* forever(words: readonly string[]): Iterable<string> {
  for (;;) yield* words
}

function usageOf(script: Script, asked: Asked, words: readonly string[]): Answer['usage'] {
  const told = script.usage
  if (told === 'absent') return null
  if (told === undefined) return { ...NO_USAGE, input: Math.max(1, asked.prompt.length), output: words.length }
  return 'raw' in told ? told : { ...NO_USAGE, ...told }
}
