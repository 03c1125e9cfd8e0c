import type { Me } from '../../../src/contract/users.ts'

/** What an account has to do before the server answers it anything else. */
export type Duty = 'password' | 'second_factor'

/** What stands before everything else; null: nothing. A password told once comes first, for the other needs it. */
export function dutyOf(user: Me | null): Duty | null {
  if (user?.must_change_password === true) return 'password'
  return user?.must_set_second_factor === true ? 'second_factor' : null
}

const REFUSALS: readonly string[] = ['password_change_required', 'second_factor_required']

/** Whether a call was refused because something has to be done first. */
export const isDuty = (code: string): boolean => REFUSALS.includes(code)

const listeners = new Set<() => void>()

/** Notes that a call was refused so: it may be wanted since the account was last asked for. */
export function tellDuty(): void {
  for (const tell of listeners) tell()
}

/** Calls back whenever a call was refused so. */
export function onDutyTold(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
