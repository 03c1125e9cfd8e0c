/** What is kept of requests, and for how long. */
export type Keeping = {
  level: 'BASIC' | 'HEADERS' | 'FULL'
  /** Bodies are kept of requests alone that failed or were refused. */
  failedOnly: boolean
  rowDays: number
  captureDays: number
  /** What captures take in all, at most; in bytes. */
  mostCaptured: number
}

/** What a day brings: how many requests, how many of them fail, and what each takes in bytes. */
export type Pace = { requests: number; failed: number; row: number; headersOnly: number; withBodies: number }

/** What requests take, in bytes: their rows, and what was captured of them. */
export type Taken = { rows: number; captures: number }

/** What a day's requests take. */
export function dailyBytes(pace: Pace, { level, failedOnly }: Keeping): Taken {
  const full = level === 'FULL' ? (failedOnly ? pace.failed : pace.requests) : 0
  const headersOnly = level === 'BASIC' ? 0 : pace.requests - full
  return { rows: pace.requests * pace.row, captures: full * pace.withBodies + headersOnly * pace.headersOnly }
}

/** What requests take now, and how many days ago the first of them came. */
export type Now = Taken & { oldest_days: number }

/** What all requests take after so many days at this pace: what is there makes room for what comes once it is as old as it may become. */
export function bytesAfter(days: number, now: Now, pace: Pace, keeping: Keeping): number {
  const daily = dailyBytes(pace, keeping)
  const { rowDays, captureDays, mostCaptured } = keeping
  const kept = (kind: keyof Taken, keptDays: number) =>
    now[kind] * shareLeft(Math.min(now.oldest_days, keptDays), keptDays - days) + daily[kind] * Math.min(days, keptDays)
  return kept('rows', rowDays) + Math.min(kept('captures', captureDays), mostCaptured)
}

/** Days until all is there that will be, so that it grows no more. */
export const settledDays = ({ rowDays, captureDays }: Keeping): number => Math.max(rowDays, captureDays)

/** How much is left of what came evenly over so many days, once only the latest `days` of them are kept. */
function shareLeft(oldestDays: number, days: number): number {
  return days <= 0 ? 0 : Math.min(1, days / oldestDays)
}

/** In how many days so many bytes are reached, looked at day by day until it grows no more; null: never. */
export function daysUntil(bytes: number, at: (days: number) => number, settled: number): number | null {
  for (let day = 0; day <= settled; day += 1) if (at(day) >= bytes) return day
  return null
}
