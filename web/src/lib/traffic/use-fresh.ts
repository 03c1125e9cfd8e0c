import { useRef } from 'react'

/** Which of some ids have come since the list was first shown; those of the first list are not new. */
export function useFresh(ids: readonly string[]): (id: string) => boolean {
  const first = useRef<ReadonlySet<string> | null>(null)
  if (first.current === null && ids.length > 0) first.current = new Set(ids)
  const known = first.current
  return (id) => known !== null && !known.has(id)
}
