import { type Model, modelId, type ModelPrice, newModelId } from '../../../../src/contract/models.ts'
import type { Probes } from '../../../../src/contract/providers.ts'
import type { PriceForm } from './price-form.ts'
import { emptyRates, priceForm, priceOf } from './price-form.ts'

/** The rates the wizard asks for; the rest is set on the models tab. */
export const QUICK_RATES = ['input', 'output', 'cache_read', 'cache_write_5m'] as const
export type QuickRate = (typeof QUICK_RATES)[number]
/** The rates as they are typed; empty where there is none. */
export type QuickPrice = Record<QuickRate, string>

/** A model of the upstream: whether it is taken, under which name, and what the operator typed as its price. */
export type Pick = {
  upstream: string
  model: string
  taken: boolean
  source: 'found' | 'typed'
  known: boolean
  /** Whether `model` has a price already. */
  priced: boolean
  price: QuickPrice
}

type Found = Probes['models'][number]

/** Puts what was found beside what was already decided: known decisions stay, new models with a price are taken. */
export function mergePicks(before: readonly Pick[], found: readonly Found[]): Pick[] {
  const kept = new Map(before.map((pick) => [pick.upstream, pick]))
  const seen = new Set(found.map(({ id }) => id))
  const listed = found.map(({ id, known, priced }): Pick => {
    const old = kept.get(id)
    if (!old) return { ...blank(id), source: 'found', taken: priced, known, priced }
    return { ...old, source: 'found', known, priced: old.model === id ? priced : old.priced }
  })
  return [...before.filter((pick) => pick.source === 'typed' && !seen.has(pick.upstream)), ...listed]
}

/** A model typed by hand because the upstream does not list it. */
export function typedPick(name: string, catalogue: readonly Model[]): Pick {
  const model = inCatalogue(name, catalogue)
  return { ...blank(name), source: 'typed', taken: true, known: model !== undefined, priced: model?.price != null }
}

/** Gives a pick another name towards callers; whether that name has a price is looked up. */
export function renamePick(pick: Pick, name: string, catalogue: readonly Model[], found: readonly Found[]): Pick {
  const wanted = name.trim()
  const listed = found.find(({ id }) => id === wanted)
  const model = inCatalogue(wanted, catalogue)
  return { ...pick, model: name, priced: model?.price != null || listed?.priced === true }
}

/** The picks that are taken, with or without faults. */
export function chosen(picks: readonly Pick[]): Pick[] {
  return picks.filter((pick) => pick.taken)
}

/** What keeps a pick from being saved: no name, a name with spaces or the like, a name used twice, a price that is none. */
export type PickFault = 'name' | 'twice' | 'price'

/** The faults of the taken picks by upstream name. */
export function pickFaults(picks: readonly Pick[]): Map<string, PickFault> {
  const faults = new Map<string, PickFault>()
  const names = new Set<string>()
  for (const pick of chosen(picks)) {
    const name = pick.model.trim()
    // What the catalogue has already is only referred to.
    const rule = pick.known && name === pick.upstream ? modelId : newModelId
    if (!rule.safeParse(name).success) faults.set(pick.upstream, 'name')
    else if (names.has(name)) faults.set(pick.upstream, 'twice')
    else if (!priceForm.safeParse(quickForm(pick.price)).success) faults.set(pick.upstream, 'price')
    names.add(name)
  }
  return faults
}

/** The taken picks that callers will be refused, because nobody set a price. */
export function unpricedPicks(picks: readonly Pick[]): Pick[] {
  return chosen(picks).filter((pick) => !pick.priced && priceOf(quickForm(pick.price)) === null)
}

/** The prices to save after the provider, by the name towards callers. */
export function pricesToSet(picks: readonly Pick[]): { model: string; price: ModelPrice }[] {
  return chosen(picks)
    .filter((pick) => !pick.priced)
    .map((pick) => ({ model: pick.model.trim(), price: priceOf(quickForm(pick.price)) }))
    .filter((entry): entry is { model: string; price: ModelPrice } => entry.price !== null)
}

/** The picks a search leaves. */
export function searchPicks(picks: readonly Pick[], query: string): Pick[] {
  const wanted = query.trim().toLowerCase()
  return wanted === ''
    ? [...picks]
    : picks.filter((pick) => `${pick.upstream}\n${pick.model}`.toLowerCase().includes(wanted))
}

/** No rate typed yet. */
export const noQuickPrice = (): QuickPrice => ({ input: '', output: '', cache_read: '', cache_write_5m: '' })

/** What is typed, as the form of a whole price. */
export function quickForm(price: QuickPrice): PriceForm {
  return { rates: { ...emptyRates(), ...price }, tiers: [] }
}

function blank(name: string): Pick {
  return {
    upstream: name,
    model: name,
    taken: false,
    source: 'typed',
    known: false,
    priced: false,
    price: noQuickPrice(),
  }
}

function inCatalogue(name: string, catalogue: readonly Model[]): Model | undefined {
  return catalogue.find((model) => model.id === name || model.aliases.includes(name))
}
