import type { z } from 'zod'
import type { usage } from '../contract/usage.ts'
import type { RequestFloors } from '../store/requests.ts'
import type { UsageFilter } from '../store/usage-filter.ts'
import type { Locale } from '../core/errors.ts'
import { parseUsd } from '../core/money.ts'
import { DAY_MS } from '../core/time.ts'
import type { SignedCall } from './call.ts'
import type { Deps } from './deps.ts'
import { type FieldProblem, invalid } from './errors.ts'
import { requireZone } from './zone.ts'

/** Whose traffic is read, and for whom: `userId` null means everybody's, which only administrators ask for; `tellsProvider`: whoever reads is told which provider answered. */
export type Scope = { userId: string | null; locale: Locale; tellsProvider: boolean }

/** What every analytics call is asked with. */
export type Filters = z.output<typeof usage.summary.query>

/** What is asked for, whenever it was. */
type Kinds = Omit<Filters, 'from' | 'to' | 'tz'>

/** The traffic of the caller and of nobody else; who answered is told where the operator allows it, as in the header of the answer. */
export function ownScope({ caller, locale }: SignedCall, { settings }: Pick<Deps, 'settings'>): Scope {
  return { userId: caller.user.id, locale, tellsProvider: settings()['relay.tell_provider'] }
}

/** Everybody's traffic, for an administrator. */
export function everybody({ locale }: SignedCall): Scope {
  return { userId: null, locale, tellsProvider: true }
}

/** What only administrators see of a request; the provider where nobody else is told. */
const ADMIN_KINDS = ['user', 'provider', 'endpoint', 'credential'] as const

const hiddenFrom = ({ userId, tellsProvider }: Scope) =>
  userId === null ? [] : ADMIN_KINDS.filter((kind) => kind !== 'provider' || !tellsProvider)

const ADMINS_ONLY: FieldProblem = { zh: '仅管理员可用', en: 'Only administrators may use this' }

/** The store's filter for a query; in the own scope users cannot be asked for, nor who answered where that is not told, and other rows cannot be reached. */
export function filterOf(query: Filters, scope: Scope): UsageFilter {
  requireZone('tz', query.tz)
  const from = Date.parse(query.from)
  const to = Date.parse(query.to)
  if (from >= to) throw invalid({ to: { zh: '结束时间必须晚于开始时间', en: 'The end must come after the start' } })
  return { from, to, ...kindsOf(query, scope) }
}

/** Days and months that are told apart are each a piece of a query of its own. */
const MOST_DAYS = 3660
const TOO_LONG: FieldProblem = { zh: `最多 ${MOST_DAYS} 天`, en: `At most ${MOST_DAYS} days` }

/** Refuses ages, for what is told apart by day or month. */
export function requireYears({ from, to }: Pick<UsageFilter, 'from' | 'to'>): void {
  if (to - from > MOST_DAYS * DAY_MS) throw invalid({ to: TOO_LONG })
}

/** The same without a period. */
export function kindsOf(query: Kinds, scope: Scope): Omit<UsageFilter, 'from' | 'to'> {
  const asked = hiddenFrom(scope).find((kind) => query[kind])
  if (asked) throw invalid({ [asked]: ADMINS_ONLY })
  return {
    users: scope.userId === null ? query.user : [scope.userId],
    keys: query.key,
    models: query.model,
    providers: query.provider,
    clients: query.client,
    statuses: query.status,
    endpoints: query.endpoint,
    credentials: query.credential,
  }
}

type FloorFields = { min_cost?: string | undefined; min_first_token_ms?: number | undefined }

/** What a list of requests leaves out for being too cheap or too quick. */
export function floorsOf(query: FloorFields): RequestFloors {
  return {
    minCostNanos: query.min_cost === undefined ? undefined : parseUsd(query.min_cost),
    minFirstTokenMs: query.min_first_token_ms,
  }
}

/** Refuses to group the own traffic by what only administrators see. */
export function requireDimension(by: string, scope: Scope): void {
  if (hiddenFrom(scope).some((kind) => kind === by)) throw invalid({ by: ADMINS_ONLY })
}
