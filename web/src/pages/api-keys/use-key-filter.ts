import type { Sort } from '../../../../src/contract/common.ts'
import { KEY_STATES } from '../../../../src/contract/keys.ts'
import { one, useSearchParams, type SearchPatch } from '../../lib/search-params.ts'
import { readSort } from '../../lib/sort.ts'
import { useFilterText } from '../../lib/use-filter-text.ts'
import { COLUMNS, type Column, type KeyFilter } from './keys.ts'

const DEFAULT_SORT: Sort<Column> = '-cost'

/** The filter in the address, and the way to change parts of it or to clear it. */
export function useKeyFilter(): [KeyFilter, (patch: Partial<KeyFilter>) => void, () => void] {
  const [search, change] = useSearchParams()
  const [q, setQ] = useFilterText(one(search, 'q') ?? '', (text) => change({ q: text }))
  const status = one(search, 'status')
  const filter: KeyFilter = {
    q,
    status: KEY_STATES.find((known) => known === status) ?? null,
    soon: one(search, 'soon') === '1',
    unused: one(search, 'unused') === '1',
    sort: readSort(search, COLUMNS, DEFAULT_SORT),
  }
  const set = ({ q: text, ...patch }: Partial<KeyFilter>) => {
    if (text !== undefined) setQ(text)
    if (Object.keys(patch).length > 0) change(written({ ...filter, ...patch }))
  }
  return [filter, set, () => set({ q: '', status: null, soon: false, unused: false })]
}

function written({ status, soon, unused, sort }: KeyFilter): SearchPatch {
  return { status, soon: soon ? '1' : null, unused: unused ? '1' : null, sort: sort === DEFAULT_SORT ? null : sort }
}
