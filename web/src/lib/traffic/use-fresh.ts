import { useState } from 'react'

/** Which of some ids have come since the list was first shown; those of the first list are not new. */
export function useFresh(ids: readonly string[]): (id: string) => boolean {
  const [first, setFirst] = useState<ReadonlySet<string> | null>(null)
  if (first === null && ids.length > 0) setFirst(new Set(ids))
  return (id) => first !== null && !first.has(id)
}
