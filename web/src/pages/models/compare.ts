import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import { parseUsd } from '../../../../src/core/money.ts'
import { many, type Search } from '../../lib/search-params.ts'
import { ratioOf } from './estimate.ts'

/** So many models are compared at most. */
export const MOST_PICKS = 4

/** The models that are compared, as the address names them; those that are not offered are passed over. */
export function picksOf(search: Search, models: readonly OfferedModel[]): OfferedModel[] {
  const ids = [...new Set(many(search, 'pick'))]
  return ids.flatMap((id) => models.find((model) => model.id === id) ?? []).slice(0, MOST_PICKS)
}

/** The ids with one put in or taken out; null when there is no room for it. */
export function toggledPick(ids: readonly string[], id: string): string[] | null {
  if (ids.includes(id)) return ids.filter((one) => one !== id)
  return ids.length < MOST_PICKS ? [...ids, id] : null
}

/** A value among those it is compared with: whether it is the best, and how many times the least it is. */
export type Standing = { best: boolean; ratio: string | null }

const ALONE: Standing = { best: false, ratio: null }

/** How prices stand to each other; the least is the best. One alone, or one that is missing, does not stand out. */
export function priceStandings(amounts: readonly (string | undefined)[]): Standing[] {
  const nanos = amounts.map((amount) => (amount === undefined ? undefined : parseUsd(amount)))
  const known = nanos.filter((value) => value !== undefined)
  const [first = 0n] = known
  const least = known.reduce((a, b) => (b < a ? b : a), first)
  if (known.length < 2 || known.every((value) => value === least)) return nanos.map(() => ALONE)
  return nanos.map((value) => {
    if (value === undefined) return ALONE
    return value === least ? { best: true, ratio: null } : { best: false, ratio: ratioOf(value, least) }
  })
}

/** Which of some figures are the best, the least or the most being it. */
export function bestOf(figures: readonly (number | null)[], better: 'less' | 'more'): boolean[] {
  const known = figures.filter((figure) => figure !== null)
  const best = better === 'less' ? Math.min(...known) : Math.max(...known)
  const tells = known.length > 1 && new Set(known).size > 1
  return figures.map((figure) => tells && figure === best)
}
