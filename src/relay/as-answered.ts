import type { Turn } from '../protocols/protocol.ts'
import { codecOf } from '../protocols/translate/all.ts'
import { inOtherForm } from '../protocols/translate/other-form.ts'
import { withinSize } from './size-limit.ts'
import { aboutAnswer, type Speaking } from './speak.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

/** An answer, the turn as it is answered, and what has been pulled of it already. */
export type Came = { turn: Turn; answer: UpstreamAnswer; first: Buffer | null }

/**
 * An answer as it came: some servers do not know streams, and others know nothing else. A document for a stream is told as
 * one, and events for a document are gathered. Its first bytes say what it is, whatever its head says.
 */
export async function asAnswered(asked: Speaking, answer: UpstreamAnswer, leftMs: () => number): Promise<Came> {
  const { turn } = asked
  const first = await firstWord(answer, leftMs)
  const isDocument = wordOf(first).startsWith('{')
  if (isDocument !== turn.stream) {
    relabel(answer, turn)
    return { ...asAsked(turn, answer), first }
  }
  if (turn.stream) {
    const told = writtenAnew(asked)
    return told ? { turn: told, answer: withinSize(answer), first } : { turn, answer, first }
  }
  const gathered = wishesStream(turn) ? null : writtenAnew(asked)
  return { ...asAsked(gathered ?? asEvents(turn), answer), first }
}

const EVENTS = /^text\/event-stream\b/i

/** Whether an answer may have come in the other form than was asked for. */
export function mayBeOther(turn: Turn, { headers }: Pick<UpstreamAnswer, 'headers'>): boolean {
  if (turn.tapOfOther === undefined) return false
  // A stream does not know its length; a document under its name does.
  return isEvents(headers) !== turn.stream || (turn.stream && headers['content-length'] !== undefined)
}

function isEvents(headers: UpstreamAnswer['headers']): boolean {
  return EVENTS.test(headers['content-type'] ?? '')
}

/** What came as it was asked for says so to its caller, whose library may go by its head. */
function relabel({ headers }: UpstreamAnswer, { stream, streamType }: Turn): void {
  if (isEvents(headers) !== stream && streamType === undefined)
    headers['content-type'] = stream ? 'text/event-stream' : 'application/json'
}

/** An answer in the form that was asked for. */
export function asAsked(turn: Turn, answer: UpstreamAnswer): Came {
  return { turn, answer: turn.stream ? answer : withinSize(answer), first: null }
}

/** The turn whose answer goes on as the events that it came in. */
function asEvents(turn: Turn): Turn {
  return turn.tapOfOther ? { ...turn, stream: true, tap: turn.tapOfOther } : turn
}

/** Whoever sends `"stream":"true"` or `1`, which some upstreams take for a wish, has one. */
function wishesStream({ spans, translated }: Turn): boolean {
  return !translated && Boolean(spans?.lastValue('stream'))
}

/** The turn whose answer is read in the other form; null where nobody can write it in the one that was asked for. */
function writtenAnew({ turn, protocol, incoming, exchange }: Speaking): Turn | null {
  const { tapOfOther, translated, answers = 1 } = turn
  if (!tapOfOther) return null
  if (translated) return { ...turn, tap: tapOfOther }
  const codec = codecOf(protocol.id)
  // A codec knows one answer.
  if (!codec || answers > 1) return null
  return inOtherForm({ incoming, turn, about: aboutAnswer(exchange) }, codec, tapOfOther)
}

/** Some send blank lines while they make a document; more than this is nothing of the kind. */
const MOST_BLANK_BYTES = 4096

const wordOf = (bytes: Buffer): string => bytes.toString('utf8', 0, MOST_BLANK_BYTES).trimStart()

/** The first bytes that are not blank, with those before them. */
async function firstWord(answer: UpstreamAnswer, leftMs: () => number): Promise<Buffer> {
  let first: Buffer = Buffer.alloc(0)
  while (first.length < MOST_BLANK_BYTES && wordOf(first) === '') {
    const chunk = await answer.next(leftMs(), 'first_token_timeout')
    if (!chunk) break
    first = first.length === 0 ? chunk : Buffer.concat([first, chunk])
  }
  return first
}
