import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { RequestRow } from '../../../../src/contract/usage.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../../src/core/time.ts'
import { merged } from '../../lib/live/merged.ts'
import { useLiveRequests } from '../../lib/live/use-live-requests.ts'
import { askRequests } from '../../lib/traffic/ask.ts'

const WATCH_MS = 3 * MINUTE_MS
/** How often requests are asked for where they cannot be followed. */
const POLL_MS = 2 * SECOND_MS
/** The clocks of the reader and the server need not agree to the second. */
const SKEW_MS = 5 * SECOND_MS

/** Watches for the next request of a key, for three minutes. */
export function useCheck(keyId: string) {
  const [started, setStarted] = useState(() => Date.now())
  const [over, setOver] = useState(false)
  const [seen, setSeen] = useState<string | undefined>(undefined)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), WATCH_MS)
    return () => clearTimeout(timer)
  }, [started])
  const query = {
    from: new Date(started - SKEW_MS).toISOString(),
    to: new Date(started + DAY_MS).toISOString(),
    key: [keyId],
    limit: 10,
  }
  const { rows: told, connected, gaps } = useLiveRequests('user', query, !over)
  const asked = useQuery({
    ...askRequests('user', query),
    refetchInterval: over || connected ? false : POLL_MS,
  })
  const { refetch } = asked
  useEffect(() => {
    if (gaps > 0) void refetch()
  }, [gaps, refetch])
  const latest: RequestRow | undefined = merged(told, asked.data?.items ?? []).find(
    // While a new period is asked for, the rows of the one before are still there.
    ({ id, at }) => id !== seen && at >= query.from,
  )
  const again = () => {
    setSeen(latest?.id)
    setStarted(Date.now())
    setOver(false)
  }
  return { latest, watching: !over, again }
}
