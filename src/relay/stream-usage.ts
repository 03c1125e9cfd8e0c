import type { TargetEntry } from '../core/directory.ts'
import { asRecord, topLevelSpans, valueAt } from '../core/json.ts'
import { DAY_MS } from '../core/time.ts'
import { withFields } from './body-fields.ts'
import type { UpstreamRequest } from './upstream.ts'

/** The models of upstreams that refuse a stream whose usage is asked for, which is then counted here unless they tell it unasked. */
export type UsageRefusals = {
  has(target: TargetEntry, atMs: number): boolean
  add(target: TargetEntry, atMs: number): void
}

/** `onNew` is told of each that is found, and again when it is found anew a day later: servers are brought up to date. */
export function createUsageRefusals(onNew: (target: TargetEntry) => void): UsageRefusals {
  const until = new Map<string, number>()
  return {
    has: (target, atMs) => until.size > 0 && atMs < (until.get(keyOf(target)) ?? 0),
    add(target, atMs) {
      until.set(keyOf(target), atMs + DAY_MS)
      onNew(target)
    },
  }
}

/** Whoever points an endpoint elsewhere has another server. */
function keyOf({ endpoint, upstreamName }: TargetEntry): string {
  return `${endpoint.id} ${endpoint.baseUrl} ${upstreamName}`
}

const FIELD = 'stream_options'
const ONE_FIELD: ReadonlySet<string> = new Set([FIELD])

/** A request for a stream that does not ask for its usage. */
export function withoutAsking(body: Uint8Array): Uint8Array {
  return withFields(body, { [FIELD]: null })
}

const MAY_BLAME = /stream_options|include_usage/
/** How servers refuse a field they do not know. */
const REFUSED: ReadonlySet<number> = new Set([400, 422])

/**
 * Whether a refusal may be because the usage of a stream was asked for, so that asking without may help. Only where that is all
 * that stands in the options: what else is wrong with them is the caller's.
 */
export function mayBlameAsking(
  asked: () => UpstreamRequest['body'],
  { status, words }: { status: number; words: Buffer },
): boolean {
  if (!REFUSED.has(status) || !MAY_BLAME.test(words.toString('latin1'))) return false
  const body = asked()
  if (!(body instanceof Uint8Array)) return false
  const found = topLevelSpans(body, ONE_FIELD)?.get(FIELD) ?? []
  return found.length > 0 && found.every((span) => asksForUsageAlone(valueAt(body, span)))
}

function asksForUsageAlone(options: unknown): boolean {
  const fields = asRecord(options)
  return fields.include_usage === true && Object.keys(fields).length === 1
}
