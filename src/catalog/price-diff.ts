import { isDeepStrictEqual } from 'node:util'
import type { PriceHours } from '../core/price-hours.ts'
import { begunBy, type Price, type PriceComponent, type Timeline } from '../core/price.ts'
import type { ServiceTier } from '../core/service-tier.ts'

type Rated = Pick<Price, 'rates' | 'tiers' | 'services' | 'hours'>

/** One rate that differs, in nano-dollars per million; undefined where there is none. */
type RateDiff = {
  component: PriceComponent
  service: ServiceTier | null
  aboveTokens: number
  before: bigint | undefined
  after: bigint | undefined
}

/** How the hours of a price differ; null where there are none. */
type HoursDiff = { before: PriceHours | null; after: PriceHours | null }

/** How a price differs from a time on; `from` null: from now on, `hours` absent: not in its hours. */
type PriceDiff = {
  from: number | null
  kind: 'added' | 'changed' | 'removed'
  rates: RateDiff[]
  hours?: HoursDiff
}

/** Where two courses of a model's price differ: now, and from each time on at which one of them changes. */
export function timelineDiff(before: Timeline<Rated>, after: Timeline<Rated>): PriceDiff[] {
  const later = [...before.laterPrices, ...after.laterPrices].map(({ from }) => from)
  const times = [null, ...[...new Set(later)].toSorted((a, b) => a - b)]
  return times.flatMap((from) => {
    const [old, new_] = [before, after].map((one) => (from === null ? one.price : begunBy(one, from)))
    const rates = rateDiffs(old ?? null, new_ ?? null)
    const hours: HoursDiff = { before: old?.hours ?? null, after: new_?.hours ?? null }
    const inHours = isDeepStrictEqual(hours.before, hours.after) ? null : { hours }
    const isSame = rates.length === 0 && !inHours
    return isSame ? [] : [{ from, kind: kindOf(old ?? null, new_ ?? null), rates, ...inHours }]
  })
}

function kindOf(before: Rated | null, after: Rated | null): PriceDiff['kind'] {
  if (!before) return 'added'
  return after ? 'changed' : 'removed'
}

function rateDiffs(before: Rated | null, after: Rated | null): RateDiff[] {
  const [old, fresh] = [flat(before), flat(after)]
  return [...new Map([...old, ...fresh])].flatMap(([key, { component, service, aboveTokens }]) => {
    const [was, becomes] = [old.get(key)?.rate, fresh.get(key)?.rate]
    return was === becomes ? [] : [{ component, service, aboveTokens, before: was, after: becomes }]
  })
}

type FlatRate = Omit<RateDiff, 'before' | 'after'> & { rate: bigint }

function flat(price: Rated | null): Map<string, FlatRate> {
  if (!price) return new Map()
  const standard = [{ aboveTokens: 0, rates: price.rates }, ...price.tiers].map((one) => ({ ...one, service: null }))
  const rates = [...standard, ...(price.services ?? [])].flatMap(({ service, aboveTokens, rates: some }) =>
    Object.entries(some).map(([component, rate]) => ({
      component: component as PriceComponent,
      service,
      aboveTokens,
      rate,
    })),
  )
  return new Map(rates.map((one) => [`${one.service} ${one.aboveTokens} ${one.component}`, one]))
}
