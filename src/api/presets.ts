import type { Preset } from '../contract/presets.ts'
import type { BillingType } from '../core/billing-type.ts'
import type { Descriptor } from '../providers/provider.ts'
import type { Handlers } from './call.ts'
import type { Deps } from './deps.ts'

/** The vendors an administrator may start from. */
export function presetHandlers({ presets }: Deps): Pick<Handlers, 'adminListPresets'> {
  return { adminListPresets: async () => ({ items: presets.map(presetOf), next: null }) }
}

/** Whose vendor tells what is left was given it in advance. */
export function usualBilling({ balance }: Pick<Descriptor, 'balance'>): BillingType {
  return balance ? 'prepaid' : 'postpaid'
}

function presetOf(descriptor: Descriptor): Preset {
  return {
    id: descriptor.id,
    name: { zh: descriptor.name.zh, en: descriptor.name.en },
    website: descriptor.website,
    keys_url: descriptor.keysUrl,
    endpoints: descriptor.endpoints.map((endpoint) => ({
      dialect: endpoint.dialect,
      base_url: endpoint.baseUrl,
      protocols: [...endpoint.capabilities],
    })),
    hosts: { ...descriptor.hosts },
    custom_base: descriptor.customBase,
    allow_private: descriptor.allowPrivate,
    billing_type: usualBilling(descriptor),
  }
}
