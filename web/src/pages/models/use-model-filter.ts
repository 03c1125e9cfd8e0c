import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from '../../lib/search-params.ts'
import { readFilter, writeFilter, type ModelFilter } from './model-filter.ts'

/** The filter in the address, and the way to change parts of it. */
export function useModelFilter(): [ModelFilter, (patch: Partial<ModelFilter>) => void] {
  const [search, change] = useSearchParams()
  const filter = readFilter(search)
  // The words live here too: the address follows a moment later, and the caret must not wait for it.
  const [q, setQ] = useState(filter.q)
  const written = useRef<readonly string[]>([filter.q])
  useEffect(() => {
    const own = written.current.indexOf(filter.q)
    written.current = own === -1 ? [filter.q] : written.current.slice(own)
    // Somebody else changed it: a link, the back button.
    if (own === -1) setQ(filter.q)
  }, [filter.q])
  const set = (patch: Partial<ModelFilter>) => {
    if (patch.q !== undefined) {
      written.current = [...written.current, patch.q]
      setQ(patch.q)
    }
    change(writeFilter(patch))
  }
  return [{ ...filter, q }, set]
}
