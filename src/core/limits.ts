/** Whose use is limited: of providers and credentials by what they charge us, of everybody else by what we charge them. */
export const LIMIT_SUBJECTS = ['user', 'key', 'group', 'provider', 'credential'] as const
/** As rows of `limit` name it. */
export type LimitSubject = (typeof LIMIT_SUBJECTS)[number]

/** What is counted: nano-dollars, requests, tokens, or the requests under way at once. */
export const LIMIT_METRICS = ['cost', 'requests', 'tokens', 'concurrency'] as const
/** As rows of `limit` name it. */
export type LimitMetric = (typeof LIMIT_METRICS)[number]

/** Spans that a limit counts over, in the operator's zone; `total` never starts again, and concurrency has no other. */
export const LIMIT_WINDOWS = ['minute', '5h', 'day', 'week', 'month', 'total'] as const
/** As rows of `limit` name it. */
export type LimitWindow = (typeof LIMIT_WINDOWS)[number]

/** What one subject may use in one window. Cost is in nano-dollars, everything else in pieces. */
export type Limit = {
  id: string
  subject: LimitSubject
  subjectId: string
  metric: LimitMetric
  window: LimitWindow
  max: bigint
  /** Normal holds an estimate of what a request will use, hard the worst case. */
  mode: 'normal' | 'hard'
  /** What happens at the maximum: refuse the request, or let it pass and warn. */
  action: 'refuse' | 'warn'
}

/** Whether requests are refused until the window ends: what comes back within a minute, or with the next answer, is not meant. */
export function isUsedUp(
  { metric, window, action, max }: Pick<Limit, 'metric' | 'window' | 'action' | 'max'>,
  used: bigint,
) {
  return action === 'refuse' && metric !== 'concurrency' && window !== 'minute' && used >= max
}

/** What limits have counted in their present window, by limit id, as the database knows it up to the journal's position. */
export type LimitUse = { limitId: string; windowStart: number; used: bigint }

/** Whether what a limit has counted is known where it is asked, in the windows of this zone. */
export type IsCounted = (limit: Limit, zone: string) => boolean

/** Prepaid money of a user in nano-dollars, as the database knows it; what requests under way and batches hold is the ledger's to know. */
export type Account = { userId: string; credit: bigint; spent: bigint }

/** What a limit has counted in its present window and what requests under way and batches hold of it; `resetsAt` null: never. */
export type LimitState = { limit: Limit; used: bigint; held: bigint; resetsAt: number | null }

/** A user's money at this moment, in nano-dollars. */
export type AccountState = { credit: bigint; spent: bigint; held: bigint }
