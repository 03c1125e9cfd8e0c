import type { AdminUser, UserSign } from '../../../../src/contract/admin-users.ts'
import { USER_SIGNS } from '../../../../src/contract/admin-users.ts'
import { BILLINGS, ROLES, USER_STATUSES } from '../../../../src/contract/users.ts'
import { parseUsd } from '../../../../src/core/money.ts'
import { someUsedUp } from '../../lib/limits/meter.ts'
import { many, one, type Search } from '../../lib/search-params.ts'

/** Which accounts are shown; values of one field are alternatives, fields are combined. */
export type UserFilter = {
  q: string
  role: readonly AdminUser['role'][]
  status: readonly AdminUser['status'][]
  billing: readonly AdminUser['billing'][]
  group: readonly string[]
  sign: readonly UserSign[]
}

/** The filter in the address. */
export function readFilter(search: Search): UserFilter {
  const known = <V extends string>(name: string, values: readonly V[]) =>
    values.filter((value) => many(search, name).includes(value))
  return {
    q: one(search, 'q') ?? '',
    role: known('role', ROLES),
    status: known('status', USER_STATUSES),
    billing: known('billing', BILLINGS),
    group: many(search, 'group'),
    sign: known('sign', USER_SIGNS),
  }
}

/** An address without filters. */
export const NO_FILTER = { q: null, role: null, status: null, billing: null, group: null, sign: null } as const

/** Whether anything is filtered at all. */
export const isFiltered = ({ q, ...choices }: UserFilter): boolean =>
  q.trim() !== '' || Object.values(choices).some((values) => values.length > 0)

/** The filter as the API is asked; what filters nothing is left out. */
export function filterQuery({ q, ...choices }: UserFilter) {
  const set = Object.entries(choices).filter(([, values]) => values.length > 0)
  return { ...(q.trim() === '' ? {} : { q: q.trim() }), ...Object.fromEntries(set) } as Partial<{
    q: string
    role: AdminUser['role'][]
    status: AdminUser['status'][]
    billing: AdminUser['billing'][]
    group: string[]
    sign: UserSign[]
  }>
}

type UserState = 'active' | 'exhausted' | 'disabled'

/** What an account is at the moment. */
export function userState({ status, billing, balance, limits }: AdminUser): UserState {
  if (status === 'disabled') return 'disabled'
  const broke = billing === 'prepaid' && (parseUsd(balance ?? '0') ?? 0n) <= 0n
  return broke || someUsedUp(limits) ? 'exhausted' : 'active'
}
