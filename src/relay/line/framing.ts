import { SECOND_MS } from '../../core/time.ts'
import type { Fields, Head } from './response-head.ts'
import { MOST_IDLE_MS } from './route.ts'

/** How an answer's body ends (RFC 9112 §6.3), and whether its connection may carry another one. */
type Framing = {
  chunked: boolean
  /** Bytes of the body; Infinity: until the connection ends. */
  length: number
  /** Milliseconds the connection may be idle for; 0: it carries no other answer. */
  idleMs: number
}

/** Longer than an answer can be, and well below where numbers lose their last digit. */
const LENGTH = /^\d{1,15}$/
/** A server closes a connection about when it says so; what is sent just then is lost. */
const MARGIN_MS = 2 * SECOND_MS
const CLOSE = /(?:^|,)\s*close\s*(?:,|$)/i
const KEEP_ALIVE = /(?:^|,)\s*keep-alive\s*(?:,|$)/i
const TIMEOUT = /(?:^|[,;])\s*timeout\s*=\s*"?(\d{1,9})/i

/** What a head says of the body that follows; null when it contradicts itself, or in a way that nobody was asked to speak. */
export function framingOf({ status, minor, fields }: Head): Framing | null {
  const told = fields['content-length']
  const coding = fields['transfer-encoding']
  if (told !== undefined && (coding !== undefined || !LENGTH.test(told))) return null
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return null
  const bodiless = status === 204 || status === 304
  const length = bodiless ? 0 : told === undefined ? Infinity : Number(told)
  const chunked = coding !== undefined && !bodiless
  // RFC 9112 §6.1, §6.3: what has no body should tell no size of it, nor HTTP/1.0 of chunks.
  const doubtful = bodiless ? (told ?? coding) !== undefined : chunked ? minor === 0 : length === Infinity
  return { chunked, length, idleMs: doubtful ? 0 : idleMsOf(fields, minor) }
}

/**
 * Whether a head that only says that the answer is on its way says nothing of a body or an end, of which it has neither (RFC 9110
 * §15.2); what follows another could be read in two ways.
 */
export function isBare({ minor, fields }: Head): boolean {
  const { connection } = fields
  const isSized = (fields['content-length'] ?? fields['transfer-encoding']) !== undefined
  return minor > 0 && !isSized && (connection === undefined || !CLOSE.test(connection))
}

function idleMsOf(fields: Fields, minor: number): number {
  const { connection } = fields
  // RFC 9112 §9.3: whoever says both closes.
  if (connection !== undefined && CLOSE.test(connection)) return 0
  if (minor === 0 && !KEEP_ALIVE.test(connection ?? '')) return 0
  const hint = fields['keep-alive']
  const [, seconds] = (hint === undefined ? null : TIMEOUT.exec(hint)) ?? []
  return seconds === undefined
    ? MOST_IDLE_MS
    : Math.min(MOST_IDLE_MS, Math.max(0, Number(seconds) * SECOND_MS - MARGIN_MS))
}
