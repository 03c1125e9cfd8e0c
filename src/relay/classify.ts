import type { IncomingHttpHeaders } from 'node:http'
import { GatewayError } from '../core/errors.ts'
import { CALLED_OFF, type RequestEnd } from '../core/records.ts'
import type { FailureMeaning } from '../core/routing.ts'
import { SECOND_MS } from '../core/time.ts'
import { type FailureClass, neverSent, type UpstreamFailure } from './failure.ts'
import type { Lesson } from './routing/health.ts'
import { type OwnWords, restInError, saidInError } from './routing/words.ts'

/** What an upstream's failure comes to. */
export type Verdict = {
  /** It is about the caller's own request, so that the upstream's words are for them. */
  callers: boolean
  /** Whether another candidate may be asked. */
  retry: boolean
  /** Nothing can have been done, so that asking another repeats nothing. */
  undone: boolean
  /** What it teaches about the candidate. */
  lesson: Lesson
  /** What the caller is told when nobody else answers: never the upstream's words, which may quote our credential. */
  error: GatewayError
  /** How long the upstream asked to be left alone; null when it did not say. */
  restMs: number | null
}

/** What a status may mean beside what words do: nothing but that moment, or something of the request or else of the credential. */
type Meaning = FailureMeaning | 'momentary' | 'doubted'

/** Statuses that mean something by themselves (docs/routing.md; wire.md §3.5); those that are not here are the caller's. */
const STATUSES: Readonly<Record<number, Meaning>> = {
  401: 'invalid',
  402: 'exhausted',
  403: 'doubted',
  408: 'failing',
  409: 'momentary',
  425: 'momentary',
  429: 'limited',
  // Groq's for a tier without a promise that is full, while the standard one goes on (console.groq.com, flex processing).
  498: 'momentary',
}

/** `words` are the vendor's own. */
type Refused = { status: number; headers: IncomingHttpHeaders; body: Buffer; now: number; words?: OwnWords | undefined }

/** What an upstream's error status means; a word that vendors agree on goes before the status, which some use for everything. */
export function verdictOf({ status, headers, body, now, words }: Refused): Verdict {
  const said = saidInError(body, words)
  const meaning = said?.meaning ?? meaningOf(status, body)
  const restMs = restOf(headers, body, now)
  const reason = said?.word ?? `http_${status}`
  return {
    callers: meaning === 'callers',
    retry: meaning !== 'callers',
    undone: UNDONE.has(meaning),
    lesson: lessonOf(meaning, reason, restMs),
    error: errorOf(meaning, status, restMs),
    restMs,
  }
}

/** What is refused before anything is done. */
const UNDONE: ReadonlySet<Meaning> = new Set(['absent', 'too_much', 'doubted'])

/** A page is what stands before the vendor's API, such as a wall that took offence at a prompt: it knows no credential. */
function meaningOf(status: number, body: Buffer): Meaning {
  if (status === 403 && /^\s*</.test(body.toString('latin1', 0, 64))) return 'failing'
  return STATUSES[status] ?? (status < 400 || status >= 500 ? 'failing' : 'callers')
}

/** A word such as `ollama` or `EMPTY`, which servers without keys are given for one, is no secret, and stands in many a sentence. */
const SECRET_CHARACTERS = 12

/** What an upstream was asked with: a credential, and the token that was bought with it, where one was. */
export type Shown = { secret: string; shown?: string | undefined }

/** What a target was asked with for an answer. */
export function shownFor(answer: Pick<Shown, 'shown'>, { credential }: { credential: { secret: string } }): Shown {
  return answer.shown === undefined ? credential : { secret: credential.secret, shown: answer.shown }
}

/** What must not come back of what was shown: all of it, or of a credential that has several parts, as those of AWS have, each. */
function secretsOf({ secret, shown = '' }: Shown): string[] {
  return [...secret.split(':'), shown].filter((part) => part.length >= SECRET_CHARACTERS)
}

/** Whether an upstream's words quote our credential. */
export function quotesSecret(body: Buffer, credential: Shown): boolean {
  return secretsOf(credential).some((part) => body.includes(part))
}

/** An upstream's words with asterisks for each character of our credential; the same bytes where they do not quote it. */
export function masked(words: Buffer, credential: Shown): Buffer {
  if (!quotesSecret(words, credential)) return words
  const copy = Buffer.from(words)
  for (const part of secretsOf(credential)) {
    const length = Buffer.byteLength(part)
    for (let at = copy.indexOf(part); at >= 0; at = copy.indexOf(part, at + length)) copy.fill('*', at, at + length)
  }
  return copy
}

const REFUSED: ReadonlySet<Meaning> = new Set(['invalid', 'exhausted', 'doubted'])

function errorOf(meaning: Meaning, status: number, restMs: number | null): GatewayError {
  if (meaning === 'absent') return new GatewayError('model_gone')
  if (meaning === 'too_much') return new GatewayError('asked_too_much')
  if (REFUSED.has(meaning) || status < 400) return new GatewayError('upstream_refused_us')
  if (status === 429) return new GatewayError('upstream_busy', { seconds: secondsOf(restMs ?? SECOND_MS) })
  if (status === 408 || status === 504) return new GatewayError('upstream_timeout')
  return new GatewayError('upstream_failed')
}

function lessonOf(meaning: Meaning, reason: string, restMs: number | null): Lesson {
  switch (meaning) {
    case 'callers':
      return { kind: 'well' }
    case 'momentary':
    case 'too_much':
      return { kind: 'nothing' }
    case 'absent':
    case 'failing':
      return { kind: meaning }
    case 'doubted':
      return { kind: meaning, reason }
    case 'limited':
      return { kind: meaning, reason, restMs }
    case 'cooling':
    case 'invalid':
    case 'exhausted':
      return { kind: 'ailing', status: meaning, reason, restMs }
  }
  return meaning satisfies never
}

const NOBODYS_FAULT: ReadonlySet<FailureClass> = new Set(CALLED_OFF)

/** What a call that broke teaches: a word of the upstream's own says more than how it ended. */
export function lessonOfFailure(failed: UpstreamFailure): Lesson {
  const { class: failure, said } = failed
  if (NOBODYS_FAULT.has(failure)) return { kind: 'nothing' }
  if (said) return lessonOf(said.meaning, said.word, null)
  // What the request was to be signed with could not be had: nobody was asked, and a moment later it may be there.
  if (failure === 'credential') return lessonOf('cooling', failure, null)
  return { kind: neverSent(failed) ? 'unreached' : 'failing' }
}

/** What the caller is told of a call that broke when nobody else answers. */
export function errorOfFailure(failure: UpstreamFailure): GatewayError {
  const { class: how, said } = failure
  const code = how.endsWith('_timeout')
    ? 'upstream_timeout'
    : said
      ? errorOf(said.meaning, 503, null).code
      : 'upstream_failed'
  return new GatewayError(code, {}, { cause: failure })
}

/** Ends of an answer that had begun which say something of its endpoint. */
const ENDS: Partial<Record<RequestEnd, 'whole' | 'broken' | 'failing'>> = {
  complete: 'whole',
  upstream_truncated: 'broken',
  idle_timeout: 'broken',
  upstream_error: 'failing',
}

/** What the end of an answer teaches that had begun well. */
export function lessonOfEnd(end: RequestEnd): Lesson {
  return { kind: ENDS[end] ?? 'nothing' }
}

const LONGEST_WAIT_S = 60

/** Whole seconds of a wait as a caller is told, a minute at most. */
export function secondsOf(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms / SECOND_MS), 1), LONGEST_WAIT_S)
}

/** How long an upstream asks to be left alone; null when it does not say. */
function restOf(headers: IncomingHttpHeaders, body: Buffer, now: number): number | null {
  const ms = headerRest(headers['retry-after'], now) ?? restInError(body)
  return ms === null ? null : Math.max(ms, SECOND_MS)
}

/** What a `Retry-After` header asks for, given in seconds or as a date; null when it says nothing. */
function headerRest(header: string | undefined, now: number): number | null {
  if (header === undefined || header === '') return null
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - now
  return Number.isFinite(ms) ? ms : null
}
