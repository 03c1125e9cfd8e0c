import { useEffect, useRef, useState } from 'react'
import { one, useSearchParams } from '../../lib/search-params.ts'
import type { Sort } from '../../ui/table.tsx'
import { COLUMNS, KEY_STATUSES, type Column, type KeyFilter } from './keys.ts'

const DEFAULT_SORT: Sort<Column> = '-cost'
const SORTS: readonly Sort<Column>[] = COLUMNS.flatMap((column) => [column, `-${column}` as const])

/** The filter in the address, and the way to change parts of it or to clear it. */
export function useKeyFilter(): [KeyFilter, (patch: Partial<KeyFilter>) => void, () => void] {
  const [search, change] = useSearchParams()
  const inAddress = one(search, 'q') ?? ''
  // The text lives here too: the address follows a moment later, and the caret must not wait for it.
  const [q, setQ] = useState(inAddress)
  const written = useRef<readonly string[]>([inAddress])
  useEffect(() => {
    const own = written.current.indexOf(inAddress)
    written.current = own === -1 ? [inAddress] : written.current.slice(own)
    // Somebody else changed it: a link, the back button.
    if (own === -1) setQ(inAddress)
  }, [inAddress])
  const status = one(search, 'status')
  const sort = one(search, 'sort')
  const filter: KeyFilter = {
    q,
    status: KEY_STATUSES.find((known) => known === status) ?? null,
    soon: one(search, 'soon') === '1',
    unused: one(search, 'unused') === '1',
    sort: SORTS.find((known) => known === sort) ?? DEFAULT_SORT,
  }
  const set = (patch: Partial<KeyFilter>) => {
    const next = { ...filter, ...patch }
    if (next.q !== q) written.current = [...written.current, next.q]
    setQ(next.q)
    change({
      q: next.q,
      status: next.status,
      soon: next.soon ? '1' : null,
      unused: next.unused ? '1' : null,
      sort: next.sort === DEFAULT_SORT ? null : next.sort,
    })
  }
  return [filter, set, () => set({ q: '', status: null, soon: false, unused: false })]
}
