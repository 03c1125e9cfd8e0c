import { asRecord, type Json, textOr } from '../../core/json.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import { createBodyTap } from '../body-tap.ts'
import { failureIn } from '../in-band.ts'
import type { Seen, Tap } from '../protocol.ts'
import { anyOf, dataOf, eventsWith } from '../sse.ts'
import { createStreamTap, nothingSeen } from '../stream-tap.ts'
import { SoundGauge } from '../said-sound.ts'
import { pictureCounter } from './pictures.ts'
import { HEAD_BYTES, type SoundFile } from './sound-length.ts'
import { type UsageReader, withPictures } from './usage.ts'

/** What came of an answer beside JSON: its text where it is none, and pictures, counted as they went by. */
export type Came = { text: string; pictures: number }

/**
 * How an answer is metered: as it tells, else as the request lets us figure (`estimate`), a whole one by what it says too
 * (`whole`), one of sound by how much of it has come (`said`), and one that ends after so many events before it has told
 * anything by these (`unfinished`). Null where nothing is charged.
 */
export type Meter = {
  read: UsageReader
  estimate: Usage
  whole?: (answer: Json, came: Came) => Usage
  said?: (sound: SoundFile) => Usage
  unfinished?: (events: number) => Usage
  /** Each picture is paid for, whatever tokens are told. */
  byPiece?: boolean
} | null

/**
 * Reads an answer that is one JSON document and tells its usage under a key of it; `textToo` lets plain text pass as a whole
 * answer that tells none.
 */
export function documentTap(meter: Meter, textToo: boolean, usageKey = 'usage'): Tap {
  const count = pictureCounter()
  let pictures = 0
  const tap = createBodyTap(
    (answer, seen, _isAll, bytes) => {
      if (typeof answer.model === 'string') seen.model = answer.model
      // It is whole, and may have told nothing.
      if (!noteUsage(answer, seen, { meter, pictures }) && meter && (seen.terminal || textToo))
        seen.usage =
          meter.whole?.(answer, { text: seen.terminal ? '' : bytes.toString('utf8'), pictures }) ?? meter.estimate
      seen.failure = failureIn(answer)
      if (seen.failure !== null && seen.estimated) seen.usage = NO_USAGE
      if (textToo) seen.terminal ||= seen.content
    },
    { usageKey },
  )
  begin(tap.seen, meter)
  if (!meter?.unfinished) return tap
  const push = begun(tap, meter.unfinished)
  return {
    ...tap,
    push(chunk) {
      pictures = count(chunk)
      return push(chunk)
    },
  }
}

/** Bytes of a document that are about as much as an event. */
const EVENT_BYTES = 4

/** Takes an answer in as one that may end at any time. */
function begun(tap: Tap, unfinished: (events: number) => Usage): Tap['push'] {
  let size = 0
  return (chunk) => {
    size += chunk.length
    tap.seen.pieces = Math.ceil(size / EVENT_BYTES)
    tap.seen.usage = unfinished(tap.seen.pieces)
    return tap.push(chunk)
  }
}

/** One event may hold a whole image. */
const MAX_MEDIA_EVENT_BYTES = 32 * 1024 * 1024

/** The types of events that end a stream, and of others that bring a whole picture. */
type Types = { lastTypes: readonly string[]; pictureTypes?: readonly string[] }

/**
 * Reads an event stream whose last events are of the types given and tell the usage. Models that cannot stream answer
 * whole even when they are asked for a stream (wire.md §1.3), and then the other tap reads.
 */
export function eventsTap(meter: Meter, types: Types, otherwise: () => Tap): Tap {
  let chosen = eventReader(meter, types)
  let begun = false
  return {
    get seen() {
      return chosen.seen
    },
    push(chunk) {
      if (!begun && !mayBeEvents(chunk)) chosen = otherwise()
      begun = true
      return chosen.push(chunk)
    },
    flush: () => chosen.flush(),
    brokeOff: () => chosen.brokeOff?.(),
  }
}

const LINE_STARTS = ['data:', 'event:', 'id:', 'retry:', ':']

/** Whether bytes can be the beginning of an event stream, as far as they go. */
function mayBeEvents(chunk: Buffer): boolean {
  const text = chunk.toString('latin1', 0, 16).trimStart()
  return LINE_STARTS.some((start) => start.startsWith(text.slice(0, start.length)))
}

function eventReader(meter: Meter, { lastTypes, pictureTypes = [] }: Types): Tap {
  const types = [...lastTypes, ...pictureTypes].map((type) => `"${type}"`)
  const notable = anyOf([...types, '"error"', ...(meter?.said ? ['"audio"'] : [])])
  const gauge = new SoundGauge()
  let pictures = 0
  let made: Usage | null = null
  let sound: SoundFile | null = null
  const tap = createStreamTap({
    maxEventBytes: MAX_MEDIA_EVENT_BYTES,
    read(events, seen) {
      let failed = 0
      for (const { start, end } of eventsWith(events, notable)) {
        const bytes = events.subarray(start, end)
        const event = asRecord(dataOf(bytes))
        const failure = failureIn(event) ?? (event.type === 'error' ? textOr(event.code, 'error') : null)
        if (failure !== null) {
          seen.failure = failure
          failed += piecesIn(bytes)
        }
        if (meter?.said && typeof event.audio === 'string') sound = gauge.add(event.audio)
        const type = String(event.type)
        if (pictureTypes.includes(type) || bringsPicture(event)) pictures += 1
        if (!lastTypes.includes(type)) continue
        seen.terminal = true
        if (!noteUsage(event, seen, { meter, pictures }) && seen.estimated && meter)
          seen.usage = made = meter.whole?.(event, { text: '', pictures }) ?? meter.estimate
      }
      seen.pieces += piecesIn(events) - failed
      seen.content = seen.pieces > 0
      if (seen.estimated && sound && meter?.said) seen.usage = meter.said(sound)
      // After a picture another may come, which has been begun by then.
      if (seen.estimated && meter?.unfinished && (pictures > 0 || !seen.terminal))
        seen.usage = withAtLeast(pictures, meter.unfinished(seen.pieces))
      if (seen.failure === null || seen.content) return
      // Nothing was made; what is wrong with the request is told to the caller, as another upstream would say the same.
      seen.usage = NO_USAGE
      if (CALLER_FAULT.test(seen.failure)) seen.callers = true
    },
  })
  begin(tap.seen, meter)
  return {
    ...tap,
    flush() {
      const rest = tap.flush()
      if (made && tap.seen.estimated) tap.seen.usage = made
      return rest
    },
  }
}

/** Whether an event has a picture in it, or where it is. */
function bringsPicture({ type, b64_json: picture, url }: Json): boolean {
  return String(type).endsWith('.completed') && Boolean(picture ?? url)
}

function withAtLeast(pictures: number, usage: Usage): Usage {
  return { ...usage, requests: Math.max(usage.requests, pictures) }
}

function piecesIn(events: Buffer): number {
  return events.toString('latin1').split('data:').length - 1
}

/** Refusals of what the user asked for, by the code or the type of the error (OpenAI's guide to image generation). */
const CALLER_FAULT = /^(moderation_blocked|content_policy_violation|image_generation_user_error)$/

/** Lets bytes pass that nobody here can read, and measures them where they are sound. */
export function bytesTap(meter: Meter): Tap {
  const seen = nothingSeen()
  begin(seen, meter)
  let head: Buffer = Buffer.alloc(0)
  let bytes = 0
  return {
    seen,
    push(chunk) {
      seen.content = true
      if (!meter?.said) return chunk
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      bytes += chunk.length
      seen.usage = meter.said({ head, bytes })
      return chunk
    },
    flush() {
      seen.terminal = seen.content
      return Buffer.alloc(0)
    },
  }
}

/** The figure that holds until the answer tells its own, and when it never does. */
function begin(seen: Seen, meter: Meter): void {
  seen.usage = meter ? meter.estimate : NO_USAGE
  // Nothing is figured of what is free.
  seen.estimated = meter !== null && meter.estimate !== NO_USAGE
}

function noteUsage(answer: Json, seen: Seen, { meter, pictures }: { meter: Meter; pictures: number }): boolean {
  const told = meter?.read(answer, { pictures })
  if (!told) return false
  seen.usageRaw = JSON.stringify(told.raw).slice(0, 4096)
  if (isNothing(told.usage)) return false
  seen.usage = meter?.byPiece ? withPictures(told) : told.usage
  seen.estimated = false
  if (told.clamped) seen.clamped = true
  return true
}

/** Nothing is made of nothing: a vendor that tells as much does not tell. */
function isNothing({ requests, ...counts }: Usage): boolean {
  return requests <= 1 && Object.values(counts).every((count) => count === 0)
}
