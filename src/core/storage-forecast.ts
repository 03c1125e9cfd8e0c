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

/** What all requests take after so many days at this pace, as what is there makes room for what comes. */
export function bytesAfter(days: number, now: Taken, pace: Pace, keeping: Keeping): number {
  const daily = dailyBytes(pace, keeping)
  const { rowDays, captureDays, mostCaptured } = keeping
  const rows = between(now.rows, daily.rows * rowDays, days / rowDays)
  const captures = between(now.captures, daily.captures * captureDays, days / captureDays)
  return rows + Math.min(captures, mostCaptured)
}

/** Days until all is there that will be, so that it grows no more. */
export const settledDays = ({ rowDays, captureDays }: Keeping): number => Math.max(rowDays, captureDays)

function between(from: number, to: number, share: number): number {
  return from + (to - from) * Math.min(1, share)
}
