import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RequestRow } from '../../../../src/contract/usage.ts'
import type { Scope } from '../../lib/scope.ts'
import { askSummary, type TrafficQuery } from '../../lib/traffic/ask.ts'

/** Before the first gateway of this kind. */
const EVER = '2020-01-01T00:00:00.000Z'

/** Whether nothing was ever asked for, and how that is taken to be over. Sums tell, because they outlive the rows; what began stays begun, so that whoever waits sees the first request arrive. */
export function useBeginning(scope: Scope, rows: readonly RequestRow[] | undefined, period: TrafficQuery) {
  const none = rows?.length === 0
  const sums = useQuery({ ...askSummary(scope, { ...period, from: EVER }), enabled: none })
  const [beginning, setBeginning] = useState(false)
  if (none && sums.data?.current.requests === 0 && !beginning) setBeginning(true)
  return { beginning, end: () => setBeginning(false) }
}
