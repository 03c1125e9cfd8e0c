import { parseUsd } from '../../../../src/core/money.ts'
import { one, type Search } from '../search-params.ts'

/** What requests must at least have cost (US dollars), and how long their first token must have taken. */
export type Floors = { min_cost?: string; min_first_token_ms?: number }

/** The search parameters they stand in. */
export const NO_FLOORS = { min_cost: null, min_ttft: null } as const

/** Reads them from search parameters; what makes no sense is left out. */
export function readFloors(search: Search): Floors {
  const cost = one(search, 'min_cost')
  const ms = one(search, 'min_ttft')
  const right = cost !== undefined && !cost.startsWith('-') && parseUsd(cost) !== undefined
  return {
    ...(right && { min_cost: cost }),
    ...(ms !== undefined && /^\d{1,7}$/.test(ms) && { min_first_token_ms: Number.parseInt(ms, 10) }),
  }
}
