import type { Credential, Provider as StoredProvider, ProviderEndpoint } from '../store/provider-view.ts'
import type { Provider } from '../contract/providers.ts'
import type { ConsoleRouting } from '../core/console-routing.ts'
import { formatFactor, formatUsd } from '../core/money.ts'
import type { CredentialHealth, EndpointHealth, LimitedModel } from '../core/routing.ts'
import { iso, isoOrNull } from '../core/time.ts'
import { descriptorOf } from '../providers/all.ts'
import { limitedTogether } from '../providers/family.ts'
import { balanceForecasts } from './balance-forecasts.ts'
import type { Deps } from './deps.ts'

type Known = Pick<ConsoleRouting, 'credential' | 'endpoint'>
/** By the credential. */
type DaysLeft = ReadonlyMap<string, number>
type Answering = Pick<Deps, 'store' | 'clock' | 'settings' | 'routing'>

/** A provider as the console gets it: what is kept of it, how it is now, and how long what is left at its vendor lasts. */
export async function answerOf(row: StoredProvider, deps: Answering): Promise<Provider> {
  return providerOf(row, deps.routing, await balanceForecasts([row], deps))
}

/** The same of several, whose forecasts are read at once. */
export async function answersOf(rows: readonly StoredProvider[], deps: Answering): Promise<Provider[]> {
  const daysLeft = await balanceForecasts(rows, deps)
  return rows.map((row) => providerOf(row, deps.routing, daysLeft))
}

/** A provider as it is kept, and how it is now, without a forecast unless that is given. */
export function providerOf(row: StoredProvider, known: Known, daysLeft: DaysLeft = new Map()): Provider {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    preset: row.preset,
    status: row.status,
    priority: row.priority,
    weight: row.weight,
    multiplier: formatFactor(row.multiplierMicros),
    allow_private: row.allowPrivate,
    drain_on_abort: row.drainOnAbort,
    proxy: row.line.proxy,
    ca: row.line.ca,
    http2: row.line.http2,
    tells_balance: descriptorOf(row.preset).balance !== undefined,
    billing_type: row.billingType,
    balance_alert: row.balanceAlert === null ? null : formatUsd(row.balanceAlert),
    note: row.note,
    endpoints: row.endpoints.map(endpointOf),
    credentials: row.credentials.map((credential) => ({
      ...credentialOf(credential, known),
      ...balanceOf(credential, daysLeft.get(credential.id)),
    })),
    routes: row.routes.map((route) => ({
      id: route.id,
      model: route.model,
      upstream_name: route.upstreamName,
      enabled: route.enabled,
      priced: route.priced,
    })),
    health: healthOf(row, known),
    version: row.version,
    created_at: iso(row.createdAt),
  }
}

function endpointOf({ id, dialect, baseUrl, capabilities, times, maxConcurrency }: ProviderEndpoint) {
  return {
    id,
    dialect,
    base_url: baseUrl,
    protocols: capabilities,
    timeouts: {
      connect_ms: times.connectMs,
      headers_ms: times.headersMs,
      first_token_ms: times.firstTokenMs,
      idle_ms: times.idleMs,
      total_ms: times.totalMs,
    },
    max_concurrency: maxConcurrency,
  }
}

/** What the relay knows is newer than what is kept, but whether a credential is switched off is the operator's word. */
function credentialOf(credential: Credential, known: Known) {
  const now = credential.status === 'disabled' ? undefined : known.credential(credential.id)
  return {
    id: credential.id,
    name: credential.name,
    last4: credential.last4,
    status: now?.status ?? credential.status,
    reason: now ? now.reason : credential.reason,
    priority: credential.priority,
    weight: credential.weight,
    allow_models: credential.allowModels,
    last_used_at: isoOrNull(credential.lastUsedAt),
  }
}

function balanceOf({ balance, failing }: Pick<Credential, 'balance' | 'failing'>, daysLeft: number | null = null) {
  return {
    balance: balance && {
      amount: formatUsd(balance.nanos),
      currency: balance.currency,
      at: iso(balance.at),
      days_left: daysLeft,
    },
    balance_failure: failing && { problem: failing.problem, since: iso(failing.since) },
  }
}

function healthOf(row: StoredProvider, known: Known): Provider['health'] {
  return {
    credentials: row.credentials.flatMap(({ id }) => {
      const now = known.credential(id)
      return now ? [credentialNow(id, { ...now, limited: allLimited(now.limited, row) })] : []
    }),
    endpoints: row.endpoints.flatMap(({ id }) => {
      const now = known.endpoint(id)
      return now ? [endpointNow(id, now)] : []
    }),
  }
}

/** The models that rest: those that were refused, and what of the provider's routes their vendor limits together with them. */
function allLimited(refused: CredentialHealth['limited'], { preset, routes }: StoredProvider): LimitedModel[] {
  const vendor = descriptorOf(preset)
  const routed = new Set(routes.map(({ upstreamName }) => upstreamName))
  const resting = refused.flatMap(({ model, until }) => [
    { model, until },
    ...[...routed].filter((name) => limitedTogether(vendor, name, model)).map((name) => ({ model: name, until })),
  ])
  return [...new Map(resting.map((one) => [one.model, one])).values()]
}

function credentialNow(id: string, { until, inFlight, limit, perMinute, limited }: CredentialHealth) {
  return {
    id,
    until: isoOrNull(until),
    in_flight: inFlight,
    limit,
    per_minute: perMinute,
    limited: limited.map((one) => ({ model: one.model, until: iso(one.until) })),
  }
}

function endpointNow(id: string, { breaker, until, inFlight, parts }: EndpointHealth) {
  const resting = parts.map(({ userId, until: partUntil, ...part }) => {
    return { ...part, user_id: userId, until: isoOrNull(partUntil) }
  })
  return { id, breaker, until: isoOrNull(until), in_flight: inFlight, parts: resting }
}
