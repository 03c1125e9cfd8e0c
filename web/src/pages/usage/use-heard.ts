import { useState } from 'react'
import type { RequestRow } from '../../../../src/contract/usage.ts'

const now = () => Date.now()

/** When the newest of these requests that has ended came in (epoch milliseconds); 0 while none has. */
export function useHeard(rows: readonly RequestRow[]): number {
  const newest = rows.find((row) => row.status !== 'running')?.id
  const [heard, setHeard] = useState<{ newest: string | undefined; at: number }>({ newest: undefined, at: 0 })
  if (newest !== heard.newest) setHeard({ newest, at: now() })
  return heard.at
}
