import type { Endpoints } from '../contract/all.ts'
import { newId } from '../core/ids.ts'
import { formatUsd } from '../core/money.ts'
import type { UserChoice } from '../store/user-view.ts'
import { oneTimePassword } from '../vault/passwords.ts'
import { boundsIn, boundsNamed } from './account-bounds.ts'
import { each } from './bulk.ts'
import type { Call, Handlers } from './call.ts'
import { type Asking, requireConsent, requireStrong } from './confirm.ts'
import type { Deps } from './deps.ts'
import { ApiError, type FieldProblem, invalid } from './errors.ts'
import { startingLimits } from './limit-json.ts'
import type { Throttle } from './throttle.ts'
import { activityByAdmin, auditOf } from './trail.ts'
import { accepted, changeUser, type UserFields } from './user-acts.ts'
import { exhaustedUsers } from './user-standing.ts'
import { readUser, userView } from './user-view.ts'
import { requireZone } from './zone.ts'

type AdminUserHandlers = Pick<
  Handlers,
  | 'adminListUsers'
  | 'adminUserFigures'
  | 'adminCreateUser'
  | 'adminGetUser'
  | 'adminPatchUser'
  | 'adminDeleteUser'
  | 'adminResetPassword'
  | 'adminBulkUsers'
>

/** What administrators do with accounts one by one, and the same with many. */
export function adminUserHandlers(deps: Deps, throttle: Throttle): AdminUserHandlers {
  const asking = { ...deps, throttle }
  return {
    adminListUsers: async ({ query }) => {
      const filter = await filterOf(query, deps)
      const { limit, cursor } = query
      const page = await deps.store.userAdmin.list({ ...filter, limit, cursor })
      return { items: await Promise.all(page.items.map((row) => userView(row, deps))), next: page.next }
    },
    adminUserFigures: async ({ query }) => {
      requireZone('tz', query.tz)
      const { active, disabled, activeToday, monthCostNanos } = await deps.store.userAdmin.figures(query.tz)
      const exhausted = (await exhaustedUsers(deps)).length
      return { active, disabled, exhausted, active_today: activeToday, month_cost: formatUsd(monthCostNanos) }
    },
    adminCreateUser: (call) => createUser(call, asking),
    adminGetUser: ({ params, query }) => {
      requireZone('tz', query.tz)
      return readUser(params.id, deps, query.tz)
    },
    adminPatchUser: async (call) => {
      const { password, ...fields } = call.body
      await changeUser(await readUser(call.params.id, deps), { fields, password }, call, asking)
      await deps.changed()
      return readUser(call.params.id, deps)
    },
    adminDeleteUser: (call) => deleteUser(call, asking),
    adminResetPassword: (call) => resetPassword(call, asking),
    adminBulkUsers: (call) => changeMany(call, asking),
  }
}

type Filters = Omit<Call<Endpoints['adminExportUsers']>['query'], 'format'>

/** What a query means to the store; who is exhausted is known to the limits, not to the database. */
export async function filterOf(query: Filters, deps: Deps): Promise<UserChoice> {
  requireZone('tz', query.tz)
  const signs = query.sign ?? []
  const exhausted = signs.includes('exhausted') ? await exhaustedUsers(deps) : undefined
  return {
    ids: query.id && exhausted ? exhausted.filter((id) => query.id?.includes(id)) : (query.id ?? exhausted),
    idle: signs.includes('idle_30d'),
    q: query.q,
    roles: query.role,
    statuses: query.status,
    groups: query.group,
    billings: query.billing,
    zone: query.tz,
    sort: query.sort,
  }
}

async function createUser(call: Call<Endpoints['adminCreateUser']>, deps: Deps & Asking) {
  const { password, own_password: own, ...asked } = call.body
  const fields = await boundsNamed(asked, {}, deps)
  if (password !== undefined) requireStrong('password', password, deps)
  // Whoever could make an administrator of their own would have a password for everything that asks for one.
  if (fields.role === 'admin') await requireConsent(own, call, { ...deps, field: 'own_password' })
  const oneTime = password === undefined ? oneTimePassword() : null
  const id = newId(deps.clock.now())
  const created = await deps.store.users.create(
    {
      id,
      email: fields.email,
      name: fields.name,
      role: fields.role,
      passwordHash: await deps.passwords.hash(password ?? oneTime ?? ''),
      mustChangePassword: oneTime !== null || fields.must_change_password,
      groupId: fields.group,
      billing: fields.billing,
      note: fields.note,
      limits: startingLimits('users.default_limits', fields.limits, deps),
      ...boundsIn(fields),
    },
    {
      audit: auditOf(call, { action: 'user.created', targetKind: 'user', targetId: id, before: null, after: fields }),
      activity: activityByAdmin(id, 'account.created'),
    },
  )
  accepted(created)
  await deps.changed()
  return { ...(await readUser(id, deps)), one_time_password: oneTime }
}

const EMAIL_DIFFERS: FieldProblem = { zh: '与该用户的邮箱不一致', en: 'This is not the user’s email' }

async function deleteUser(call: Call<Endpoints['adminDeleteUser']>, deps: Deps & Asking): Promise<null> {
  const user = await readUser(call.params.id, deps)
  if (user.id === call.caller.user.id) throw new ApiError('own_account')
  if (user.email.toLowerCase() !== call.body.email.toLowerCase()) throw invalid({ email: EMAIL_DIFFERS })
  await requireConsent(call.body.password, call, deps)
  const { email, name, role } = user
  const before = { email, name, role }
  const audit = auditOf(call, { action: 'user.deleted', targetKind: 'user', targetId: user.id, before, after: null })
  accepted(await deps.store.userAdmin.remove(user.id, { audit }))
  await deps.changed()
  return null
}

async function resetPassword(call: Call<Endpoints['adminResetPassword']>, deps: Deps & Asking) {
  const user = await readUser(call.params.id, deps)
  // The own one is changed with the present one, or a stolen session would be enough to take the account over.
  if (user.id === call.caller.user.id) throw new ApiError('own_account')
  if (user.role === 'admin') await requireConsent(call.body.password, call, deps)
  const password = oneTimePassword()
  const audit = auditOf(call, {
    action: 'user.password_reset',
    targetKind: 'user',
    targetId: user.id,
    before: null,
    after: null,
  })
  await deps.store.users.setPassword(
    user.id,
    { hash: await deps.passwords.hash(password), mustChange: true, keepFamily: null },
    { audit, activity: activityByAdmin(user.id, 'password.reset') },
  )
  return { one_time_password: password }
}

type ManyBody = Call<Endpoints['adminBulkUsers']>['body']

async function changeMany(call: Call<Endpoints['adminBulkUsers']>, deps: Deps & Asking) {
  const { body } = call
  const fields = fieldsOf(body)
  const password = body.action === 'set_group' ? undefined : body.password
  // A wrong one is nothing that stands against some of them.
  if (password !== undefined) await requireConsent(password, call, deps)
  try {
    return await each(body.ids, call.locale, async (id) => {
      await changeUser(await readUser(id, deps), { fields, password }, call, deps)
    })
  } finally {
    // What was changed before something failed counts: an account that is disabled must not go on.
    await deps.changed()
  }
}

function fieldsOf(body: ManyBody): UserFields {
  switch (body.action) {
    case 'enable':
      return { status: 'active' }
    case 'disable':
      return { status: 'disabled' }
    case 'set_group':
      return { group: body.group }
    case 'set_limits':
      return { limits: body.limits }
  }
  return body satisfies never
}
