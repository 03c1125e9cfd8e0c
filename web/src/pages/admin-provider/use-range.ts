import { useMinute } from '../../lib/now.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { periodOf } from '../../lib/time-range.ts'
import { periodQuery } from '../../lib/traffic/use-period.ts'
import { useZone } from '../../lib/use-format.ts'

/** How long back the figures of a provider may go. */
export const RANGES = ['24h', '7d', '30d'] as const
export type Range = (typeof RANGES)[number]

/** How long back the figures go, as the address says, and the provider's own traffic of that time as a question. */
export function useRange(provider: string) {
  const [search, setSearch] = useSearchParams()
  const now = useMinute()
  const zone = useZone()
  const range = RANGES.find((known) => known === one(search, 'range')) ?? '24h'
  const everybody = periodQuery(periodOf(range, { now, zone }), zone)
  return {
    range,
    setRange: (next: Range) => setSearch({ range: next === '24h' ? null : next }),
    everybody,
    own: { ...everybody, provider },
  }
}
