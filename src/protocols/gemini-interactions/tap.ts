import { asRecord, type Json, parseJson, recordsOf, textOr } from '../../core/json.ts'
import { createBodyTap } from '../body-tap.ts'
import { mergeUsage } from '../merge-usage.ts'
import { DRAWN_TOKENS, notePicture } from '../picture-tokens.ts'
import type { Seen, Tap } from '../protocol.ts'
import { hasToldAll, mayEndIn, measureUnder, patternFor } from '../relayed-text.ts'
import { noteSaid, SoundGauge } from '../said-sound.ts'
import { noteServiceTier } from '../service-tier.ts'
import { dataTextsIn, DONE, eventsWith } from '../sse.ts'
import { createStreamTap } from '../stream-tap.ts'
import { keepIfMade } from '../under-way.ts'
import { interactionUsage, queriesOf, searchesSold } from './usage.ts'

/** One event may hold a whole picture or film. */
const MAX_EVENT_BYTES = 32 * 1024 * 1024

/** How an answer comes, and whether it is kept upstream, of which it says nothing itself. */
type Reading = { stream: boolean; store: boolean }

/** Reads an interaction as it is made; nothing is ever taken out. */
export function interactionTap({ stream, store }: Reading): Tap {
  const note = noterOf(store)
  if (stream)
    return createStreamTap({ read: (events, seen) => readEvents(events, seen, note), maxEventBytes: MAX_EVENT_BYTES })
  return createBodyTap((answer, seen, isAll) => {
    noteModel(answer, seen)
    for (const step of recordsOf(answer.steps)) note.step(step, seen)
    note.interaction(answer, seen)
    const failure = failureIn(asRecord(answer.error)) ?? failureOf(answer)
    if (failure !== null) fail(failure, seen)
    if (isAll && answer.status === undefined && !Array.isArray(answer.steps)) seen.terminal = false
    keepIfMade(answer, seen)
  })
}

/** Quotes inside a JSON string are escaped, so each of these is found only where it is a name or a value of its own. */
const NOTABLE =
  /"interaction\.(?:created|completed)"|usage": ?\{|"google_search_(?:call|result)"|"(?:audio|image)"|"error"|\[DONE\]/g
const BEFORE_CONTENT = new RegExp(`${NOTABLE.source}|"step\\.(?:delta|stop)"`, 'g')
const TEXT = patternFor({ keys: ['text', 'arguments'], piece: 'step.delta"', marks: NOTABLE })
const COMPLETED = 'interaction.completed"'

function readEvents(events: Buffer, seen: Seen, note: Noter): void {
  const isLast = mayEndIn(events, COMPLETED)
  const markedAt = isLast ? 0 : measureWords(events, seen)
  const begun = seen.content ? 0 : readWith(BEFORE_CONTENT, { events, seen, note, from: 0 })
  if (markedAt >= 0) readWith(NOTABLE, { events, seen, note, from: Math.max(begun, markedAt) })
  if (isLast && !hasToldAll(seen)) measureWords(events, seen)
}

/** Returns where the first of what is notable may be; -1: there is none. */
function measureWords(events: Buffer, seen: Seen): number {
  const { pieces, markedAt } = measureUnder(TEXT, events, seen)
  seen.pieces += pieces
  return markedAt
}

type Looked = { events: Buffer; seen: Seen; note: Noter; from: number }

/** Reads the events that have what a pattern looks for, before the content up to where it begins; returns where that ends. */
function readWith(pattern: RegExp, { events, seen, note, from }: Looked): number {
  for (const { start, end } of eventsWith(events, pattern, from)) {
    for (const text of dataTextsIn(events.subarray(start, end)))
      if (text === DONE) seen.over = true
      else noteEvent(asRecord(parseJson(text)), seen, note)
    if (pattern === BEFORE_CONTENT && seen.content) return end
  }
  return events.length
}

function noteEvent(event: Json, seen: Seen, note: Noter): void {
  const { event_type: type, error } = event
  const interaction = asRecord(event.interaction)
  note.interaction(interaction, seen)
  note.usage(asRecord(event.usage ?? asRecord(event.metadata).total_usage), seen)
  if (type === 'step.start') note.step(asRecord(event.step), seen)
  else if (type === 'step.delta') note.step(asRecord(event.delta), seen)
  if (type === 'step.delta' || type === 'step.stop') seen.content = true
  if (type === 'interaction.completed') {
    seen.content = seen.terminal = true
    const failure = failureOf(interaction)
    if (failure !== null) fail(failure, seen)
  } else if (type === 'error' || (type === undefined && error !== undefined)) {
    fail(failureIn(asRecord(error)) ?? 'error', seen)
  }
}

type Noter = ReturnType<typeof noterOf>

/** What is known of an answer beside what its tap has seen: its usage as it was told, and the searches that were made for it. */
function noterOf(store: boolean) {
  let raw: Json = {}
  let queries = 0
  const sound = new SoundGauge()
  const usage = (told: Json, seen: Seen) => {
    if (Object.keys(told).length === 0) return
    raw = mergeUsage(raw, told)
    seen.usage = { ...interactionUsage(raw), searches: searchesSold(raw, queries, seen.model) }
    seen.usageRaw = JSON.stringify(raw).slice(0, 4096)
  }
  return {
    usage,
    interaction(told: Json, seen: Seen) {
      noteModel(told, seen)
      if (store && typeof told.id === 'string' && told.id !== '') seen.kept = told.id
      noteServiceTier(told.service_tier, seen)
      usage(asRecord(told.usage), seen)
    },
    /** Its usage tells searches, sound and pictures at the very end: what has come by then is what counts where that does not come. */
    step(step: Json, seen: Seen) {
      queries += queriesOf(step)
      if (step.type === 'google_search_result') seen.searches = searchesSold({}, queries, seen.model)
      if (step.type === 'image' && (step.data ?? step.uri)) notePicture(DRAWN_TOKENS, seen)
      if (step.type === 'audio' && typeof step.data === 'string') noteSaid(sound, step.data, seen)
    },
  }
}

function noteModel({ model }: Json, seen: Seen): void {
  if (typeof model === 'string') seen.model = model
}

/** A status that says that nothing came of an interaction. */
const FAILED: ReadonlySet<unknown> = new Set(['failed', 'cancelled'])

function failureOf({ status, errors }: Json): string | null {
  if (!FAILED.has(status)) return null
  const [error] = recordsOf(errors)
  return failureIn(error ?? {}) ?? String(status)
}

function failureIn(error: Json): string | null {
  return Object.keys(error).length === 0 ? null : textOr(error.code, 'error')
}

/** What is about the caller's own request, so that another upstream would say the same (ai.google.dev, API errors). */
const CALLER_FAULT = new Set(
  [
    'invalid_request invalid_argument parameter_unknown out_of_range',
    'safety recitation language prohibited_content spii blocklist jailbreak content_blocked',
    'image_safety image_prohibited_content image_recitation image_other',
  ].flatMap((codes) => codes.split(' ')),
)

function fail(failure: string, seen: Seen): void {
  seen.failure = failure
  if (CALLER_FAULT.has(failure.toLowerCase())) seen.callers = true
}
