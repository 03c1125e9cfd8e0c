import type { ActivityKind } from '../contract/activity.ts'
import type { AdminUser } from '../contract/admin-users.ts'
import type { Outcome } from '../store/outcome.ts'
import type { UserChange, UserRefusal } from '../store/user-admin.ts'
import type { LimitInput } from '../contract/limits.ts'
import { type BoundFields, boundsIn, boundsNamed } from './account-bounds.ts'
import type { SignedCall } from './call.ts'
import { type Asking, requireConsent } from './confirm.ts'
import type { Deps } from './deps.ts'
import { differs, sawNewest } from './differs.ts'
import { ApiError, type FieldProblem, invalid } from './errors.ts'
import { limitFacts, limitsIn, limitWords, softens } from './limit-json.ts'
import { activityByAdmin, auditOf } from './trail.ts'

/** What an administrator asks to be changed of an account. */
export type UserFields = {
  email?: string | undefined
  name?: string | undefined
  role?: AdminUser['role'] | undefined
  status?: AdminUser['status'] | undefined
  group?: string | null | undefined
  billing?: AdminUser['billing'] | undefined
  note?: string | undefined
  limits?: readonly LimitInput[] | undefined
} & BoundFields

const EMAIL_TAKEN: FieldProblem = { zh: '该邮箱已被使用', en: 'This email is already in use' }
/** What is said of a field that names a group which does not exist. */
export const NO_GROUP: FieldProblem = { zh: '没有这个分组', en: 'There is no such group' }

/** Changes an account, with the rows that tell of it; the directory is told by whoever calls. */
export async function changeUser(
  user: AdminUser,
  { fields: asked, password }: { fields: UserFields; password: string | undefined },
  call: SignedCall,
  deps: Deps & Asking,
): Promise<void> {
  const named = await boundsNamed(asked, user, deps)
  const fields = asked.email === user.email ? { ...named, email: undefined } : named
  // Whoever shuts themselves out cannot let themselves in again.
  const shutsOut = fields.role === 'user' || fields.status === 'disabled'
  if (shutsOut && user.id === call.caller.user.id) throw new ApiError('own_account')
  const change = { ...changeOf(fields, user, call), ifVersion: call.ifMatch }
  const states = await deps.limitState('user', user.id)
  const before = { ...user, group: user.group?.id ?? null, limits: limitFacts(states) }
  if (!differs(fields, before) && sawNewest(call, user)) return
  const promoted = fields.role === 'admin' && user.role !== 'admin'
  // Whoever lets an administrator in again makes one.
  const letIn = fields.status === 'active' && user.status !== 'active' && (fields.role ?? user.role) === 'admin'
  if (change.email || promoted || letIn || softens(states, change.limits)) await requireConsent(password, call, deps)
  const names = (Object.keys(fields) as (keyof UserFields)[]).filter((name) => fields[name] !== undefined)
  const audit = auditOf(call, {
    action: 'user.changed',
    targetKind: 'user',
    targetId: user.id,
    before: Object.fromEntries(names.map((name) => [name, before[name]])),
    after: fields,
  })
  // A note is the administrators' own.
  const told = names.filter((name) => name !== 'note')
  const details = {
    fields: told.join(', '),
    ...(fields.limits && { before: limitWords(before.limits), after: limitWords(fields.limits) }),
  }
  const activity = told.length > 0 ? activityByAdmin(user.id, kindOf(fields, user), details) : undefined
  accepted(await deps.store.userAdmin.change(user.id, change, { activity, audit }))
}

function changeOf(fields: UserFields, user: AdminUser, call: SignedCall): UserChange {
  const { email, group, limits, name, role, status, billing, note } = fields
  // Whoever changes their own has just given their password, as for another password.
  const keepFamily = user.id === call.caller.user.id ? call.caller.session.family : null
  return {
    name,
    role,
    status,
    billing,
    note,
    ...boundsIn(fields),
    email: email === undefined ? undefined : { address: email, keepFamily },
    groupId: group,
    limits: limits && limitsIn(limits),
  }
}

const KIND_OF_STATUS = { active: 'account.enabled', disabled: 'account.disabled' } as const

function kindOf({ status, limits }: UserFields, before: AdminUser): ActivityKind {
  if (status !== undefined && status !== before.status) return KIND_OF_STATUS[status]
  return limits ? 'limits.changed' : 'account.changed'
}

/** Throws why a change was refused. */
export function accepted(outcome: Outcome<unknown, UserRefusal>): void {
  if (outcome.ok) return
  if (outcome.refused === 'group_missing') throw invalid({ group: NO_GROUP })
  if (outcome.refused === 'email_taken') throw new ApiError('email_taken', { fields: { email: EMAIL_TAKEN } })
  throw new ApiError(outcome.refused)
}
