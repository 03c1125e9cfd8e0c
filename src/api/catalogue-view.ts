import type { HealthRange, OfferedModel, OfferStatus } from '../contract/catalogue.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import type { HealthQuery } from '../store/health.ts'
import { nothingObserved, type Observed } from '../store/observation.ts'
import type { Model } from '../store/model-view.ts'
import type { Provider } from '../store/provider-view.ts'
import type { SignedCall } from './call.ts'
import type { Deps } from './deps.ts'
import { figuresOf, statusOf, ticksOf } from './health-view.ts'
import { isBroken, type Offering, offeringTo, serves, spokenBy } from './offering.ts'

/** A stretch of time that is looked at in steps. */
export type Grid = Pick<HealthQuery, 'from' | 'to' | 'stepMs'>

/** What a user may use, with what was seen of it over the last day. */
export type View = Offering & {
  deps: Deps
  userId: string
  grid: Grid
  /** Requests as their callers saw them, by model. */
  ofModels: Map<string, Observed[]>
  /** What providers were asked. */
  ofProviders: Map<string, Observed[]>
}

/** Reads what the caller may use and how it does. */
export async function viewFor(call: SignedCall, deps: Deps): Promise<View> {
  const offering = await offeringTo(call.caller.user, deps)
  const grid = gridOf(deps.clock.now(), DAY_MS, HOUR_MS)
  const providers = offering.providers.map(({ id }) => id)
  return {
    ...offering,
    deps,
    userId: call.caller.user.id,
    grid,
    ofModels: await deps.store.health.series({ ...grid, by: 'model' }),
    ofProviders: await deps.store.health.series({ ...grid, by: 'provider', providers }),
  }
}

/** The last so many milliseconds up to the end of the present step; steps begin at fixed times, so that none changes as time goes on. */
export function gridOf(now: number, spanMs: number, stepMs: number): Grid {
  const to = (Math.floor(now / stepMs) + 1) * stepMs
  return { from: to - spanMs, to, stepMs }
}

const DAYS: Record<HealthRange, number> = { '24h': 1, '7d': 7, '30d': 30 }
const TICKS = 60

/** A range up to now, in its sixtieths. */
export function rangeGrid(now: number, range: HealthRange): Grid {
  const spanMs = DAYS[range] * DAY_MS
  return gridOf(now, spanMs, spanMs / TICKS)
}

/** The figures and ticks of what was seen in a grid. */
export function healthOf(steps: readonly Observed[] | undefined, grid: Grid): OfferedModel['health'] {
  const seen = steps ?? Array.from({ length: (grid.to - grid.from) / grid.stepMs }, nothingObserved)
  return { ...figuresOf(seen), ticks: ticksOf(seen, grid) }
}

/** How a provider is doing now, for a model of the user's where one is named. */
export function providerStatus(provider: Provider, { deps, ofProviders, userId }: View, model?: string): OfferStatus {
  const asked = model === undefined ? undefined : { model, userId }
  return isBroken(provider, deps, asked) ? 'broken' : statusOf(ofProviders.get(provider.id) ?? [])
}

/** What a provider is, without anything of how it is reached. */
export function factsOf(provider: Provider, view: View) {
  return {
    id: provider.id,
    name: provider.name,
    preset: provider.preset,
    website: view.deps.presets.find(({ id }) => id === provider.preset)?.website ?? null,
    status: providerStatus(provider, view),
    protocols: spokenBy(provider, modelsAt(provider, view)),
  }
}

/** The models a provider is asked for, of those the user may use. */
export function modelsAt(provider: Provider, { models }: Offering): Model[] {
  return models.filter((model) => serves(provider, model))
}
