import { one, useSearchParams } from '../../lib/search-params.ts'
import { type Load, readLoad, USUAL_LOAD, writeLoad } from './estimate.ts'

/** What is asked every day, kept in the address so that a link shows the same estimate. */
export function useLoad(): [Load, (load: Load) => void] {
  const [search, change] = useSearchParams()
  return [readLoad(one(search, 'load')) ?? USUAL_LOAD, (load) => change({ load: writeLoad(load) })]
}
