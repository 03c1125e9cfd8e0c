import type { AttemptRecord, SkipReason } from '../../core/records.ts'
import { openRecord } from '../attempt.ts'
import { BREAKS } from './breakers.ts'
import type { Candidate, Skip } from './candidates.ts'

/** More fates than this nobody reads. */
const MOST_FATES = 20

/**
 * The skips worth a line in the request's own record: whoever rests (they come first), and one line for a provider that cannot be asked at all.
 * That a provider was asked in one of its ways and not in the others is no news; the simulation shows those too.
 */
export function tellingSkips(skips: readonly Skip[], candidates: readonly Candidate[]): Skip[] {
  const told = new Set(candidates.map(({ target }) => target.provider.id))
  const telling = skips.filter(({ reason, target }) => {
    const news = PASSING.has(reason) || !told.has(target.provider.id)
    told.add(target.provider.id)
    return news
  })
  return telling.slice(0, MOST_FATES)
}

const PASSING: ReadonlySet<SkipReason> = new Set([
  'cooling',
  'limited',
  'invalid',
  'exhausted',
  'absent',
  ...BREAKS,
  'concurrency',
  'rate',
])

/** The record of a candidate that is not asked. */
export function skipped({ target, reason, hindrance }: Skip, { n, atMs }: { n: number; atMs: number }): AttemptRecord {
  return { ...openRecord({ exchange: { elapsedMs: () => atMs }, target, n }), decision: 'skipped', reason, hindrance }
}
