import { one, useSearchParams } from '../../../lib/search-params.ts'

/** How often the page asks anew, in seconds. */
export const RHYTHMS = ['off', '10', '30', '60'] as const
export type Rhythm = (typeof RHYTHMS)[number]

const USUAL: Rhythm = '30'

/** How often the page asks anew, kept in its address. */
export function useRhythm() {
  const [search, change] = useSearchParams()
  const rhythm = RHYTHMS.find((known) => known === one(search, 'refresh')) ?? USUAL
  return {
    rhythm,
    setRhythm: (next: Rhythm) => change({ refresh: next === USUAL ? null : next }),
    intervalMs: rhythm === 'off' ? (false as const) : Number(rhythm) * 1000,
  }
}
