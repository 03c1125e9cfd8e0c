import { useState } from 'react'
import type { RequestRow } from '../../../../src/contract/usage.ts'

/** Which of some requests, newest first, began after all of those that were shown first: these have just come in. */
export function useFresh(rows: readonly RequestRow[]): (row: RequestRow) => boolean {
  const [newest, setNewest] = useState<string | null>(null)
  const [first] = rows
  if (newest === null && first !== undefined) setNewest(first.at)
  return ({ at }) => newest !== null && at > newest
}
