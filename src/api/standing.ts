import { formatUsd } from '../core/money.ts'
import { isUsedUp, type AccountState, type LimitSubject } from '../core/limits.ts'
import type { User } from '../store/users.ts'
import type { Deps } from './deps.ts'

const EMPTY: AccountState = { credit: 0n, spent: 0n, held: 0n }

/** A user's money as it stands now. */
export async function accountOf(userId: string, deps: Pick<Deps, 'accountState'>): Promise<AccountState> {
  return (await deps.accountState(userId)) ?? EMPTY
}

/** What is left to a user who pays ahead; null for others. */
export async function balanceOf(user: Pick<User, 'id' | 'billing'>, deps: Pick<Deps, 'accountState'>) {
  if (user.billing === 'unlimited') return null
  const { credit, spent } = await accountOf(user.id, deps)
  return formatUsd(credit - spent)
}

/** Whether requests of somebody or something are refused because a limit is used up. */
export async function isAtLimit(subject: LimitSubject, id: string, deps: Pick<Deps, 'limitState'>): Promise<boolean> {
  return (await deps.limitState(subject, id)).some(({ limit, used }) => isUsedUp(limit, used))
}
