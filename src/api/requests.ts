import type { z } from 'zod'
import { billOf } from '../catalog/cost.ts'
import type { RequestDetail, RequestRow, usage } from '../contract/usage.ts'
import { retold } from '../core/errors.ts'
import { formatFactor, formatUsd } from '../core/money.ts'
import { priceThen } from '../core/price.ts'
import type { AttemptRecord } from '../core/records.ts'
import { iso } from '../core/time.ts'
import type { StoredRequest, StoredRequestDetail } from '../store/requests.ts'
import type { Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { found } from './errors.ts'
import { hindranceOf } from './hindrance.ts'
import { rateName, rateText } from './prices.ts'
import { everybody, filterOf, floorsOf, ownScope, type Scope } from './scope.ts'

type RequestHandlers = Pick<Handlers, 'usageRequests' | 'usageRequest' | 'adminUsageRequests' | 'adminUsageRequest'>

/** Requests one by one: what was asked, what it cost and who answered. */
export function requestHandlers(deps: Deps): RequestHandlers {
  return {
    usageRequests: (call) => listRequests(call.query, ownScope(call, deps), deps),
    usageRequest: (call) => readRequest(call.params.id, ownScope(call, deps), deps),
    adminUsageRequests: (call) => listRequests(call.query, everybody(call), deps),
    adminUsageRequest: (call) => readRequest(call.params.id, everybody(call), deps),
  }
}

type ListQuery = z.output<typeof usage.requests.query>

async function listRequests(query: ListQuery, scope: Scope, deps: Deps) {
  const { q, limit, cursor } = query
  const page = await deps.store.requests.list({ ...filterOf(query, scope), ...floorsOf(query), q, limit, cursor })
  return { items: page.items.map((row) => rowOf(row, scope)), next: page.next }
}

async function readRequest(id: string, scope: Scope, deps: Deps): Promise<RequestDetail> {
  const { store } = deps
  const row = found(await store.requests.get(id, scope.userId))
  const price = row.priceVersion === null ? undefined : await store.models.priceOf(row.priceVersion)
  const bill = price ? billOf(row.usage, priceThen(price, row.at), row.multiplierMicros, row.serviceTier) : null
  return {
    ...rowOf(row, scope),
    bill: (bill?.lines ?? []).map((line) => ({
      component: rateName(line.component),
      tokens: line.tokens,
      price: rateText(line.component, line.rateNanos),
      ...(line.factorMicros !== undefined && { factor: formatFactor(line.factorMicros) }),
      amount: formatUsd(line.amountNanos),
    })),
    subtotal: formatUsd(bill?.subtotalNanos ?? 0n),
    multiplier: formatFactor(row.multiplierMicros),
    tier_above: bill?.tierAbove ?? null,
    price_version: scope.userId === null ? row.priceVersion : null,
    ...(bill?.service && { service_tier: bill.service }),
    model_answered: scope.userId === null ? row.modelAnswered : null,
    attempts: attemptsOf(row, scope),
  }
}

/** A request as lists show it. */
export function rowOf(row: StoredRequest, scope: Scope): RequestRow {
  const everybody = scope.userId === null
  return {
    id: row.id,
    at: iso(row.at),
    status: row.status,
    end: row.end,
    http_status: row.httpStatus,
    error:
      row.errorClass === null
        ? null
        : { class: row.errorClass, message: retold(row.errorClass, row.errorMessage, scope.locale) },
    key: { id: row.keyId, name: row.keyName },
    user: everybody ? { id: row.userId, name: row.userName } : null,
    provider:
      scope.tellsProvider && row.providerId !== null ? { id: row.providerId, name: row.providerName ?? '' } : null,
    client: row.client,
    ip: row.ip,
    protocol: row.protocolIn,
    stream: row.stream,
    model: row.model,
    model_asked: row.modelAsked,
    usage: usageOf(row),
    usage_source: row.usageSource,
    cost: formatUsd(row.costNanos),
    upstream_cost: everybody ? formatUsd(row.upstreamCostNanos) : null,
    first_token_ms: row.firstTokenMs,
    total_ms: row.totalMs,
    tokens_per_second: tokensPerSecond(row),
    attempts_made: row.attemptsMade,
  }
}

function usageOf({ usage }: StoredRequest): RequestRow['usage'] {
  return {
    input: usage.input,
    cache_read: usage.cacheRead,
    cache_write_5m: usage.cacheWrite5m,
    cache_write_1h: usage.cacheWrite1h,
    output: usage.output,
    reasoning: usage.reasoning,
    audio_in: usage.audioIn,
    audio_out: usage.audioOut,
    image_in: usage.imageIn,
    image_out: usage.imageOut,
    searches: usage.searches,
  }
}

/** Output tokens over the time they took to come: from the first token of a stream, else the whole request; one decimal. */
function tokensPerSecond(row: StoredRequest): number | null {
  const spentMs = row.totalMs - (row.stream ? (row.firstTokenMs ?? 0) : 0)
  if (row.usage.output === 0 || spentMs <= 0) return null
  return Math.round((row.usage.output * 10_000) / spentMs) / 10
}

function attemptsOf(row: StoredRequestDetail, { userId, tellsProvider }: Scope): RequestDetail['attempts'] {
  const everybody = userId === null
  const providers = [...new Set(row.attempts.map((attempt) => attempt.providerId))]
  return row.attempts.map((attempt: AttemptRecord) => ({
    n: attempt.n,
    // Who is not told may still tell them apart.
    provider: tellsProvider ? attempt.providerName : `#${providers.indexOf(attempt.providerId) + 1}`,
    protocol: row.protocolOut,
    credential: everybody ? (row.credentialNames.get(attempt.credentialId) ?? null) : null,
    credential_last4: everybody ? attempt.credentialLast4 : null,
    decision: attempt.decision,
    reason: attempt.reason,
    ...hindranceOf(everybody ? attempt.hindrance : undefined),
    started_ms: attempt.startedMs,
    headers_ms: attempt.headersMs,
    first_token_ms: attempt.firstTokenMs,
    ended_ms: attempt.endedMs,
    http_status: attempt.httpStatus,
    error: attempt.errorClass,
    retryable: attempt.retryable,
    upstream_cost: everybody ? formatUsd(attempt.upstreamCostNanos) : null,
  }))
}
