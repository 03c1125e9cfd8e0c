import { DURATION_EDGES_MS, type HealthRange, type Incident, type ProviderDetail } from '../contract/catalogue.ts'
import { countsBetween, percentile } from '../core/histogram.ts'
import { formatFactor } from '../core/money.ts'
import type { ProtocolId } from '../core/protocol.ts'
import { iso } from '../core/time.ts'
import { type Observed, together } from '../store/observation.ts'
import type { Provider } from '../store/provider-view.ts'
import { factsOf, type Grid, healthOf, modelsAt, rangeGrid, type View } from './catalogue-view.ts'
import { figuresOf } from './health-view.ts'
import { priceFor } from './offering.ts'

type Asked = { userId: string; range: HealthRange; incidents: Incident[] }

/** How a provider did over a range, for one user. */
export async function reportOn(
  provider: Provider,
  view: View,
  { userId, range, incidents }: Asked,
): Promise<ProviderDetail> {
  const { deps } = view
  const grid = rangeGrid(deps.clock.now(), range)
  const spanMs = grid.to - grid.from
  const before = { ...grid, from: grid.from - spanMs, to: grid.from, stepMs: spanMs }
  const only = { providers: [provider.id] }
  const spoken = await deps.store.health.series({ ...grid, ...only, by: 'protocol' })
  const earlier = await deps.store.health.series({ ...before, ...only, by: 'provider' })
  const steps = stepByStep([...spoken.values()])
  return {
    ...factsOf(provider, view),
    multiplier: formatFactor(view.multiplierMicros),
    figures: { ...figuresOf(steps), first_token_p99: percentile(together(steps).firstTokens, 0.99) },
    previous: figuresOf(earlier.get(provider.id) ?? []),
    tick_ms: grid.stepMs,
    strips: stripsOf(spoken, grid),
    latency: steps.map((seen, step) => latencyAt(seen, grid.from + step * grid.stepMs)),
    ...(await ownShare(provider, view, { userId, grid })),
    incidents,
  }
}

/** Several values of a grouping as one, step by step. */
function stepByStep(series: readonly (readonly Observed[])[]): Observed[] {
  return (series[0] ?? []).map((_, step) => together(series.flatMap((own) => own[step] ?? [])))
}

/** The busiest protocol first. */
function stripsOf(spoken: Map<string, Observed[]>, grid: Grid): ProviderDetail['strips'] {
  const asked = (steps: readonly Observed[]) => steps.reduce((sum, { answered, failed }) => sum + answered + failed, 0)
  return [...spoken]
    .toSorted(([, a], [, b]) => asked(b) - asked(a))
    .map(([protocol, steps]) => {
      const { availability, ticks } = healthOf(steps, grid)
      return { protocol: protocol as ProtocolId, availability, ticks }
    })
}

function latencyAt({ firstTokens }: Observed, at: number): ProviderDetail['latency'][number] {
  const at_ = (share: number) => percentile(firstTokens, share)
  return { at: iso(at), p50: at_(0.5), p95: at_(0.95), p99: at_(0.99) }
}

/** The models with what the caller had of them, and how long the caller's requests took. */
async function ownShare(
  provider: Provider,
  view: View,
  { userId, grid }: { userId: string; grid: Grid },
): Promise<Pick<ProviderDetail, 'models' | 'own'>> {
  const { health } = view.deps.store
  const mine = { from: grid.from, to: grid.to, users: [userId], providers: [provider.id] }
  const seen = await health.series({ ...view.grid, by: 'model', providers: [provider.id] })
  const { byModel, before, durations } = await health.served(mine)
  return {
    models: modelsAt(provider, view).map((model) => ({
      id: model.id,
      display_name: model.displayName,
      vendor: model.vendor,
      price: priceFor(model, view.multiplierMicros),
      health: healthOf(seen.get(model.id), view.grid),
      own_requests: byModel.get(model.id) ?? 0,
    })),
    own: {
      requests: [...byModel.values()].reduce((sum, requests) => sum + requests, 0),
      previous_requests: before,
      total_p50: percentile(durations, 0.5),
      total_p95: percentile(durations, 0.95),
      durations: countsBetween(durations, DURATION_EDGES_MS),
    },
  }
}
