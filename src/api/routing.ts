import type { Endpoints } from '../contract/all.ts'
import type { RoutingFate } from '../contract/routing.ts'
import type { Bounds } from '../core/bounds.ts'
import { GatewayError, type Locale } from '../core/errors.ts'
import type { AnswerOf } from '../contract/endpoint.ts'
import { formatFactor, formatUsd } from '../core/money.ts'
import type { Fate, SimulatedPolicy, TimedSimulation } from '../core/simulation.ts'
import { iso, isoOrNull, MINUTE_MS } from '../core/time.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { found } from './errors.ts'
import { hindranceOf } from './hindrance.ts'
import { termsOf } from './user-terms.ts'
import { withoutCredential } from './without-credential.ts'

type Answer = AnswerOf<Endpoints['adminSimulateRouting']>

/** Plans requests without making them, so that an operator sees who would be asked and why. */
export function routingHandlers(deps: Deps): Pick<Handlers, 'adminSimulateRouting'> {
  return { adminSimulateRouting: (call) => simulateRouting(call, deps) }
}

async function simulateRouting(call: Call<Endpoints['adminSimulateRouting']>, deps: Deps): Promise<Answer> {
  const { user_id: userId = '', key_id: keyId, input_tokens: inputTokens, settings, ...asked } = call.body
  const caller = keyId === undefined ? { userId, ...(await boundsOfUser(userId, deps)) } : { keyId }
  try {
    const policy = policyOf(settings)
    const planned = deps.routing.simulate({ caller, inputTokens, policy, ...asked })
    // The relay knows no names of credentials: it needs none.
    const names = await deps.store.providers.credentialNames(planned.fates.map(({ target }) => target.credential.id))
    const silent = await silentOf(planned.model, deps)
    return answerOf(planned, { own: call.body.protocol, locale: call.locale, names, silent })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const without_credential = await silentOf(asked.model, deps)
    return { ...NOT_PLANNED, without_credential, refusal: refusalOf(error, call.locale) }
  }
}

const NOT_PLANNED = {
  at: null,
  took_ms: null,
  model: null,
  strategy: null,
  max_attempts: null,
  candidates: [],
}

/** The plan knows ways alone, which a provider without a credential has none of. */
async function silentOf(model: string, { store }: Deps): Promise<Answer['without_credential']> {
  return withoutCredential(await store.providers.list(), model).map(({ id, name }) => ({ id, name }))
}

async function boundsOfUser(id: string, deps: Deps): Promise<Bounds> {
  const user = found(await deps.store.users.byId(id))
  return (await termsOf(user, deps)).bounds
}

type Settings = NonNullable<Call<Endpoints['adminSimulateRouting']>['body']['settings']>

/** What settings that are not saved mean for the relay. */
function policyOf(settings: Settings = {}): Partial<SimulatedPolicy> {
  const strategy = settings['relay.strategy']
  const minutes = settings['relay.affinity_minutes']
  const maxAttempts = settings['relay.max_attempts']
  return {
    ...(strategy !== undefined && { strategy }),
    ...(minutes !== undefined && { affinityMs: minutes * MINUTE_MS }),
    ...(maxAttempts !== undefined && { maxAttempts }),
  }
}

type Telling = {
  own: string
  locale: Locale
  names: ReadonlyMap<string, string>
  silent: Answer['without_credential']
}

function answerOf({ fates, refusal, ...planned }: TimedSimulation, { own, locale, names, silent }: Telling): Answer {
  return {
    at: iso(planned.at),
    took_ms: planned.tookMs,
    model: planned.model,
    strategy: planned.strategy,
    max_attempts: planned.maxAttempts,
    candidates: fates.map((fate) => fateOf(fate, { own, names, at: planned.at })),
    without_credential: silent,
    refusal: refusal && refusalOf(refusal, locale),
  }
}

function refusalOf(error: GatewayError, locale: Locale): NonNullable<Answer['refusal']> {
  const { seconds } = error.details
  return { code: error.code, detail: error.in(locale), retry_after_s: seconds === undefined ? null : Number(seconds) }
}

function fateOf(fate: Fate, { own, names, at }: Pick<Telling, 'own' | 'names'> & { at: number }): RoutingFate {
  const { target, credential, endpoint } = fate
  const { left_ms: leftMs, limited_by: limitedBy, full } = hindranceOf(fate.hindrance)
  return {
    position: fate.position,
    reason: fate.reason,
    provider: { id: target.provider.id, name: target.provider.name },
    behind: fate.behind,
    answered_at: isoOrNull(fate.answeredMs === null ? null : at - fate.answeredMs),
    endpoint: {
      id: target.endpoint.id,
      base_url: target.endpoint.baseUrl,
      breaker: endpoint?.breaker ?? 'closed',
      in_flight: endpoint?.inFlight ?? 0,
      max_concurrency: target.endpoint.maxConcurrency,
    },
    credential: {
      id: target.credential.id,
      name: names.get(target.credential.id) || null,
      last4: target.credential.last4,
      priority: target.credential.priority,
      weight: target.credential.weight,
      status: credential?.status ?? 'active',
      reason: credential?.reason ?? null,
      in_flight: credential?.inFlight ?? 0,
      limit: credential?.limit ?? null,
    },
    upstream_name: target.upstreamName,
    protocol: fate.protocol,
    translated: fate.protocol !== own,
    priority: target.priority,
    weight: target.weight,
    share: fate.share,
    until: isoOrNull(leftMs === null ? null : at + leftMs),
    limited_by: limitedBy,
    full,
    first_token_ms: fate.latencyMs,
    multiplier: formatFactor(target.provider.multiplierMicros),
    input_cost: fate.costNanos === null ? null : formatUsd(fate.costNanos),
  }
}
