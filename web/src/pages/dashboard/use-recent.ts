import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { merged } from '../../lib/live/merged.ts'
import { useLiveRequests } from '../../lib/live/use-live-requests.ts'
import type { Scope } from '../../lib/scope.ts'
import { askRequests, type TrafficQuery } from '../../lib/traffic/ask.ts'
import { RECENT_ROWS } from './recent-rows.ts'

/** How often the latest requests are asked for where they cannot be followed. */
const POLL_MS = 3000
const AHEAD_MS = 24 * 60 * 60 * 1000

/** The latest requests of a period that goes on, and those that come in while it is live. */
export function useRecent(scope: Scope, period: TrafficQuery, live: boolean) {
  const { rows: told, connected, gaps } = useLiveRequests(scope, goingOn(period), live)
  const query = useQuery({
    ...askRequests(scope, { ...period, limit: RECENT_ROWS }),
    refetchInterval: ({ state }) => {
      // Whoever waits for the first request waits for its row.
      const beginning = state.data?.items.length === 0
      return beginning || (live && !connected) ? POLL_MS : false
    },
  })
  const { refetch } = query
  useEffect(() => {
    if (gaps > 0) void refetch()
  }, [gaps, refetch])
  return { query, rows: merged(told, query.data?.items ?? []).slice(0, RECENT_ROWS) }
}

// The page's clock moves once a minute, and requests come in between.
const goingOn = (period: TrafficQuery) => ({
  ...period,
  to: new Date(Date.parse(period.to) + AHEAD_MS).toISOString(),
})
