import type { Provider } from '../../../../src/contract/providers.ts'

/** How a provider stands by its settings and credentials alone; `disabled` is the operator’s own word. */
export const HEALTHS = ['ok', 'degraded', 'down', 'disabled'] as const
export type Health = (typeof HEALTHS)[number]

/** Why a provider is not simply fine; `count` where the sentence needs it. */
type HealthReason =
  | { code: 'draining' | 'no_credential' | 'credentials_down' | 'no_model' }
  | { code: 'credentials_out' | 'unpriced'; count: number }

/** How many of a list can be used now. */
export type Share = { usable: number; total: number }

/** What the console can say of a provider from its own settings and the state of its credentials. */
export function healthOf(provider: Provider): { health: Health; reason: HealthReason | null } {
  if (provider.status === 'disabled') return { health: 'disabled', reason: null }
  const { usable, total } = credentialShare(provider)
  if (total === 0) return { health: 'down', reason: { code: 'no_credential' } }
  if (usable === 0) return { health: 'down', reason: { code: 'credentials_down' } }
  if (modelShare(provider).usable === 0) return { health: 'degraded', reason: { code: 'no_model' } }
  const out = provider.credentials.filter(({ status }) => status !== 'active' && status !== 'disabled').length
  if (out > 0) return { health: 'degraded', reason: { code: 'credentials_out', count: out } }
  if (provider.status === 'draining') return { health: 'degraded', reason: { code: 'draining' } }
  const unpriced = provider.routes.filter((route) => route.enabled && !route.priced).length
  return { health: 'ok', reason: unpriced > 0 ? { code: 'unpriced', count: unpriced } : null }
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
