import { type MatrixRow, STRIP_MS, STRIP_TICK_MS } from '../contract/overview.ts'
import { DAY_MS, HOUR_MS, isoOrNull } from '../core/time.ts'
import { type Observed, together } from '../store/observation.ts'
import type { Provider } from '../store/provider-view.ts'
import type { Way } from '../store/ways.ts'
import { type Grid, gridOf, healthOf } from './catalogue-view.ts'
import type { Deps } from './deps.ts'
import { statusOf } from './health-view.ts'
import { readIncidents } from './incidents.ts'
import { limitViews } from './limit-json.ts'
import { isBroken } from './offering.ts'
import { stepByStep, stripOf } from './provider-strips.ts'

/** How every provider did over the last day and does now, the worst first, with the last 12 hours of each endpoint. */
export async function healthMatrix(deps: Deps): Promise<MatrixRow[]> {
  const providers = await deps.store.providers.list()
  const ids = providers.map(({ id }) => id)
  const now = deps.clock.now()
  const [grid, fine] = [gridOf(now, DAY_MS, HOUR_MS), gridOf(now, STRIP_MS, STRIP_TICK_MS)]
  const seen = await deps.store.health.series({ ...grid, by: 'provider', providers: ids })
  const ways = await deps.store.health.ways({ ...fine, providers: ids })
  const around = { deps, grid, fine, ways }
  const rows = await Promise.all(providers.map((provider) => rowOf(provider, seen.get(provider.id), around)))
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

type Around = { deps: Deps; grid: Grid; fine: Grid; ways: readonly Way[] }

async function rowOf(
  provider: Provider,
  steps: readonly Observed[] | undefined,
  { deps, grid, fine, ways }: Around,
): Promise<MatrixRow> {
  const { routing } = deps
  const { answered, failed, passedOn } = together(steps ?? [])
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
    passed_on: passedOn,
    incidents: await readIncidents(deps.store.health, provider.id, steps ?? [], grid),
    limits: limitViews(await deps.limitState('provider', provider.id)),
    endpoints: provider.endpoints.map(({ id, dialect, maxConcurrency }) => {
      const { breaker = 'closed', until = null, inFlight = 0 } = routing.endpoint(id) ?? {}
      const own = ways.filter(({ endpointId }) => endpointId === id)
      const steps = stepByStep(own, fine)
      const lately = breaker === 'open' || doing === 'broken' ? 'broken' : statusOf(steps)
      const status = provider.status === 'active' ? lately : provider.status
      return {
        id,
        dialect,
        status,
        breaker,
        until: isoOrNull(until),
        in_flight: inFlight,
        max_concurrency: maxConcurrency,
        strip: stripOf(id, steps, fine),
      }
    }),
    resting: restingOf(provider, deps),
    in_flight: provider.endpoints.reduce((sum, { id }) => sum + (routing.endpoint(id)?.inFlight ?? 0), 0),
    limit: limits.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0),
  }
}

function restingOf({ credentials }: Provider, { routing }: Deps): MatrixRow['resting'] {
  return credentials.flatMap(({ id, name, last4, status: kept }) => {
    if (kept === 'disabled') return []
    const now = routing.credential(id)
    const status = now?.status ?? kept
    return status === 'active' ? [] : [{ id, name, last4, status, until: isoOrNull(now?.until ?? null) }]
  })
}
