import { adminCreateModel, adminPatchModel } from '../../../../src/contract/models.ts'
import { adminSyncPrices } from '../../../../src/contract/prices.ts'
import { adminGetProvider, adminPatchProvider } from '../../../../src/contract/providers.ts'
import { call } from '../../lib/call.ts'
import { whyOf } from '../../lib/form-faults.ts'
import type { AddedItem, FactItem, RemovedItem, SyncItem } from './sync-items.ts'

/** A change that was not made, and why. */
export type Refused = { item: SyncItem; why: string }

/** Makes the changes that were picked, one after the other; answers those that were refused, the rest stands. */
export async function acceptChanges(items: readonly SyncItem[], otherwise: string): Promise<Refused[]> {
  const refused: Refused[] = []
  const attempt = async (some: readonly SyncItem[], act: () => Promise<unknown>): Promise<boolean> => {
    if (some.length === 0) return true
    try {
      await act()
      return true
    } catch (error) {
      const why = whyOf(error, otherwise)
      refused.push(...some.map((item) => ({ item, why })))
      return false
    }
  }
  const prices = items.filter((item) => item.kind === 'price')
  const accept = [...new Set(prices.map(({ model }) => model))]
  await attempt(prices, () => call(adminSyncPrices, { body: { accept } }))
  for (const item of items.filter((one) => one.kind === 'fact')) {
    await attempt([item], () => call(adminPatchModel, { params: { id: item.model }, body: factBody(item) }))
  }
  const made = new Set<string>()
  const mapped: (AddedItem | RemovedItem)[] = items.filter((item) => item.kind === 'removed')
  for (const item of items.filter((one) => one.kind === 'added')) {
    // Nobody can call what comes in new until its price was looked at.
    const isNew = !item.exists && !made.has(item.model)
    const body = { id: item.model, enabled: false }
    if (isNew && !(await attempt([item], () => call(adminCreateModel, { body })))) continue
    made.add(item.model)
    mapped.push(item)
  }
  for (const [id, own] of Map.groupBy(mapped, ({ provider }) => provider.id)) {
    await attempt(own, () => mapAgain(id, own))
  }
  return refused
}

function factBody(item: FactItem) {
  if (item.fact === 'abilities') return { abilities: [...item.after] }
  return item.fact === 'context' ? { context: item.after } : { max_output: item.after }
}

/** Adds what is new to a provider's models and switches off what is gone, from what it is at this moment. */
async function mapAgain(id: string, items: readonly (AddedItem | RemovedItem)[]): Promise<void> {
  const now = await call(adminGetProvider, { params: { id } })
  const gone = (row: { model: string; upstream_name: string }) =>
    items.some((one) => one.kind === 'removed' && one.model === row.model && one.upstream === row.upstream_name)
  const kept = now.routes.map(({ model, upstream_name, enabled }) => ({
    model,
    upstream_name,
    enabled: enabled && !gone({ model, upstream_name }),
  }))
  const added = items
    .filter((one) => one.kind === 'added')
    .map(({ model }) => ({ model, upstream_name: model, enabled: true }))
  await call(adminPatchProvider, { params: { id }, body: { routes: [...kept, ...added] }, ifMatch: now.version })
}
