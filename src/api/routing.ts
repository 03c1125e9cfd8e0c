import type { Endpoints } from '../contract/all.ts'
import type { RoutingFate } from '../contract/routing.ts'
import { GatewayError, type Locale } from '../core/errors.ts'
import type { AnswerOf } from '../contract/endpoint.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps, SimulatedFate, SimulationResult } from './deps.ts'
import { ApiError } from './errors.ts'
import { isoOrNull } from './provider-answer.ts'

type Answer = AnswerOf<Endpoints['adminSimulateRouting']>

/** Plans requests without making them, so that an operator sees who would be asked and why. */
export function routingHandlers(deps: Deps): Pick<Handlers, 'adminSimulateRouting'> {
  return { adminSimulateRouting: (call) => simulateRouting(call, deps) }
}

async function simulateRouting(call: Call<Endpoints['adminSimulateRouting']>, deps: Deps): Promise<Answer> {
  const { user_id: userId, key_id: keyId = null, ...asked } = call.body
  if (userId !== undefined && !(await deps.store.users.byId(userId))) throw new ApiError('not_found')
  try {
    return answerOf(deps.routing.simulate({ keyId, ...asked }), call.body.protocol, call.locale)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { model: null, strategy: null, candidates: [], refusal: refusalOf(error, call.locale) }
  }
}

function answerOf({ model, strategy, fates, refusal }: SimulationResult, own: string, locale: Locale): Answer {
  return {
    model,
    strategy,
    candidates: fates.map((fate) => fateOf(fate, own)),
    refusal: refusal && refusalOf(refusal, locale),
  }
}

function refusalOf(error: GatewayError, locale: Locale): NonNullable<Answer['refusal']> {
  const { seconds } = error.details
  return { code: error.code, detail: error.in(locale), retry_after_s: seconds === undefined ? null : Number(seconds) }
}

function fateOf(fate: SimulatedFate, own: string): RoutingFate {
  const { target, credential, endpoint } = fate
  const until = fate.reason === 'breaker' ? endpoint?.until : credential?.until
  return {
    position: fate.position,
    reason: fate.reason,
    provider: { id: target.provider.id, name: target.provider.name },
    endpoint: { id: target.endpoint.id, base_url: target.endpoint.baseUrl, breaker: endpoint?.breaker ?? 'closed' },
    credential: {
      id: target.credential.id,
      last4: target.credential.last4,
      status: credential?.status ?? 'active',
      in_flight: credential?.inFlight ?? 0,
      limit: credential?.limit ?? null,
    },
    upstream_name: target.upstreamName,
    protocol: fate.protocol,
    translated: fate.protocol !== own,
    priority: target.priority,
    weight: target.weight * target.credential.weight,
    until: isoOrNull(until ?? null),
    first_token_ms: fate.latencyMs,
  }
}
