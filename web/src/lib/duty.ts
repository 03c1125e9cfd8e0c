import type { Me } from '../../../src/contract/users.ts'

/** What an account has to do before the server answers it anything else; to whoever is shut out nothing is left but to leave. */
export type Duty = 'password' | 'second_factor' | 'shut_out'

/** What stands before everything else; null: nothing. A password told once comes first, for the other needs it. */
export function dutyOf(user: Me | null): Duty | null {
  if (user?.must_change_password === true) return 'password'
  return user?.must_set_second_factor === true ? 'second_factor' : null
}

/** The refusal that says that the account is shut out of everything. */
export const SHUT_OUT = 'user_disabled'
const REFUSALS: readonly string[] = ['password_change_required', 'second_factor_required', 'admin_required', SHUT_OUT]

/** Whether a call was refused for what the account is or has to do first, which is news to who made it. */
export const isAboutAccount = (code: string): boolean => REFUSALS.includes(code)

const listeners = new Set<() => void>()

/** Notes that the account may be another than when it was last asked for. */
export function doubtAccount(): void {
  for (const tell of listeners) tell()
}

/** Calls back whenever the account may have become another. */
export function onAccountDoubted(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
