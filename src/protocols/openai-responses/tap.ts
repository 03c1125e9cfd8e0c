import { asRecord, type Json, textOr } from '../../core/json.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { createBodyTap } from '../body-tap.ts'
import { isTooLarge, TOO_LARGE } from '../in-band.ts'
import { notePicture, pictureTokens } from '../picture-tokens.ts'
import type { Seen, Tap } from '../protocol.ts'
import { hasToldAll, mayEndIn, measureUnder, patternFor } from '../relayed-text.ts'
import { noteServiceTier } from '../service-tier.ts'
import { eventsWith } from '../sse.ts'
import { createStreamTap } from '../stream-tap.ts'
import { keepIfMade } from '../under-way.ts'
import { readEvent, type ResponseEvent } from './event.ts'
import { readUsage } from './usage.ts'

/** Reads an answer of the Responses API; nothing is ever taken out. */
export function responsesTap(stream: boolean): Tap {
  if (stream) return createStreamTap({ read: readEvents })
  return createBodyTap((answer, seen, isAll) => {
    noteResponse(answer, seen)
    keepIfMade(answer, seen)
    const code = failureIn(asRecord(answer.error))
    if (isAll && answer.status === undefined && !Array.isArray(answer.output)) seen.terminal = false
    if (code === null && answer.status !== 'failed') return
    seen.failure = code ?? 'failed'
    if (CALLER_FAULT.test(seen.failure)) seen.callers = true
  })
}

/** Reads an answer that counts tokens and uses none. */
export function countTap(): Tap {
  const tap = createBodyTap(({ error }, seen) => {
    seen.failure = failureIn(asRecord(error))
  })
  tap.seen.usage = NO_USAGE
  return tap
}

/** Quotes inside a JSON string are escaped, so each of these is found only where it is a name or a value of its own. */
const NOTABLE =
  /"response\.(?:completed|incomplete|failed|output_item\.done"[^\n]{0,300}"(?:web_search|image_generation)_call)"|"type": ?"error"|"error": ?\{/g
const BEFORE_CONTENT = new RegExp(`${NOTABLE.source}|"response\\.(?:created|output_item\\.done)"|\\.delta"`, 'g')
/** Later events repeat what the deltas brought, under other keys. */
const TEXT = patternFor({ keys: ['delta'], piece: '.delta"', marks: NOTABLE })
const COMPLETED = 'response.completed"'
const SEQUENCE = 'sequence_number"'

function readEvents(events: Buffer, seen: Seen): void {
  const isLast = mayEndIn(events, COMPLETED)
  const markedAt = isLast ? 0 : measureWords(events, seen)
  const begun = seen.content ? 0 : readStart(events, seen)
  if (markedAt >= 0)
    for (const { start, end } of eventsWith(events, NOTABLE, Math.max(begun, markedAt)))
      note(readEvent(events.subarray(start, end)), seen)
  if (isLast && !hasToldAll(seen)) measureWords(events, seen)
  const last = events.lastIndexOf(SEQUENCE)
  const digits =
    last < 0 ? null : /^\s*:\s*(\d{1,15})/.exec(events.toString('latin1', last + SEQUENCE.length, last + 40))
  if (digits) seen.sequence = Number(digits[1])
}

/** Returns where the first of what is notable may be; -1: there is none. */
function measureWords(events: Buffer, seen: Seen): number {
  const { pieces, markedAt } = measureUnder(TEXT, events, seen)
  seen.pieces += pieces
  return markedAt
}

/** Reads what comes before the content and its first event; returns where that ends. */
function readStart(events: Buffer, seen: Seen): number {
  for (const { start, end } of eventsWith(events, BEFORE_CONTENT)) {
    note(readEvent(events.subarray(start, end)), seen)
    if (seen.content) return end
  }
  return events.length
}

function note({ type, fields, response, item }: ResponseEvent, seen: Seen): void {
  noteResponse(response, seen)
  if (type.endsWith('.delta')) seen.content = true
  else if (type === 'response.output_item.done') {
    seen.content = true
    noteSearch(item, seen)
    if (item.type === 'image_generation_call' && item.status !== 'failed')
      notePicture(pictureTokens(item.quality, item.size), seen)
  } else if (type === 'response.completed' || type === 'response.incomplete') {
    seen.content = true
    seen.terminal = seen.over = true
  } else if (type === 'response.failed') {
    // It ends the stream and may tell usage, which counts although the answer is a failure.
    seen.terminal = true
    noteFailure(asRecord(response.error), seen)
  } else if (type === 'error' || (type === '' && fields.error !== undefined)) {
    noteFailure({ ...fields, ...asRecord(fields.error) }, seen)
  }
}

/** Its usage counts searches at the very end; what is opened or looked through of their finds costs nothing by itself. */
function noteSearch({ type, action }: Json, seen: Seen): void {
  if (type === 'web_search_call' && textOr(asRecord(action).type, 'search') === 'search')
    seen.searches = (seen.searches ?? 0) + 1
}

function noteResponse(response: Json, seen: Seen): void {
  if (typeof response.model === 'string') seen.model = response.model
  if (response.store === true && typeof response.id === 'string') seen.kept = response.id
  noteServiceTier(response.service_tier, seen)
  const told = readUsage(response)
  if (!told) return
  seen.usage = told.usage
  seen.usageRaw = JSON.stringify(told.raw).slice(0, 4096)
}

function noteFailure(error: Json, seen: Seen): void {
  seen.failure = failureIn(error) ?? 'error'
  if (seen.content || !CALLER_FAULT.test(seen.failure)) return
  // Codex shortens its history at `context_length_exceeded`: what is wrong with the request is told even before any word,
  // and costs no more than the upstream says.
  seen.content = true
  seen.usage ??= NO_USAGE
}

/** Codes that speak of the caller's own request, so that another upstream would say the same. */
const CALLER_FAULT =
  /^(context_length_exceeded|content_filter|invalid_(?!api_key|authentication)|image_|unsupported_image|empty_image|failed_to_download_image)|_policy(_violation)?$/

function failureIn(error: Json): string | null {
  if (isTooLarge(error)) return TOO_LARGE
  return Object.keys(error).length === 0 ? null : textOr(error.code, textOr(error.type, 'error'))
}
