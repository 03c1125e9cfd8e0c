import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { QueryInputOf } from '../../../../src/contract/endpoint.ts'
import { adminUsage, type RequestRow, usage } from '../../../../src/contract/usage.ts'
import { callForStream } from '../call.ts'
import { loadChunk } from '../load-chunk.ts'
import type { Scope } from '../scope.ts'
import type { RequestsQuery } from '../traffic/ask.ts'
import { merged } from './merged.ts'

/** Requests as they come in. `gaps` grows whenever some may have been missed, so that lists are to be asked for again. */
type Live = { rows: readonly RequestRow[]; connected: boolean; gaps: number }

type LiveQuery = QueryInputOf<typeof usage.live>

const NOTHING: Live = { rows: [], connected: false, gaps: 0 }

/** Follows the requests a query would list while it is on and the page can be seen. */
export function useLiveRequests(scope: Scope, query: RequestsQuery, on: boolean): Live {
  const seen = useVisible()
  const [live, setLive] = useState(NOTHING)
  // Texts, because a query is made anew in every render.
  const kinds = JSON.stringify(kindsOf(query))
  const active = on && seen
  useEffect(() => {
    if (!active) return
    const stop = new AbortController()
    const endpoint = scope === 'admin' ? adminUsage.live : usage.live
    const asked = { query: JSON.parse(kinds) as LiveQuery }
    const listener = {
      onOpen: () => setLive((now) => ({ rows: [], connected: true, gaps: now.gaps + 1 })),
      onRow: (row: RequestRow) => setLive((now) => ({ ...now, rows: merged([row], now.rows) })),
      onMissed: () => setLive((now) => ({ ...now, gaps: now.gaps + 1 })),
      onLost: () => setLive((now) => (now.connected ? { ...now, connected: false, rows: ended(now.rows) } : now)),
    }
    const open = (signal: AbortSignal) => callForStream(endpoint, { ...asked, signal })
    // What is there already comes first.
    void loadChunk(() => import('./follow.ts')).then(({ follow }) => follow(open, listener, stop.signal))
    return () => {
      stop.abort()
      setLive((now) => ({ ...NOTHING, gaps: now.gaps }))
    }
  }, [scope, kinds, active])
  const { from, to } = query
  // As long as they are the same, a table that shows them has nothing to do.
  const rows = useMemo(() => live.rows.filter(({ at }) => at >= from && at < to), [live.rows, from, to])
  return { ...live, rows }
}

/** How those that run will end, nobody tells any more. */
const ended = (rows: readonly RequestRow[]) => rows.filter(({ status }) => status !== 'running')

/** Everything a query says of which requests are meant, but not when they were. */
function kindsOf(query: RequestsQuery): LiveQuery {
  const { from: _, to: __, tz: ___, limit: ____, cursor: _____, ...kinds } = query
  return kinds
}

function useVisible(): boolean {
  return useSyncExternalStore(
    (tell) => {
      document.addEventListener('visibilitychange', tell)
      return () => document.removeEventListener('visibilitychange', tell)
    },
    () => !document.hidden,
  )
}
