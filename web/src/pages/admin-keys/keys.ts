import { KEY_RISKS, type KeyRisk } from '../../../../src/contract/admin-keys.ts'
import { KEY_STATES, type KeyState } from '../../../../src/contract/keys.ts'
import { many, one, type Search } from '../../lib/search-params.ts'

/** Which keys are shown: values of one field are alternatives, fields are combined, and several risks must all be there. */
export type KeyFilter = {
  q: string
  status: readonly KeyState[]
  risk: readonly KeyRisk[]
  /** Whose keys, by their ids. */
  user: readonly string[]
}

/** The risks in the order an operator looks at them. */
export const RISK_ORDER: readonly KeyRisk[] = ['many_ips', 'no_limit', 'expires_7d', 'no_expiry', 'unused_90d']

/** The filter in the address. */
export function readFilter(search: Search): KeyFilter {
  return {
    q: one(search, 'q') ?? '',
    status: KEY_STATES.filter((status) => many(search, 'status').includes(status)),
    risk: KEY_RISKS.filter((risk) => many(search, 'risk').includes(risk)),
    user: many(search, 'user'),
  }
}

/** An address without filters. */
export const NO_FILTER = { q: null, status: null, risk: null, user: null } as const

/** Whether anything is filtered at all. */
export const isFiltered = ({ q, status, risk, user }: KeyFilter): boolean =>
  q.trim() !== '' || status.length + risk.length + user.length > 0

/** The filter as the API is asked; what filters nothing is left out. */
export function filterQuery({ q, status, risk, user }: KeyFilter) {
  return {
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(status.length > 0 && { status: [...status] }),
    ...(risk.length > 0 && { risk: [...risk] }),
    ...(user.length > 0 && { user: [...user] }),
  }
}
