import type { MatrixRow } from '../contract/overview.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { type Observed, together } from '../store/health.ts'
import type { Provider } from '../store/provider-view.ts'
import { type Grid, gridOf, healthOf } from './catalogue-view.ts'
import type { Deps } from './deps.ts'
import { statusOf } from './health-view.ts'
import { incidentsOf } from './incidents.ts'
import { limitViews } from './limit-json.ts'
import { isBroken } from './offering.ts'
import { isoOrNull } from './provider-answer.ts'

/** How every provider did over the last day and does now, the worst first. */
export async function healthMatrix(deps: Deps): Promise<MatrixRow[]> {
  const providers = await deps.store.providers.list()
  const grid = gridOf(deps.clock.now(), DAY_MS, HOUR_MS)
  const seen = await deps.store.health.series({ ...grid, by: 'provider', providers: providers.map(({ id }) => id) })
  const rows = await Promise.all(providers.map((provider) => rowOf(provider, seen.get(provider.id), { deps, grid })))
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.health.availability ?? 1) - (b.health.availability ?? 1))
}

const WORST_FIRST = [
  'broken',
  'degraded',
  'healthy',
  'draining',
  'disabled',
] as const satisfies readonly MatrixRow['status'][]

function rankOf({ status }: MatrixRow): number {
  return WORST_FIRST.indexOf(status)
}

type Around = { deps: Deps; grid: Grid }

async function rowOf(
  provider: Provider,
  steps: readonly Observed[] | undefined,
  { deps, grid }: Around,
): Promise<MatrixRow> {
  const { routing } = deps
  const { answered, failed } = together(steps ?? [])
  const health = healthOf(steps, grid)
  const doing = isBroken(provider, deps) ? 'broken' : statusOf(steps ?? [])
  const limits = provider.endpoints.map(({ maxConcurrency }) => maxConcurrency)
  return {
    id: provider.id,
    name: provider.name,
    preset: provider.preset,
    status: provider.status === 'active' ? doing : provider.status,
    health,
    asked: answered + failed,
    failed,
    incidents: incidentsOf(provider.id, steps ?? [], grid),
    limits: limitViews(await deps.limitState('provider', provider.id)),
    endpoints: provider.endpoints.map(({ id, dialect }) => {
      const now = routing.endpoint(id)
      return { id, dialect, breaker: now?.breaker ?? 'closed', until: isoOrNull(now?.until ?? null) }
    }),
    resting: restingOf(provider, deps),
    in_flight: provider.endpoints.reduce((sum, { id }) => sum + (routing.endpoint(id)?.inFlight ?? 0), 0),
    limit: limits.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0),
  }
}

function restingOf({ credentials }: Provider, { routing }: Deps): MatrixRow['resting'] {
  return credentials.flatMap(({ id, last4, status: kept }) => {
    if (kept === 'disabled') return []
    const now = routing.credential(id)
    const status = now?.status ?? kept
    return status === 'active' ? [] : [{ id, last4, status, until: isoOrNull(now?.until ?? null) }]
  })
}
