import { z } from 'zod'
import { adminCreateProvider, adminProbeProvider, type Provider } from '../../../../src/contract/providers.ts'
import { lineForm, lineInput } from '../../lib/provider/line-form.ts'
import { tidyAmount } from '../../lib/tidy-amount.ts'
import { credentialInputs, type Patch } from './use-provider.ts'

const fields = adminCreateProvider.body.shape
const endpoint = adminProbeProvider.body.shape.endpoints.element

/** What the edit drawer changes; a secret is asked for when an address moves to another origin. */
export const editForm = z.object({
  name: fields.name,
  priority: fields.priority.unwrap(),
  weight: fields.weight.unwrap(),
  multiplier: fields.multiplier.unwrap(),
  allow_private: fields.allow_private.unwrap(),
  drain_on_abort: fields.drain_on_abort.unwrap(),
  billing_type: fields.billing_type.unwrap(),
  /** As it is typed; empty: nobody is told. */
  balance_alert: z.string().refine((text) => fields.balance_alert.safeParse(alertOf(text)).success),
  note: fields.note.unwrap(),
  ...lineForm.shape,
  endpoints: endpoint.extend({ protocols: endpoint.shape.protocols.unwrap() }).array().min(1).max(8),
  secrets: z.array(z.object({ id: z.string(), name: z.string(), secret: z.string().max(8192) })),
})
export type EditForm = z.input<typeof editForm>

/** The inputs for a provider; the secrets are empty, as they always are. */
export function editFormOf(provider: Provider): EditForm {
  const { name, priority, weight, multiplier, allow_private, drain_on_abort, billing_type, note } = provider
  return {
    name,
    priority,
    weight,
    multiplier,
    allow_private,
    drain_on_abort,
    billing_type,
    balance_alert: provider.balance_alert ?? '',
    note,
    proxy: provider.proxy ?? '',
    ca: provider.ca ?? '',
    http2: provider.http2,
    endpoints: provider.endpoints.map((row) => ({ ...row, protocols: [...row.protocols] })),
    secrets: provider.credentials.map((credential) => ({ id: credential.id, name: credential.name, secret: '' })),
  }
}

/** Whether an address has moved to an origin the saved secrets were not given for. */
export function movesAway(provider: Provider, endpoints: readonly { base_url: string }[]): boolean {
  const known = new Set(provider.endpoints.map((row) => originOf(row.base_url)))
  return endpoints.some((row) => URL.canParse(row.base_url) && !known.has(originOf(row.base_url)))
}

/** The change to send; credentials only when their secrets are needed again. */
export function editPatch(provider: Provider, { secrets, ...typed }: EditForm): Patch {
  const form = { ...typed, ...lineInput(typed), balance_alert: alertOf(typed.balance_alert) }
  if (!movesAway(provider, form.endpoints)) return form
  const byId = new Map(secrets.map((row) => [row.id, row.secret.trim()]))
  const credentials = credentialInputs(provider).map((row) => {
    const secret = byId.get(row.id ?? '')
    return secret ? { ...row, secret } : row
  })
  return { ...form, credentials }
}

function alertOf(text: string): string | null {
  const amount = tidyAmount(text.replace('¥', ''))
  return amount === '' ? null : amount
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address
}
