import type { ProviderFailure, ProviderStrips, Strip, WayTick } from '../contract/provider-strips.ts'
import { percentile } from '../core/histogram.ts'
import { iso } from '../core/time.ts'
import type { Provider } from '../store/provider-view.ts'
import type { WayFailure, WayFailures } from '../store/way-failures.ts'
import { type Way, type WayObserved, waysTogether } from '../store/ways.ts'
import { type Grid, rangeGrid } from './catalogue-view.ts'
import type { Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { found } from './errors.ts'
import { availabilityOf, ticksOf } from './health-view.ts'
import { readIncidents } from './incidents.ts'

/** How the endpoints and credentials of a provider did, over a range. */
export function providerStripsHandlers(deps: Deps): Pick<Handlers, 'adminProviderStrips'> {
  const { store, clock } = deps
  return {
    adminProviderStrips: async ({ params: { id }, query: { range } }): Promise<ProviderStrips> => {
      const provider = found(await store.providers.get(id))
      const grid = rangeGrid(clock.now(), range)
      const ways = await store.health.ways({ ...grid, providers: [id] })
      // What is known of a provider as a whole goes further back than what is known of its ways.
      const whole = await store.health.series({ ...grid, by: 'provider', providers: [id] })
      const { classes, latest } = await store.health.failures({ ...grid, provider: id })
      const strips = (rows: readonly { id: string }[], of: 'endpointId' | 'credentialId') =>
        rows.map(({ id: own }) => {
          const steps = stepByStep(
            ways.filter((way) => way[of] === own),
            grid,
          )
          return stripOf(own, steps, grid)
        })
      return {
        tick_ms: grid.stepMs,
        endpoints: strips(provider.endpoints, 'endpointId'),
        credentials: strips(provider.credentials, 'credentialId').map((strip) => ({
          ...strip,
          last_failure: lastOf(latest.get(strip.id)),
        })),
        failures: classes.map((one) => failureOf(one, provider)),
        incidents: await readIncidents(store.health, id, whole.get(id) ?? [], grid),
      }
    },
  }
}

function failureOf({ kind, count, steps, byCredential, first, last }: WayFailure, of: Provider): ProviderFailure {
  const name = (id: string) => of.credentials.find((one) => one.id === id)?.name ?? null
  return {
    class: kind,
    count,
    ticks: steps,
    credentials: [...byCredential]
      .map(([id, own]) => ({ id, name: name(id), count: own }))
      .toSorted((a, b) => b.count - a.count),
    first: metAt(first),
    last: metAt(last),
  }
}

function metAt({ at, requestId }: WayFailure['last']) {
  return { at: iso(at), request_id: requestId }
}

function lastOf(latest: ReturnType<WayFailures['latest']['get']>) {
  return latest ? { class: latest.kind, ...metAt(latest) } : null
}

/** What was seen of an endpoint or a credential, as its strip. */
export function stripOf(id: string, steps: readonly WayObserved[], grid: Grid): Strip {
  const all = waysTogether(steps)
  return {
    id,
    availability: availabilityOf(all),
    first_token_p50: percentile(all.firstTokens, 0.5),
    asked: all.answered + all.failed,
    failed: all.failed,
    ticks: ticksOf(steps, grid).flatMap((tick, step) => {
      const seen = steps[step]
      return seen ? [{ ...tick, ...figuresOf(seen) }] : []
    }),
  }
}

/** What was seen of several ways as one, step by step. */
export function stepByStep(ways: readonly Way[], { from, to, stepMs }: Grid): WayObserved[] {
  return Array.from({ length: (to - from) / stepMs }, (_, step) =>
    waysTogether(ways.flatMap(({ steps }) => steps[step] ?? [])),
  )
}

/** So many classes are told; what else there was is the rest of those that failed. */
const MOST_CLASSES = 4

type Figures = Pick<WayTick, 'asked' | 'failed' | 'failures' | 'first_token_p50'>

function figuresOf({ answered, failed, failures, firstTokens }: WayObserved): Figures {
  const classes = [...failures].map(([name, count]) => ({ class: name, count }))
  return {
    asked: answered + failed,
    failed,
    failures: classes.toSorted((a, b) => b.count - a.count || a.class.localeCompare(b.class)).slice(0, MOST_CLASSES),
    first_token_p50: percentile(firstTokens, 0.5),
  }
}
