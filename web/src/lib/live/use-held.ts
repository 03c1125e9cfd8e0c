import { useMemo, useState } from 'react'
import type { RequestRow } from '../../../../src/contract/usage.ts'

/** Rows that stand still while they are held; what has come since is counted. */
export function useHeld(rows: readonly RequestRow[]) {
  const [held, setHeld] = useState<readonly RequestRow[] | null>(null)
  const known = useMemo(() => held && new Set(held.map((row) => row.id)), [held])
  return {
    rows: held ?? rows,
    waiting: known ? rows.filter((row) => !known.has(row.id)).length : 0,
    hold: (on: boolean) => setHeld(on ? rows : null),
    isHeld: held !== null,
  }
}
