import { asRecord, type Json, type Span } from '../../core/json.ts'
import { isEmpty } from '../../core/usage.ts'
import { createBodyTap } from '../body-tap.ts'
import { Endings } from '../endings.ts'
import { failureIn } from '../in-band.ts'
import type { Seen, Tap } from '../protocol.ts'
import { hasToldAll, mayEndIn, measureUnder, patternFor } from '../relayed-text.ts'
import { noteSaid, SoundGauge } from '../said-sound.ts'
import { noteChatTier, noteServiceTier } from '../service-tier.ts'
import { dataIn, dataOf, DONE, eventsWith, without } from '../sse.ts'
import { createStreamTap } from '../stream-tap.ts'
import { readUsage } from './usage.ts'

/** Reads so many chat answers, which may be `spoken`; `hideUsage` takes out the usage chunk that the caller did not ask for. */
export function chatTap({ stream, hideUsage, answers, spoken = false }: Reading): Tap {
  const sound = spoken ? new SoundGauge() : null
  if (!stream) return createBodyTap(readAnswer, { sound })
  const endings = answers > 1 ? new Endings(answers) : null
  const by = { endings, sound }
  let extra: readonly Span[] = []
  const read = (events: Buffer, seen: Seen) => {
    if (endings) noteEndings(events, endings)
    extra = readEvents(events, seen, by)
  }
  const tap = createStreamTap(hideUsage ? { read, strip: (events) => without(events, extra) } : { read })
  return endings ? endingAsBegun(tap, endings) : tap
}

type Reading = { stream: boolean; hideUsage: boolean; answers: number; spoken?: boolean }

/** Few ask for several answers, so that each of their chunks may be parsed. */
function noteEndings(events: Buffer, endings: Endings): void {
  for (const data of dataIn(events)) {
    const { choices } = asRecord(data)
    if (!Array.isArray(choices)) continue
    for (const choice of choices.map(asRecord)) endings.note(choice, isFinished(choice))
  }
}

/** An upstream may make fewer answers than were asked for: then the end of its stream shows that they are whole. */
function endingAsBegun(tap: Tap, endings: Endings): Tap {
  return {
    seen: tap.seen,
    push: (chunk) => tap.push(chunk),
    flush() {
      const rest = tap.flush()
      if (endings.allBegun) tap.seen.terminal = true
      return rest
    },
  }
}

/**
 * Cannot stand inside a JSON string, where quotes are escaped: so a hit is a key, and only such events are parsed. An empty
 * reason, which some servers say in every chunk, is none. A pattern that begins with no quote, of which JSON is full, is found
 * three times as quick, and five times as slow with one more of a common first letter in it.
 */
const NOTABLE = /usage": ?\{|_resp": ?\{|error": ?[{"]|object": ?"error"|_reason": ?"[^"]|\[DONE\]/g

/** Where a delta has what the model wrote; the older completions say `text`, under which some vendors repeat their reasoning. */
const TEXT_KEYS = ['content', 'reasoning_content', 'reasoning', 'refusal', 'name', 'arguments']
const piece = 'data:'
const TEXT = patternFor({ keys: TEXT_KEYS, piece, marks: NOTABLE })
/** The same of what is said aloud. */
const NOTABLE_SAID = new RegExp(`${NOTABLE.source}|audio": ?\\{`, 'g')
const TEXT_SAID = patternFor({ keys: [...TEXT_KEYS, 'transcript'], piece, marks: NOTABLE_SAID })
const PLAIN = patternFor({ keys: ['text'] })

const NOTHING: readonly Span[] = []

/** Notes what events say; answers those that hold nothing but the usage. */
function readEvents(events: Buffer, seen: Seen, by: Omit<Sought, 'from'>): readonly Span[] {
  if (isErrorEvent(events)) noteErrorEvent(events, seen)
  if (!seen.content) readStart(events, seen)
  if (!seen.content) return readNotable(events, seen, { ...by, from: 0 })
  if (mayEndIn(events, DONE)) {
    const extra = readNotable(events, seen, { ...by, from: 0 })
    if (!hasToldAll(seen)) measureWords(events, seen, by)
    return extra
  }
  const markedAt = measureWords(events, seen, by)
  return markedAt < 0 ? NOTHING : readNotable(events, seen, { ...by, from: markedAt })
}

/** Returns where the first of what is notable may be; -1: there is none. */
function measureWords(events: Buffer, seen: Seen, { sound }: Pick<Sought, 'sound'>): number {
  const { pieces, texts, markedAt } = measureUnder(sound ? TEXT_SAID : TEXT, events, seen)
  seen.pieces += pieces
  if (texts === 0) measureUnder(PLAIN, events, seen)
  return markedAt
}

const E = 0x65
const ERROR_EVENT = /^event: ?error[\r\n]/

/** Whether events begin with one that is an error by its name, at which libraries throw. It is written apart from what comes before it. */
function isErrorEvent(events: Buffer): boolean {
  return events[0] === E && ERROR_EVENT.test(events.toString('latin1', 0, 16))
}

/** Some tell an error by the name alone, without an envelope. */
function noteErrorEvent(events: Buffer, seen: Seen): void {
  const [data] = dataIn(events)
  const error = asRecord(data)
  seen.failure = failureIn(error) ?? failureIn({ error }) ?? 'error'
}

type Sought = { endings: Endings | null; sound: SoundGauge | null; from: number }

function readNotable(events: Buffer, seen: Seen, { endings, sound, from }: Sought): Span[] {
  const extra: Span[] = []
  for (const span of eventsWith(events, sound ? NOTABLE_SAID : NOTABLE, from)) {
    const event = events.subarray(span.start, span.end)
    const chunk = asRecord(dataOf(event))
    if (sound) noteSound(chunk, seen, sound)
    const failure = failureIn(chunk)
    if (noteUsage(chunk, seen) && isExtra(chunk) && failure === null) {
      extra.push(span)
      // The usage of several answers comes after all of them.
      if (endings?.allBegun) seen.terminal = true
    }
    seen.failure = failure ?? seen.failure
    if (isDone(event)) seen.terminal = seen.over = true
    else if (endings ? endings.all : tellsAnEnd(chunk)) seen.terminal = true
  }
  return extra
}

/** By what was parsed: of a stream that ends inside the reason, no reason was told. */
function tellsAnEnd({ choices }: Json): boolean {
  return Array.isArray(choices) && choices.map(asRecord).some(isFinished)
}

/** The extra chunk has usage and no choices, or null for them; a chunk that has both is content and goes on (wire.md §1.1). */
function isExtra({ choices }: Json): boolean {
  return !Array.isArray(choices) || choices.length === 0
}

const DATA = /data:/g

/** Until content has come every chunk is parsed; these are the first one or two. */
function readStart(events: Buffer, seen: Seen): void {
  for (const { start, end } of eventsWith(events, DATA)) {
    const chunk = asRecord(dataOf(events.subarray(start, end)))
    if (typeof chunk.model === 'string') seen.model = chunk.model
    noteServiceTier(chunk.service_tier, seen)
    if (Array.isArray(chunk.choices) && chunk.choices.some(hasContent)) {
      seen.content = true
      return
    }
  }
}

const CONTENT_KEYS = [
  'content',
  'reasoning_content',
  'reasoning',
  'reasoning_text',
  'refusal',
  'reasoning_details',
  'tool_calls',
  'function_call',
  'audio',
  'images',
]

function hasContent(choice: unknown): boolean {
  // `text` is how the older completions say what chat says in a delta.
  const { delta, finish_reason, text } = asRecord(choice)
  const fields = asRecord(delta)
  // OpenRouter ends the choice of an answer that failed with the reason `error`.
  if (isFinished({ finish_reason }) && finish_reason !== 'error') return true
  if (text) return true
  return CONTENT_KEYS.some((key) => Boolean(fields[key]))
}

function isFinished({ finish_reason: reason }: Json): boolean {
  return typeof reason === 'string' && reason !== ''
}

function readAnswer(answer: Json, seen: Seen, isAll: boolean): void {
  if (typeof answer.model === 'string') seen.model = answer.model
  noteUsage(answer, seen)
  const choices = Array.isArray(answer.choices) ? answer.choices.map(asRecord) : []
  if (choices.every(({ finish_reason }) => finish_reason === 'error')) seen.failure = failureIn(answer)
  if (isAll && choices.length === 0) seen.terminal = false
}

/** What is said aloud is base64, whose length its usage tells at the very end (wire.md §1.1). */
function noteSound({ choices }: Json, seen: Seen, sound: SoundGauge): void {
  if (!Array.isArray(choices)) return
  for (const { delta } of choices.map(asRecord)) {
    const { data } = asRecord(asRecord(delta).audio)
    if (typeof data === 'string' && data !== '') noteSaid(sound, data, seen)
  }
}

/** Whether the answer told any. */
function noteUsage(answer: Json, seen: Seen): boolean {
  const told = readUsage(answer)
  if (!told) return false
  // Some repeat their usage at the end with nothing in it.
  if (seen.usage && isEmpty(told.usage)) return true
  seen.usage = told.usage
  seen.usageRaw = JSON.stringify(told.raw).slice(0, 4096)
  noteChatTier(answer, asRecord(told.raw), seen)
  return true
}

/** `[DONE]` counts only as a whole data line: inside a text it follows other characters. */
function isDone(events: Buffer): boolean {
  for (let at = events.lastIndexOf(DONE); at >= 0; at = at === 0 ? -1 : events.lastIndexOf(DONE, at - 1)) {
    const before = events.subarray(Math.max(0, at - 7), at).toString('latin1')
    if (/(^|[\r\n])data: ?$/.test(before)) return true
  }
  return false
}
