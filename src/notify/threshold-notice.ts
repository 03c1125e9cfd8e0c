import type { Span } from '../core/limit-window.ts'
import type { Limit, LimitSubject } from '../core/limits.ts'
import { formatUsd } from '../core/money.ts'
import type { NewNotice } from '../core/notices.ts'
import { isoOrNull } from '../core/time.ts'

/** Whose limits their users are told of; the others are the operators'. */
const OF_USERS: readonly LimitSubject[] = ['user', 'key', 'group']

const KINDS = { 50: 'limit_50', 80: 'limit_80', 100: 'limit_100' } as const

/** What users are told when a limit comes to a share of its maximum in a window, once for each window and maximum; undefined where that is none of theirs. */
export function thresholdNotice(
  limit: Limit,
  share: number,
  { span: { start, end }, name }: { span: Span; name: string },
): NewNotice | undefined {
  const { id, subject, metric, window, max, action } = limit
  const percent = Math.round(share * 100)
  const kind = KINDS[percent as keyof typeof KINDS] as (typeof KINDS)[keyof typeof KINDS] | undefined
  // What comes back within a minute, or with the next answer, is nothing to be told of.
  const isBrief = metric === 'concurrency' || window === 'minute'
  if (!kind || isBrief || !OF_USERS.includes(subject)) return undefined
  return {
    kind,
    mark: `limit:${id}:${start}:${percent}:${max}`,
    facts: {
      subject,
      name,
      metric,
      window,
      percent,
      max: metric === 'cost' ? formatUsd(max) : String(max),
      refuses: action === 'refuse',
      resets_at: isoOrNull(end),
    },
  }
}
