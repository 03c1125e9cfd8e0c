import type { AdminUser } from '../contract/admin-users.ts'
import { formatUsd } from '../core/money.ts'
import { iso, isoOrNull } from '../core/time.ts'
import type { ListedUser } from '../store/user-view.ts'
import type { Deps } from './deps.ts'
import { found } from './errors.ts'
import { limitViews } from './limit-json.ts'
import { accountOf } from './standing.ts'

/** An account that is there, or a 404. */
export async function readUser(id: string, deps: Deps, zone = 'UTC'): Promise<AdminUser> {
  return userView(found(await deps.store.userAdmin.get(id, zone)), deps)
}

/** An account as administrators see it, with limits and money as they stand now. */
export async function userView(row: ListedUser, deps: Deps): Promise<AdminUser> {
  const { credit, spent } = await accountOf(row.id, deps)
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.status,
    group: row.groupId === null ? null : { id: row.groupId, name: row.groupName ?? row.groupId },
    billing: row.billing,
    credit: formatUsd(credit),
    spent: formatUsd(spent),
    balance: row.billing === 'prepaid' ? formatUsd(credit - spent) : null,
    limits: limitViews(await deps.limitState('user', row.id)),
    allow_models: row.allowModels,
    deny_models: row.denyModels,
    allow_providers: row.allowProviders,
    allow_ips: row.allowIps,
    note: row.note,
    must_change_password: row.mustChangePassword,
    second_factor: row.secondFactor,
    passkeys: row.passkeys,
    keys: row.keys,
    month: { requests: row.month.requests, cost: formatUsd(row.month.costNanos) },
    trend: row.trend.map((nanos) => formatUsd(nanos)),
    last_active_at: isoOrNull(row.lastActiveAt),
    last_login_at: isoOrNull(row.lastLoginAt),
    created_at: iso(row.createdAt),
    version: row.version,
  }
}
