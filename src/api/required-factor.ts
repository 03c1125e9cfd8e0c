import type { User } from '../store/users.ts'
import type { Deps } from './deps.ts'

/** Whether the operator asks for a second factor of somebody. */
export function mustHaveSecondFactor({ role }: Pick<User, 'role'>, { settings }: Pick<Deps, 'settings'>): boolean {
  const who = settings()['security.second_factor']
  return who === 'everyone' || (who === 'admins' && role === 'admin')
}

/** Whether the operator asks for one of somebody who has none. */
export async function lacksSecondFactor(
  user: Pick<User, 'id' | 'role'>,
  deps: Pick<Deps, 'store' | 'settings'>,
): Promise<boolean> {
  return mustHaveSecondFactor(user, deps) && !(await deps.store.secondFactor.isOn(user.id))
}
