import { OFFER_STATUSES, type OfferedProvider, type OfferStatus } from '../../../../src/contract/catalogue.ts'
import { type Dialect, DIALECTS } from '../../../../src/core/protocol.ts'
import { dialectsOf } from '../../lib/offers/protocol-names.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'

/** What providers are ordered by; `recommended` begins with those that do worst. */
export const PROVIDER_SORTS = ['recommended', 'available', 'first', 'models'] as const
type ProviderSort = (typeof PROVIDER_SORTS)[number]

/** Which providers are shown, and in which order. */
export type ProviderFilter = {
  q: string
  status: OfferStatus | null
  dialect: Dialect | null
  sort: ProviderSort
}

/** The filter in the address, and the way to change parts of it. */
export function useProviderFilter(): [ProviderFilter, (patch: Partial<ProviderFilter>) => void] {
  const [search, change] = useSearchParams()
  const filter: ProviderFilter = {
    q: one(search, 'q') ?? '',
    status: OFFER_STATUSES.find((status) => status === one(search, 'status')) ?? null,
    dialect: DIALECTS.find((dialect) => dialect === one(search, 'protocol')) ?? null,
    sort: PROVIDER_SORTS.find((sort) => sort === one(search, 'sort')) ?? 'recommended',
  }
  const set = (patch: Partial<ProviderFilter>) => {
    const { q, status, dialect, sort } = { ...filter, ...patch }
    change({ q, status, protocol: dialect, sort: sort === 'recommended' ? null : sort })
  }
  return [filter, set]
}

type Order = (a: OfferedProvider, b: OfferedProvider) => number

const ORDERS: Record<ProviderSort, Order> = {
  // Those that do worst stand where they are seen.
  recommended: (a, b) => OFFER_STATUSES.indexOf(b.status) - OFFER_STATUSES.indexOf(a.status) || b.models - a.models,
  available: (a, b) => (b.health.availability ?? -1) - (a.health.availability ?? -1),
  first: (a, b) => (a.health.first_token_p50 ?? Infinity) - (b.health.first_token_p50 ?? Infinity) || 0,
  models: (a, b) => b.models - a.models,
}

/** The providers a filter leaves, in its order. */
export function pickProviders(providers: readonly OfferedProvider[], filter: ProviderFilter): OfferedProvider[] {
  const words = filter.q.trim().toLowerCase()
  return providers
    .filter(({ name }) => name.toLowerCase().includes(words))
    .filter(({ status }) => filter.status === null || status === filter.status)
    .filter(({ protocols }) => filter.dialect === null || dialectsOf(protocols).includes(filter.dialect))
    .toSorted(ORDERS[filter.sort])
}
