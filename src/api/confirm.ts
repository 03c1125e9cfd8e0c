import { weakness } from '../vault/passwords.ts'
import type { Caller, SignedCall } from './call.ts'
import type { Deps } from './deps.ts'
import { ApiError, type FieldProblem, invalid } from './errors.ts'
import { guess } from './guess.ts'
import type { Throttle } from './throttle.ts'

/** What asking for a password works with. */
export type Asking = Pick<Deps, 'store' | 'passwords'> & { throttle: Throttle }

/** Why a new password is not taken. */
export const WEAK: Record<'common' | 'same', FieldProblem> = {
  common: { zh: '这个密码太常见，请换一个', en: 'This password is too common; choose another' },
  same: { zh: '新密码不能与当前密码相同', en: 'The new password must differ from the current one' },
}

/** What is said of a password that is not the present one. */
export const WRONG_PASSWORD: FieldProblem = { zh: '当前密码不正确', en: 'The current password is incorrect' }
const ASK: FieldProblem = { zh: '请输入你的密码以确认', en: 'Enter your password to confirm' }

/** Refuses a new password that is too weak. */
export function requireStrong(field: string, password: string, { settings }: Pick<Deps, 'settings'>): void {
  const least = settings()['security.password_min_chars']
  const weak = weakness(password, least)
  if (weak === 'short')
    throw invalid({ [field]: { zh: `密码至少 ${least} 个字符`, en: `At least ${least} characters` } })
  if (weak) throw invalid({ [field]: WEAK[weak] })
}

/** Refuses a wrong password of the caller, and guessing it; answers the hash of the right one. */
export async function checkPassword(field: string, password: string, call: SignedCall, deps: Asking): Promise<string> {
  const { user } = call.caller
  return guess({ account: user.email, ip: call.ip }, deps, async () => {
    const stored = await deps.store.users.passwordHash(user.id)
    const right = await deps.passwords.verify(password, stored ?? null)
    if (!right || stored === undefined) throw invalid({ [field]: WRONG_PASSWORD })
    deps.throttle.succeeded(user.email, call.ip)
    return stored
  })
}

// However many things a call does, its password is judged once: one mistake is one guess. Parts of a call share its caller.
const judged = new WeakMap<Caller, Promise<string>>()

/** Whether a call was confirmed by its caller’s password: what it could not do without is not reached where that was wrong. */
export const isConfirmed = ({ caller }: Pick<SignedCall, 'caller'>): boolean => judged.has(caller)

/** A dangerous act needs the caller's password once more: whoever found an open console does not have it. `field` is where it stands. */
export async function requireConsent(
  password: string | undefined,
  call: SignedCall,
  { field = 'password', ...deps }: Asking & { field?: string },
): Promise<void> {
  if (password === undefined) throw new ApiError('password_needed', { fields: { [field]: ASK } })
  const judging = judged.get(call.caller) ?? checkPassword(field, password, call, deps)
  judged.set(call.caller, judging)
  await judging
}
