import { z } from 'zod'
import { CAPABILITIES, DIALECTS } from '../core/protocol.ts'
import { listOf } from './common.ts'
import { endpoint } from './endpoint.ts'
import { billingType } from './provider-balance.ts'

/** A dialect by its name. */
export const dialect = z.enum(DIALECTS)
/** What an endpoint can be asked for, by its name. */
export const capability = z.enum([...new Set(Object.values(CAPABILITIES).flat())])

/** A vendor the console knows: everything but the secret. */
const preset = z.strictObject({
  id: z.string(),
  name: z.strictObject({ zh: z.string(), en: z.string() }),
  website: z.string().nullable(),
  /** Where a key is made. */
  keys_url: z.string().nullable(),
  endpoints: z.array(z.strictObject({ dialect, base_url: z.string(), protocols: z.array(capability) })),
  /** Hosts that are called otherwise than an address whose `{name}`s are filled in: the real one by the one filled in. */
  hosts: z.record(z.string(), z.string()),
  /** Whether the operator may point the addresses elsewhere, e.g. to a server of their own. */
  custom_base: z.boolean(),
  allow_private: z.boolean(),
  /** How its customers pay as a rule. */
  billing_type: billingType,
})
export type Preset = z.infer<typeof preset>

export const adminListPresets = endpoint({
  method: 'GET',
  path: '/api/admin/presets',
  who: 'admin',
  summary: 'The vendors the gateway knows, with addresses and protocols.',
  answer: listOf(preset),
})
