import type { MatrixRow } from '../../../../src/contract/overview.ts'
import type { Provider } from '../../../../src/contract/providers.ts'

/** How a provider stands; `disabled` is the operator’s own word. */
export const HEALTHS = ['ok', 'degraded', 'down', 'disabled'] as const
export type Health = (typeof HEALTHS)[number]

/** Why a provider is not simply fine; `count` where the sentence needs it. */
type HealthReason =
  | { code: 'draining' | 'no_credential' | 'credentials_down' | 'endpoints_down' | 'no_model' | 'slow' }
  | { code: 'credentials_out' | 'endpoints_out' | 'unpriced'; count: number }
  | { code: 'failing'; share: number }

/** How many of a list can be used now. */
export type Share = { usable: number; total: number }

/** What is known of how a provider answered lately. */
export type Lately = Pick<MatrixRow, 'status' | 'health'>

/** What the console can say of a provider from its settings, the state of its credentials and endpoints, and how it answered lately. */
export function healthOf(provider: Provider, lately?: Lately): { health: Health; reason: HealthReason | null } {
  if (provider.status === 'disabled') return { health: 'disabled', reason: null }
  const { usable, total } = credentialShare(provider)
  if (total === 0) return { health: 'down', reason: { code: 'no_credential' } }
  if (usable === 0) return { health: 'down', reason: { code: 'credentials_down' } }
  const broken = provider.health.endpoints.filter(({ breaker }) => breaker === 'open').length
  if (broken > 0 && broken >= provider.endpoints.length) return { health: 'down', reason: { code: 'endpoints_down' } }
  if (modelShare(provider).usable === 0) return { health: 'degraded', reason: { code: 'no_model' } }
  const out = provider.credentials.filter(({ status }) => status !== 'active' && status !== 'disabled').length
  if (out > 0) return { health: 'degraded', reason: { code: 'credentials_out', count: out } }
  if (broken > 0) return { health: 'degraded', reason: { code: 'endpoints_out', count: broken } }
  if (provider.status === 'draining') return { health: 'degraded', reason: { code: 'draining' } }
  const trouble = lately?.status === 'degraded' ? troubleOf(lately) : null
  if (trouble !== null) return { health: 'degraded', reason: trouble }
  const unpriced = provider.routes.filter((route) => route.enabled && !route.priced).length
  return { health: 'ok', reason: unpriced > 0 ? { code: 'unpriced', count: unpriced } : null }
}

/** What is wrong in the last stretch of time that shows something wrong. */
function troubleOf({ health }: Lately): HealthReason | null {
  const last = health.ticks.findLast(({ trouble }) => trouble !== null)
  if (!last) return null
  return last.trouble === 'slow' ? { code: 'slow' } : { code: 'failing', share: 1 - (last.availability ?? 0) }
}

/** Credentials that may be used, of all. */
export function credentialShare(provider: Provider): Share {
  const usable = provider.credentials.filter(({ status }) => status === 'active').length
  return { usable, total: provider.credentials.length }
}

/** Models the provider serves, of all it is mapped to. */
export function modelShare(provider: Provider): Share {
  return { usable: provider.routes.filter((route) => route.enabled).length, total: provider.routes.length }
}
