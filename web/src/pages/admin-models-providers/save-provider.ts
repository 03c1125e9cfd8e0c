import { adminPatchModel } from '../../../../src/contract/models.ts'
import { adminCreateProvider, type Provider, type ProviderInput } from '../../../../src/contract/providers.ts'
import { call } from '../../lib/call.ts'
import { whyOf } from '../../lib/form-faults.ts'
import type { pricesToSet } from './picks.ts'
import type { Unsaved } from './wizard.ts'

type Prices = ReturnType<typeof pricesToSet>

/** Saves the provider in one step or not at all, then the prices of its models; a price that fails is named, the rest stands. */
export async function saveProvider(
  input: ProviderInput,
  prices: Prices,
  { otherwise, attempt }: { otherwise: string; attempt: string },
): Promise<{ provider: Provider; unsaved: Unsaved[] }> {
  const provider = await call(adminCreateProvider, { body: input, attempt })
  const unsaved = await savePrices(prices, otherwise)
  return { provider: withPrices(provider, prices, unsaved), unsaved }
}

/** The provider as it stands once its prices are saved. */
export function withPrices(provider: Provider, prices: Prices, unsaved: readonly Unsaved[]): Provider {
  const failed = new Set(unsaved.map(({ model }) => model))
  const set = new Set(prices.map(({ model }) => model).filter((model) => !failed.has(model)))
  const routes = provider.routes.map((route) => ({ ...route, priced: route.priced || set.has(route.model) }))
  return { ...provider, routes }
}

/** Sets prices of models that exist; answers those that could not be set, each with its reason. */
export async function savePrices(prices: Prices, otherwise: string): Promise<Unsaved[]> {
  const unsaved: Unsaved[] = []
  // One after the other: each makes a price version, and the list is short.
  for (const { model, price } of prices) {
    try {
      await call(adminPatchModel, { params: { id: model }, body: { price } })
    } catch (error) {
      unsaved.push({ model, why: whyOf(error, otherwise) })
    }
  }
  return unsaved
}
