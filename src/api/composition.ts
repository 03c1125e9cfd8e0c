import { sharesOf } from '../catalog/cost.ts'
import type { Composition } from '../contract/composition.ts'
import { formatUsd, type Nanos } from '../core/money.ts'
import { type PriceComponent, priceThen } from '../core/price.ts'
import type { Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { filterOf, ownScope } from './scope.ts'

type Kind = Exclude<keyof Composition, 'untold' | 'cost'>

/** As what each component of a price is told; what a cache keeps for an hour is no kind of its own there. */
const KIND_OF: Readonly<Record<PriceComponent, Kind>> = {
  input: 'input',
  cacheRead: 'cache_read',
  cacheWrite5m: 'cache_write',
  cacheWrite1h: 'cache_write',
  output: 'output',
  reasoning: 'reasoning',
  audioIn: 'media',
  audioOut: 'media',
  imageIn: 'media',
  imageOut: 'media',
  requests: 'pieces',
  searches: 'pieces',
}

/** What the own traffic was charged for. */
export function compositionHandlers(deps: Deps): Pick<Handlers, 'usageComposition'> {
  return {
    usageComposition: async (call) => {
      const { groups, untoldNanos } = await deps.store.usage.composition(filterOf(call.query, ownScope(call, deps)))
      const kinds = { input: 0n, cache_read: 0n, cache_write: 0n, output: 0n, reasoning: 0n, media: 0n, pieces: 0n }
      let [untold, cost] = [untoldNanos, untoldNanos]
      for (const { priceVersion, at, leastRead, usage, costNanos, serviceTier: service } of groups) {
        const price = priceVersion === null ? undefined : await deps.store.models.priceOf(priceVersion)
        const shares = price && sharesOf({ usage, leastRead, service, costNanos }, priceThen(price, at))
        cost += costNanos
        // A charge that no price explains is none of a kind.
        if (!shares || shares.size === 0) untold += costNanos
        for (const [component, nanos] of shares ?? []) kinds[KIND_OF[component]] += nanos
      }
      return amountsOf({ ...kinds, untold, cost })
    },
  }
}

function amountsOf(nanos: Readonly<Record<keyof Composition, Nanos>>): Composition {
  return Object.fromEntries(Object.entries(nanos).map(([kind, amount]) => [kind, formatUsd(amount)])) as Composition
}
