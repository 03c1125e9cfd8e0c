import type { Attention, AttentionKind } from '../contract/overview.ts'
import type { AlertFacts } from '../core/alerts.ts'
import type { LimitState } from '../core/limits.ts'
import type { NamedOwner } from '../store/overview.ts'
import type { Provider } from '../store/provider-view.ts'
import type { Deps } from './deps.ts'
import { withoutCredential } from './without-credential.ts'

/** Everything an operator should look at now, the worst first. */
export async function attentionNow(deps: Deps, providers: readonly Provider[]): Promise<Attention[]> {
  const watched = await deps.notify.look()
  const down = new Set(watched.filter(({ rule }) => rule === 'provider_down').map(({ subject }) => subject))
  const active = providers.filter(({ status }) => status === 'active')
  const found = [
    ...watched.flatMap(({ rule, subject, facts }) =>
      rule === 'database_away' ? [] : [attention(rule, subject, facts)],
    ),
    // Of a provider that is down altogether that is all there is to say.
    ...breakers(
      active.filter(({ id }) => !down.has(id)),
      deps,
    ),
    ...credentialsMissing(active),
    ...(await fullLimits(deps)),
    ...journalTrouble(
      deps,
      watched.some(({ rule }) => rule === 'database_away'),
    ),
    ...(await expiringKeys(deps)),
  ]
  return found.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
}

/** How bad each kind is, the worst first. */
const SEVERITIES: Record<AttentionKind, Attention['severity']> = {
  journal: 'critical',
  disk_low: 'critical',
  check_failed: 'critical',
  provider_down: 'critical',
  error_rate: 'critical',
  credential_invalid: 'critical',
  breaker_open: 'critical',
  credential_missing: 'warning',
  sign_in_failures: 'warning',
  price_missing: 'warning',
  usage_missing: 'warning',
  limit_near: 'warning',
  budget_threshold: 'warning',
  provider_balance_low: 'warning',
  balance_low: 'warning',
  keys_expiring: 'warning',
}
const KINDS = Object.keys(SEVERITIES)

function attention(kind: AttentionKind, subject: string, facts: AlertFacts): Attention {
  return { kind, severity: SEVERITIES[kind], subject, facts }
}

function breakers(providers: readonly Provider[], { routing, clock }: Deps): Attention[] {
  return providers.flatMap((provider) =>
    provider.endpoints.flatMap((endpoint) => {
      const now = routing.endpoint(endpoint.id)
      if (!now) return []
      const rests = (until: number | null, model: string | null) => {
        const seconds = Math.max(0, Math.ceil(((until ?? clock.now()) - clock.now()) / 1000))
        const facts = { provider: provider.name, provider_id: provider.id, dialect: endpoint.dialect, seconds }
        if (model === null) return attention('breaker_open', endpoint.id, facts)
        return attention('breaker_open', `${endpoint.id} ${model}`, { ...facts, model })
      }
      if (now.breaker !== 'closed') return [rests(now.until, null)]
      // What rests for one user alone is theirs to mend.
      return now.parts.filter(({ userId }) => userId === null).map(({ until, model }) => rests(until, model))
    }),
  )
}

function credentialsMissing(providers: readonly Provider[]): Attention[] {
  return withoutCredential(providers).map(({ id, name }) =>
    attention('credential_missing', id, { provider: name, provider_id: id }),
  )
}

/** From which share of its maximum on a limit is shown, in percent. */
const NEAR_PERCENT = 90n

async function fullLimits(deps: Deps): Promise<Attention[]> {
  const near: Attention[] = []
  for (const owner of await deps.store.overview.limited()) {
    const [fullest] = (await deps.limitState(owner.subject, owner.subjectId))
      .filter(isNear)
      .toSorted((a, b) => Number(percentOf(b) - percentOf(a)))
    if (fullest) near.push(limitAttention(owner, fullest))
  }
  return near.toSorted((a, b) => Number(b.facts['percent']) - Number(a.facts['percent']))
}

/** What comes back within a minute, or with the next answer, needs nobody. */
function isNear(state: LimitState): boolean {
  const { metric, window } = state.limit
  return metric !== 'concurrency' && window !== 'minute' && percentOf(state) >= NEAR_PERCENT
}

function percentOf({ limit, used }: LimitState): bigint {
  return limit.max === 0n ? 100n : (used * 100n) / limit.max
}

function limitAttention({ subject, subjectId, name }: NamedOwner, state: LimitState): Attention {
  const { id, metric, window } = state.limit
  const facts = { subject, subject_id: subjectId, name, metric, window, percent: Number(percentOf(state)) }
  return attention('limit_near', id, facts)
}

/** From which share on the journal holds more than it should, in percent. */
const FULL_PERCENT = 80

function journalTrouble({ system }: Deps, isBehind: boolean): Attention[] {
  const { ready, bytes, maxBytes } = system.now().journal
  const percent = maxBytes === 0 ? 100 : Math.floor((bytes / maxBytes) * 100)
  if (ready && !isBehind && percent < FULL_PERCENT) return []
  return [attention('journal', 'journal', { ready: Number(ready), percent })]
}

async function expiringKeys({ store }: Deps): Promise<Attention[]> {
  const { risks } = await store.keyAdmin.figures('UTC')
  return risks.expires_7d === 0 ? [] : [attention('keys_expiring', 'keys', { count: risks.expires_7d })]
}
