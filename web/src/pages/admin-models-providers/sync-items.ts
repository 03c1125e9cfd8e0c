import type { Model } from '../../../../src/contract/models.ts'
import type { Reference } from '../../../../src/contract/references.ts'
import type { PriceChange } from '../../../../src/contract/prices.ts'
import type { Probes, Provider } from '../../../../src/contract/providers.ts'

type Of = Pick<Provider, 'id' | 'name'>
/** What a model can do. */
export type Ability = Model['abilities'][number]

/** A model an upstream lists and nobody has mapped; `exists` where another provider has it already. */
export type AddedItem = {
  kind: 'added'
  key: string
  model: string
  provider: Of
  exists: boolean
  reference: Probes['models'][number]['reference']
}
/** A price that is another than the built-in catalogue's; `manual` where an administrator set it. */
type PriceItem = { kind: 'price'; key: string; model: string; change: PriceChange; manual: boolean }
/** A fact of a model that the built-in catalogue has otherwise. */
export type FactItem = { kind: 'fact'; key: string; model: string } & (
  | { fact: 'context' | 'max_output'; before: number | null; after: number }
  | { fact: 'abilities'; before: readonly Ability[]; after: readonly Ability[] }
)
/** A mapped model its upstream lists no longer; `requests` are those of 7 days, null where they are not told; `last` where no other provider has it. */
export type RemovedItem = {
  kind: 'removed'
  key: string
  model: string
  provider: Of
  upstream: string
  requests: number | null
  last: boolean
}
/** Something that is otherwise than upstreams and the built-in catalogue have it. */
export type SyncItem = AddedItem | PriceItem | FactItem | RemovedItem

/** The groups the changes are shown in. */
export const SYNC_GROUPS = ['added', 'changed', 'removed'] as const
export type SyncGroup = (typeof SYNC_GROUPS)[number]

/** The group a change is shown in. */
export function groupOf({ kind }: SyncItem): SyncGroup {
  return kind === 'price' || kind === 'fact' ? 'changed' : kind
}

/** What an upstream lists beyond what is mapped. */
export function addedOf(provider: Provider, probes: Probes, models: readonly Model[]): AddedItem[] {
  const names = new Set(models.flatMap(({ id, aliases }) => [id, ...aliases]))
  return probes.models
    .filter(({ routed }) => !routed)
    .map(({ id, reference }) => ({
      kind: 'added',
      key: `added ${provider.id} ${id}`,
      model: id,
      provider,
      exists: names.has(id),
      reference,
    }))
}

/** So many names are told at most; what is beyond them is not gone. */
const MOST_TOLD = 2000

/** What is mapped and on, and no longer listed; nothing where some endpoint lists nothing, as then nobody knows. */
export function removedOf(provider: Provider, probes: Probes, all: readonly Provider[]): RemovedItem[] {
  const { results, models } = probes
  if (models.length >= MOST_TOLD || !results.every(({ ok, models: listed }) => ok && listed.length > 0)) return []
  const listed = new Set(models.map(({ id }) => id))
  const others = all.filter(({ id, status }) => id !== provider.id && status !== 'disabled')
  const elsewhere = new Set(
    others.flatMap(({ routes }) => routes.filter(({ enabled }) => enabled).map(({ model }) => model)),
  )
  return provider.routes
    .filter(({ enabled, upstream_name: name }) => enabled && !listed.has(name))
    .map(({ model, upstream_name: upstream }) => ({
      kind: 'removed',
      key: `removed ${provider.id} ${model} ${upstream}`,
      model,
      provider,
      upstream,
      requests: null,
      last: !elsewhere.has(model),
    }))
}

/** Prices that are otherwise than the built-in catalogue's. */
export function priceItems(changes: readonly PriceChange[], manual: readonly string[]): PriceItem[] {
  return changes.map((change) => ({
    kind: 'price',
    key: `price ${change.model} ${change.effective_from}`,
    model: change.model,
    change,
    manual: manual.includes(change.model),
  }))
}

/** Facts of a model that the built-in catalogue knows, and has otherwise. */
export function factItems(model: Model, reference: Reference | undefined): FactItem[] {
  if (!reference) return []
  const { id } = model
  const items: FactItem[] = []
  for (const fact of ['context', 'max_output'] as const) {
    const after = reference[fact]
    if (after !== null && after !== model[fact]) {
      items.push({ kind: 'fact', key: `${fact} ${id}`, model: id, fact, before: model[fact], after })
    }
  }
  const before = model.abilities
  const after = reference.abilities
  if (after.length > 0 && (before.length !== after.length || after.some((one) => !before.includes(one)))) {
    items.push({ kind: 'fact', key: `abilities ${id}`, model: id, fact: 'abilities', before, after })
  }
  return items
}

/** Whether a change is picked from the start: only what follows the catalogue already, and nothing somebody has decided otherwise. */
export function isPickedAtFirst(item: SyncItem): boolean {
  return item.kind === 'price' && !item.manual
}
