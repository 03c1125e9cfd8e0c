import type { SettingValues } from '../contract/settings.ts'
import type { Condition } from '../core/alerts.ts'
import type { Balance } from '../core/balance.ts'
import type { TargetEntry } from '../core/directory.ts'
import type { Limit } from '../core/limits.ts'
import { formatUsd, type Nanos, parseUsd } from '../core/money.ts'
import { MINUTE_MS } from '../core/time.ts'
import { breakerFor, type CredentialHealth, type EndpointHealth } from '../core/routing.ts'

/** What is known of upstreams now; undefined while nobody has asked them. */
export type UpstreamHealth = {
  credential(id: string): Pick<CredentialHealth, 'status'> | undefined
  endpoint(id: string): Pick<EndpointHealth, 'breaker' | 'parts'> | undefined
}

const REFUSED = ['invalid', 'exhausted']

/** Credentials that upstreams refuse, and providers that nobody can be asked of. */
export function upstreamConditions(targets: readonly TargetEntry[], health: UpstreamHealth): Condition[] {
  const enabled = targets.filter((target) => target.enabled)
  const refused = new Map<string, Condition>()
  for (const { provider, credential } of enabled) {
    const status = health.credential(credential.id)?.status ?? 'active'
    if (!REFUSED.includes(status)) continue
    const { name, last4 } = credential
    const whose = { credential: name || last4 || '—', last4: last4 || '—' }
    const facts = { provider: provider.name, provider_id: provider.id, ...whose, status }
    refused.set(credential.id, { rule: 'credential_invalid', subject: credential.id, facts })
  }
  const down = [...Map.groupBy(enabled, ({ provider }) => provider.id)].flatMap(([id, own]): Condition[] => {
    const rests = ({ endpoint, credential, upstreamName }: TargetEntry) =>
      refused.has(credential.id) || breakerFor(health.endpoint(endpoint.id), upstreamName) !== 'closed'
    const facts = { provider: own[0]?.provider.name ?? id, provider_id: id }
    return own.every(rests) ? [{ rule: 'provider_down', subject: id, facts }] : []
  })
  return [...refused.values(), ...down]
}

const FEWEST_REQUESTS = 20

/** Too many requests that met an error. */
export function errorCondition(
  { requests, failed }: { requests: number; failed: number },
  values: SettingValues,
): Condition[] {
  const percent = requests === 0 ? 0 : Math.round((failed / requests) * 100)
  if (requests < FEWEST_REQUESTS || percent < values['alerts.error_percent']) return []
  return [{ rule: 'error_rate', subject: 'all', facts: { percent, requests, failed } }]
}

/** Too many sign-ins that failed. */
export function signInCondition({ failed, users, addresses, most }: SignIns, values: SettingValues): Condition[] {
  if (most === null || failed < values['alerts.failed_sign_ins']) return []
  const facts = { failed, users, addresses, user: most.name, user_id: most.id }
  return [{ rule: 'sign_in_failures', subject: 'all', facts }]
}

type SignIns = { failed: number; users: number; addresses: number; most: { id: string; name: string } | null }

/** From what balance on a user who pays ahead is told of. */
export function lowBalanceOf(values: SettingValues): Nanos {
  return parseUsd(values['alerts.balance_usd']) ?? 0n
}

/** Users who have little left. */
export function balanceConditions(low: readonly { userId: string; name: string; balance: Nanos }[]): Condition[] {
  return low.map(({ userId, name, balance }) => ({
    rule: 'balance_low',
    subject: userId,
    facts: { user: name, user_id: userId, balance: formatUsd(balance) },
  }))
}

type LowAccount = { providerId: string; provider: string; last4: string; left: Balance; wanted: Nanos }

/** Providers at which less is left than their operator wants there, each told by one account. */
export function vendorBalanceConditions(low: readonly LowAccount[]): Condition[] {
  return low.map(({ providerId, provider, last4, left: { nanos, currency }, wanted }) => {
    const figures = { balance: formatUsd(nanos), threshold: formatUsd(wanted), currency }
    const facts = { provider, provider_id: providerId, last4: last4 || '—', ...figures }
    return { rule: 'provider_balance_low', subject: providerId, facts }
  })
}

/** An aggregator brings hundreds of models at once: more than so many are told of together, or all else would be lost among them. */
const EACH = 5

/** Models that can be reached and have no price. */
export function priceConditions(models: readonly string[], values: SettingValues): Condition[] {
  const free = values['relay.allow_unpriced'] ? 1 : 0
  const [first = ''] = models
  if (models.length > EACH)
    return [{ rule: 'price_missing', subject: 'models', facts: { model: first, count: models.length, free } }]
  return models.map((model) => ({ rule: 'price_missing', subject: model, facts: { model, free } }))
}

/** Models that have a price and answered for nothing. */
export function usageConditions(free: readonly { model: string; requests: number }[]): Condition[] {
  return free.map(({ model, requests }) => ({ rule: 'usage_missing', subject: model, facts: { model, requests } }))
}

const MIB = 1024 * 1024

/** Too little room on the disk; sizes in bytes. */
export function diskCondition(disk: { free: number; total: number }, values: SettingValues): Condition[] {
  const percent = disk.total === 0 ? 100 : Math.floor((disk.free / disk.total) * 100)
  if (percent >= values['alerts.disk_percent']) return []
  return [{ rule: 'disk_low', subject: 'data', facts: { percent, free_mib: Math.floor(disk.free / MIB) } }]
}

/** Longer than a database takes to start again or to change over to another node. */
const DATABASE_AWAY_MS = 5 * MINUTE_MS
/** One segment of the journal is less, and more than one or two wait only where the database is behind. */
const JOURNAL_PERCENT = 10

/** A database that could not be asked, or takes no rows, for `waitMs`, or is behind with those that the journal keeps for it. */
export function databaseCondition(waitMs: number, journal: { bytes: number; maxBytes: number }): Condition[] {
  const percent = journal.maxBytes === 0 ? 100 : Math.floor((journal.bytes / journal.maxBytes) * 100)
  if (waitMs < DATABASE_AWAY_MS && percent < JOURNAL_PERCENT) return []
  return [{ rule: 'database_away', subject: 'database', facts: { minutes: Math.floor(waitMs / MINUTE_MS), percent } }]
}

/** A nightly check that found something. */
export function checkCondition(report: Readonly<Record<string, unknown>> | null): Condition[] {
  if (report === null) return []
  const found = [report['broken'], report['breach']].filter((word) => typeof word === 'string').join(', ')
  return [{ rule: 'check_failed', subject: 'verify', facts: { found: found || '—' } }]
}

/** A limit that has come to a share of its maximum; `name` is what its subject is called. */
export function budgetCondition(limit: Limit, share: number, name: string): Condition {
  const { id, subject, subjectId, metric, window } = limit
  const percent = Math.round(share * 100)
  const owner = { subject: `${subject} ${name}`, subject_kind: subject, subject_id: subjectId }
  return { rule: 'budget_threshold', subject: `${id}:${percent}`, facts: { percent, ...owner, metric, window } }
}
