import { asRecord, type Json, parseJson, type Span, textOr } from '../../core/json.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { createBodyTap } from '../body-tap.ts'
import { Endings } from '../endings.ts'
import { mergeUsage } from '../merge-usage.ts'
import type { Seen, Tap } from '../protocol.ts'
import { measureParsed } from '../relayed-text.ts'
import { noteSaid, SoundGauge } from '../said-sound.ts'
import { serviceTierOf } from '../service-tier.ts'
import { anyOf, dataTextsIn, DONE, eventsWith, without } from '../sse.ts'
import { createStreamTap, type StreamReader } from '../stream-tap.ts'
import { createArrayTap } from './array-tap.ts'
import type { AnswerForm } from './operation.ts'
import { canonicalUsage, searchesIn } from './usage.ts'

/** A chunk holds whole parts, and one part may be a picture. */
const MAX_CHUNK_BYTES = 32 * 1024 * 1024

/** Reads so many answers of generateContent in any of its forms; nothing is ever taken out. */
export function generateTap(form: AnswerForm, answers: number): Tap {
  let raw: Json = {}
  let searches = 0
  const note = (answer: Json, seen: Seen, isAll = false) => {
    if (typeof answer.modelVersion === 'string') seen.model = answer.modelVersion
    const told = asRecord(answer.usageMetadata)
    searches = Math.max(searches, searchesIn(answer))
    raw = mergeUsage(raw, told)
    if (Object.keys(raw).length > 0) {
      seen.usage = { ...canonicalUsage(raw), searches }
      seen.usageRaw = JSON.stringify(raw).slice(0, 4096)
      // The Gemini API tells `serviceTier`, Vertex `trafficType`; neither knows the other's word.
      const tiers = [raw.serviceTier, raw.trafficType].filter((tier) => typeof tier === 'string')
      if (tiers.length > 0) seen.serviceTier = serviceTierOf(...tiers)
    }
    if (isFailure(answer)) seen.failure = textOr(asRecord(answer.error).status, 'error')
    if (isAll && !ANSWER_KEYS.some((key) => answer[key] !== undefined)) seen.terminal = false
  }
  return form === 'whole'
    ? createBodyTap(note, { usageKey: 'usageMetadata', inside: groundedBy })
    : streamTap(form, note, new Endings(answers))
}

/** What an answer has one of at least: of a prompt it makes nothing of, it may tell the usage alone. */
const ANSWER_KEYS = ['candidates', 'promptFeedback', 'usageMetadata']

/** The searches of an answer whose parts are too long to keep: they stand beside the parts. */
function groundedBy(last: (key: string) => unknown): Json {
  return { candidates: [{ groundingMetadata: { webSearchQueries: last('webSearchQueries') } }] }
}

/** Reads an answer of countTokens, which costs nothing, however it ends. */
export function countTap(): Tap {
  const tap = createBodyTap((answer, seen) => {
    if (isFailure(answer)) seen.failure = 'error'
  })
  tap.seen.usage = NO_USAGE
  return tap
}

/** No event says that a stream is over: it is when its last chunk gave a reason to finish, and nothing came after it. */
function streamTap(form: 'events' | 'array', note: (answer: Json, seen: Seen) => void, endings: Endings): Tap {
  let blocked = false
  const sound = new SoundGauge()
  const read = (chunk: unknown, seen: Seen) => {
    const answer = asRecord(chunk)
    note(answer, seen)
    const parts = partsOf(answer)
    for (const part of parts) measurePart(part, seen, sound)
    const candidates = candidatesOf(answer)
    for (const candidate of candidates) endings.note(candidate, isFinished(candidate))
    const ends = isBlocked(answer) || candidates.some(isFinished)
    blocked ||= isBlocked(answer)
    seen.terminal = ends && (blocked || endings.all)
    seen.pieces += parts.length
    seen.content ||= parts.length > 0 || ends
  }
  const tap =
    form === 'array'
      ? createArrayTap({ read, isFailure, maxElementBytes: MAX_CHUNK_BYTES })
      : createStreamTap(eventReader(read))
  return {
    seen: tap.seen,
    push: (chunk) => tap.push(chunk),
    flush() {
      const rest = tap.flush()
      // Usage and grounding may follow in a chunk of their own.
      if ((blocked || endings.allBegun) && tap.seen.failure === null) tap.seen.terminal = true
      return rest
    },
  }
}

/** Older gateways end this stream as they end OpenAI's, at which Google's own libraries break (wire.md §0.8): that does not go on. */
function eventReader(read: (chunk: unknown, seen: Seen) => void): StreamReader {
  let isDone = false
  return {
    maxEventBytes: MAX_CHUNK_BYTES,
    read(events, seen) {
      isDone = false
      for (const text of dataTextsIn(events)) {
        if (text === DONE) isDone = seen.over = true
        else read(parseJson(text), seen)
      }
    },
    strip: (events) => (isDone ? without(events, donesIn(events)) : events),
  }
}

function donesIn(events: Buffer): Span[] {
  const spans = [...eventsWith(events, anyOf([DONE]))]
  return spans.filter(({ start, end }) => dataTextsIn(events.subarray(start, end))[0] === DONE)
}

function isFailure(chunk: unknown): boolean {
  return Object.keys(asRecord(asRecord(chunk).error)).length > 0
}

/** A prompt that is blocked gets no candidates, only the reason. */
function isBlocked(answer: Json): boolean {
  return typeof asRecord(answer.promptFeedback).blockReason === 'string'
}

function isFinished({ finishReason }: Json): boolean {
  return typeof finishReason === 'string'
}

/** What the model made in a part: text, thoughts among it, a call of a function, or sound. */
function measurePart({ text, functionCall, inlineData }: Json, seen: Seen, sound: SoundGauge): void {
  const { mimeType, data } = asRecord(inlineData)
  if (typeof data === 'string' && /^audio\//i.test(textOr(mimeType, ''))) noteSaid(sound, data, seen)
  if (typeof text === 'string') measureParsed(text, seen)
  if (functionCall !== undefined) measureParsed(JSON.stringify(functionCall), seen)
}

/** The parts a chunk brings; the empty text that some begin or end with is none. */
function partsOf(answer: Json): Json[] {
  const parts = candidatesOf(answer).flatMap(({ content }) => asRecord(content).parts)
  return parts.map(asRecord).filter((part) => Object.values(part).some((value) => value !== ''))
}

function candidatesOf(answer: Json): Json[] {
  return Array.isArray(answer.candidates) ? answer.candidates.map(asRecord) : []
}
