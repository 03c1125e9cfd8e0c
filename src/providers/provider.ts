import type { Capability, Dialect } from '../core/protocol.ts'
import type { Quirks } from '../protocols/translate/quirks.ts'

/** How an endpoint wants to be shown its credential. */
export const AUTH_SCHEMES = ['bearer', 'x-api-key', 'x-goog-api-key', 'api-key'] as const
export type AuthScheme = (typeof AUTH_SCHEMES)[number]

/** A vendor as data: everything but the secret. */
export type Descriptor = {
  id: string
  name: { zh: string; en: string }
  website: string | null
  /** Where a key is made. */
  keysUrl: string | null
  endpoints: readonly EndpointTemplate[]
  /** Whether the operator may point the addresses elsewhere. */
  customBase: boolean
  /** Whether the addresses may lie in a private network. */
  allowPrivate: boolean
}

/**
 * One address of a vendor: what the client library of its dialect would be given (OpenAI with its version path,
 * Anthropic and Gemini without). `{name}` in it is for the operator to fill in.
 */
export type EndpointTemplate = {
  dialect: Dialect
  baseUrl: string
  capabilities: readonly Capability[]
  /** The dialect's own scheme when not given. */
  auth?: AuthScheme
  /** How its servers differ from the protocols they speak, for requests that are translated to them; absent: they do not. */
  quirks?: Quirks
}

/** What nearly every server lacks that speaks OpenAI's protocols and is not OpenAI's own (wire.md §3.7, 24 to 26). */
export const COMPATIBLE = { noDeveloperRole: true, oldMaxTokens: true, plainFields: true } as const satisfies Quirks

const OWN_SCHEMES = {
  openai: 'bearer',
  anthropic: 'x-api-key',
  gemini: 'x-goog-api-key',
} as const satisfies Record<Dialect, AuthScheme>

/** Headers that an endpoint of a dialect must get even when the caller sent none; the caller's own value goes before. */
export const DEFAULT_HEADERS = {
  openai: {},
  anthropic: { 'anthropic-version': '2023-06-01' },
  gemini: {},
} as const satisfies Record<Dialect, Record<string, string>>

/** The headers that carry the credential to a vendor's endpoint, and the dialect's defaults. */
export function headersFor(descriptor: Descriptor, dialect: Dialect, secret: string): Record<string, string> {
  const scheme = templateOf(descriptor, dialect)?.auth ?? OWN_SCHEMES[dialect]
  const credential = scheme === 'bearer' ? { authorization: `Bearer ${secret}` } : { [scheme]: secret }
  return { ...DEFAULT_HEADERS[dialect], ...credential }
}

/** The quirks of a vendor's servers of a dialect. */
export function quirksOf(descriptor: Descriptor, dialect: Dialect): Quirks {
  return templateOf(descriptor, dialect)?.quirks ?? {}
}

function templateOf({ endpoints }: Descriptor, dialect: Dialect): EndpointTemplate | undefined {
  return endpoints.find((endpoint) => endpoint.dialect === dialect)
}
