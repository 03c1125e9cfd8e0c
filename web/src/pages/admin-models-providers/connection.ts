import type { z } from 'zod'
import { adminCreateProvider, adminProbeProvider } from '../../../../src/contract/providers.ts'
import type { Preset } from '../../../../src/contract/presets.ts'
import type { Provider, ProviderInput } from '../../../../src/contract/providers.ts'
import type { BodyInputOf } from '../../../../src/contract/endpoint.ts'
import { isPrivateAddress } from '../../lib/provider/address.ts'
import { lineForm, lineInput, STRAIGHT } from '../../lib/provider/line-form.ts'
import { firstAddress } from '../../lib/provider/template.ts'
import type { Pick } from './picks.ts'
import { chosen } from './picks.ts'

const fields = adminCreateProvider.body.shape
const endpoint = adminProbeProvider.body.shape.endpoints.element
const credential = fields.credentials.unwrap().element

/** Step two of the wizard, checked by the contract's own rules; here a secret and a protocol are required. */
export const connectionForm = adminCreateProvider.body
  .pick({ slug: true, name: true, priority: true, billing_type: true, allow_private: true })
  .extend({
    ...lineForm.shape,
    endpoints: endpoint.extend({ protocols: endpoint.shape.protocols.unwrap() }).array().min(1).max(8),
    credentials: credential.extend({ secret: adminProbeProvider.body.shape.secret }).array().min(1).max(100),
  })
export type ConnectionForm = z.input<typeof connectionForm>

/** What a preset fills in, with a name and a slug no other provider has. */
export function connectionOf(
  preset: Preset,
  locale: 'zh' | 'en',
  others: readonly Provider[],
  credentialName = 'main',
): ConnectionForm {
  const endpoints = endpointsOf(preset)
  return {
    name: free(preset.name[locale], (n) => ` ${n}`, new Set(others.map(({ name }) => name))),
    slug: free(preset.id, (n) => `-${n}`, new Set(others.map(({ slug }) => slug))),
    priority: 100,
    billing_type: preset.billing_type,
    allow_private: preset.allow_private && endpoints.some(({ base_url }) => isPrivateAddress(base_url)),
    ...STRAIGHT,
    endpoints,
    credentials: [emptyCredential(credentialName)],
  }
}

/** A slug to go with a name: of its letters, where they are all Latin; else the template's own. It is for good, and “custom-3” says nothing in a log. */
export function slugFor(name: string, preset: Preset, others: readonly Provider[]): string {
  const own = /^[\x20-\x7e]+$/.test(name) ? name.toLowerCase().match(/[a-z0-9]+/g) : null
  const wanted = own?.join('-').slice(0, 36).replace(/-$/, '') ?? preset.id
  return free(wanted, (n) => `-${n}`, new Set(others.map(({ slug }) => slug)))
}

// A template that knows no address at all offers one empty row instead of three; the others are a press away.
function endpointsOf(preset: Preset): ConnectionForm['endpoints'] {
  const rows = preset.endpoints.map(({ dialect, base_url, protocols }) => ({
    dialect,
    base_url: firstAddress(base_url),
    protocols: [...protocols],
  }))
  return rows.every(({ base_url }) => base_url === '') ? rows.slice(0, 1) : rows
}

/** A credential row nobody has filled in. */
export function emptyCredential(name: string): ConnectionForm['credentials'][number] {
  return { name, secret: '', priority: 1, weight: 1 }
}

/** The rows with a secret: one that nobody has filled in gives way to those that are pasted. */
export function filledIn(rows: ConnectionForm['credentials']): ConnectionForm['credentials'] {
  return rows.filter(({ secret }) => secret.trim() !== '')
}

type ProbeBody = BodyInputOf<typeof adminProbeProvider>

/** The questions to `probe`: the addresses and the way out as they are typed, once with each secret, which the name of its credential tells. */
export function probesOf(preset: string, form: ConnectionForm): { name: string; body: ProbeBody }[] {
  const { allow_private = false, endpoints, credentials } = form
  const asked = { ...lineInput(form), preset, allow_private, endpoints }
  return credentials.map(({ name, secret }) => ({ name: name ?? '', body: { ...asked, secret } }))
}

/** Changes when an answer to `probe` no longer tells about what is typed. */
export function probeSubject(preset: string, form: ConnectionForm): string {
  return JSON.stringify(probesOf(preset, form).map(({ body }) => body))
}

/** The one call that saves it all. */
export function providerInput(preset: string, form: ConnectionForm, picks: readonly Pick[]): ProviderInput {
  return {
    ...form,
    ...lineInput(form),
    preset,
    routes: chosen(picks).map((pick) => ({ model: pick.model.trim(), upstream_name: pick.upstream })),
  }
}

function free(wanted: string, suffix: (n: number) => string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  let n = 2
  while (taken.has(`${wanted}${suffix(n)}`)) n += 1
  return `${wanted}${suffix(n)}`
}
