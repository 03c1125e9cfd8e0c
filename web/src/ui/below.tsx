import type { ReactNode } from 'react'
import { useLate } from '../lib/use-late.ts'

const PATIENCE_MS = 1000

/** What stands under something whose height only an answer tells: laid out at once, but seen when that is `known`, or after a second, so that nothing moves while it is read. */
export function Below({ known, children }: { known: boolean; children: ReactNode }) {
  const late = useLate(PATIENCE_MS)
  return <div style={known || late ? undefined : { visibility: 'hidden' }}>{children}</div>
}
