import { systemClock } from '../core/time.ts'
import type { Store } from '../store/store.ts'
import type { Vault } from '../vault/vault.ts'
import { CAST_MODELS } from './cast.ts'
import { diceOf } from './dice.ts'
import type { Past } from './past.ts'
import { seedDemo } from './seed.ts'
import { startDemoVendor } from './vendor.ts'

const SEED = 20_261_120

/** What of the gateway the demo needs. */
type DemoHost = { store: Store; vault: Vault; firstAdmin: { id: string } | null; reload: () => Promise<void> }

/** Starts the demo provider and fills the gateway, whose store goes by this clock, with a month of traffic; disposing stops the provider. */
export async function startDemo({ store, vault, firstAdmin, reload }: DemoHost, past: Past): Promise<AsyncDisposable> {
  const vendor = await startDemoVendor({
    clock: systemClock,
    dice: Math.random,
    models: CAST_MODELS.map(({ id }) => id),
  })
  await seedDemo({
    store,
    vault,
    past,
    dice: diceOf(SEED),
    vendorOrigin: vendor.origin,
    ...(firstAdmin && { adminId: firstAdmin.id }),
  })
  await reload()
  return vendor
}
