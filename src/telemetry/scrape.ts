import { metricsText, type Standing } from './metrics.ts'
import type { RequestCounts } from './request-counts.ts'

/** What whoever asks for metrics is told: the metrics, that a token is needed, or that there are none. */
export type Scraped = { status: 200 | 401 | 404; text: string }

type ScrapeOptions = {
  /** Who presents this may read; null: there are no metrics. */
  token: string | null
  /** One way only: tokens are compared by it, so that the time it takes tells nothing of them. */
  hash: (token: string) => string
  counts: RequestCounts
  standing: () => Promise<Standing>
}

const BEARER = /^bearer +(\S+)$/i

/** Answers those who present the token as a bearer. */
export function scraper({ token, hash, counts, standing }: ScrapeOptions) {
  const expected = token === null ? null : hash(token)
  return async (authorization: string | undefined): Promise<Scraped> => {
    if (expected === null) return { status: 404, text: 'METRICS_TOKEN is not set\n' }
    const given = BEARER.exec(authorization ?? '')?.[1]
    if (given === undefined || hash(given) !== expected)
      return { status: 401, text: 'Authorization: Bearer METRICS_TOKEN is needed\n' }
    return { status: 200, text: metricsText(counts, await standing()) }
  }
}
