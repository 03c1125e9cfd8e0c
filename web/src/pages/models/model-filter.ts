import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import { parseUsd } from '../../../../src/core/money.ts'
import { type Dialect, DIALECTS } from '../../../../src/core/protocol.ts'
import { dialectsOf } from '../../lib/offers/protocol-names.ts'
import { many, one, type Search, type SearchPatch } from '../../lib/search-params.ts'
import { signOf } from '../../lib/sign-of.ts'
import { has, type Trait, TRAITS } from './traits.ts'

/** What models are ordered by: `recommended` as the server sends them, `first` by the first token, `mine` by what the reader spent. */
export const SORTS = ['recommended', 'price', 'context', 'first', 'mine'] as const
type ModelSort = (typeof SORTS)[number]

/** What a context may be asked to hold at least, in tokens. */
export const CONTEXTS = [128_000, 400_000, 1_000_000] as const
/** What a million tokens of input may be asked to cost at most, in USD. */
export const PRICES = ['0.5', '1', '2', '5', '10'] as const

/** Which models are shown, and in which order: values of one field are alternatives, but a model must have every trait. */
export type ModelFilter = {
  q: string
  providers: readonly string[]
  traits: readonly Trait[]
  dialects: readonly Dialect[]
  context: number | null
  /** A decimal string in USD. */
  price: string | null
  usable: boolean
  sort: ModelSort
}

/** The filter that search parameters say; what makes no sense is passed over. */
export function readFilter(search: Search): ModelFilter {
  return {
    q: one(search, 'q') ?? '',
    providers: many(search, 'provider'),
    traits: TRAITS.filter((trait) => many(search, 'trait').includes(trait)),
    dialects: DIALECTS.filter((dialect) => many(search, 'protocol').includes(dialect)),
    context: CONTEXTS.find((tokens) => String(tokens) === one(search, 'context')) ?? null,
    price: PRICES.find((amount) => amount === one(search, 'price')) ?? null,
    usable: one(search, 'usable') === '1',
    sort: SORTS.find((sort) => sort === one(search, 'sort')) ?? 'recommended',
  }
}

/** Part of a filter as search parameters. */
export function writeFilter(patch: Partial<ModelFilter>): SearchPatch {
  return {
    ...(patch.q !== undefined && { q: patch.q }),
    ...(patch.providers && { provider: patch.providers }),
    ...(patch.traits && { trait: patch.traits }),
    ...(patch.dialects && { protocol: patch.dialects }),
    ...(patch.context !== undefined && { context: patch.context === null ? null : String(patch.context) }),
    ...(patch.price !== undefined && { price: patch.price }),
    ...(patch.usable !== undefined && { usable: patch.usable ? '1' : null }),
    ...(patch.sort && { sort: patch.sort === 'recommended' ? null : patch.sort }),
  }
}

/** A filter that leaves everything, in the usual order. */
export const NO_FILTER: SearchPatch = writeFilter(readFilter({}))

/** How many things beside the words are filtered by. */
export function filterCount({ providers, traits, dialects, context, price, usable }: ModelFilter): number {
  return (
    providers.length +
    traits.length +
    dialects.length +
    [context !== null, price !== null, usable].filter(Boolean).length
  )
}

/** The models a filter leaves, in its order; `spent` says what each cost its user lately, in USD. */
export function pickModels(
  models: readonly OfferedModel[],
  filter: ModelFilter,
  spent: (id: string) => string,
): OfferedModel[] {
  const left = models.filter((model) => passes(model, filter))
  // What is offered comes in the recommended order already.
  return filter.sort === 'recommended' ? left : left.toSorted(ORDERS[filter.sort](spent))
}

function passes(model: OfferedModel, filter: ModelFilter): boolean {
  const words = filter.q.trim().toLowerCase()
  const named = [model.id, model.display_name, ...model.aliases].join('\n').toLowerCase()
  const dialects = dialectsOf(model.protocols)
  return (
    named.includes(words) &&
    (filter.providers.length === 0 || model.providers.some(({ id }) => filter.providers.includes(id))) &&
    filter.traits.every((trait) => has(model, trait)) &&
    (filter.dialects.length === 0 || filter.dialects.some((dialect) => dialects.includes(dialect))) &&
    (filter.context === null || (model.context ?? 0) >= filter.context) &&
    (filter.price === null || inputPrice(model) <= (parseUsd(filter.price) ?? 0n)) &&
    (!filter.usable || model.status !== 'broken')
  )
}

type Order = (a: OfferedModel, b: OfferedModel) => number

const ORDERS: Record<Exclude<ModelSort, 'recommended'>, (spent: (id: string) => string) => Order> = {
  price: () => (a, b) => signOf(inputPrice(a) - inputPrice(b)),
  context: () => (a, b) => (b.context ?? 0) - (a.context ?? 0),
  first: () => (a, b) => (a.health.first_token_p50 ?? Infinity) - (b.health.first_token_p50 ?? Infinity) || 0,
  mine: (spent) => (a, b) => signOf((parseUsd(spent(b.id)) ?? 0n) - (parseUsd(spent(a.id)) ?? 0n)),
}

/** In nano-dollars per million tokens; a model that names none costs nothing for its input. */
const inputPrice = ({ price }: OfferedModel): bigint => parseUsd(price?.input ?? '0') ?? 0n

/** The providers of some models, by name, each with how many of the models it has. */
export function providersOf(
  models: readonly OfferedModel[],
): { id: string; name: string; preset: string; count: number }[] {
  const found = new Map<string, { id: string; name: string; preset: string; count: number }>()
  for (const { id, name, preset } of models.flatMap(({ providers }) => providers)) {
    found.set(id, { id, name, preset, count: (found.get(id)?.count ?? 0) + 1 })
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN'))
}
