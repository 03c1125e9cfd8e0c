import type { Capability, Dialect, ProtocolId } from '../core/protocol.ts'
import type { FailureMeaning } from '../core/routing.ts'
import type { Quirks } from '../protocols/translate/quirks.ts'
import type { BalanceAsk } from './balance.ts'

/** How an endpoint wants to be shown its credential. */
export const AUTH_SCHEMES = ['bearer', 'x-api-key', 'x-goog-api-key', 'api-key'] as const
type AuthScheme = (typeof AUTH_SCHEMES)[number]

/**
 * How requests are signed where the credential is not shown as it is: `google`, a service account's JSON that buys access
 * tokens; `aws`, an access key `id:secret[:session token]` that signs for a service, any other secret being a bearer key.
 */
export type Signing = { kind: 'google' } | { kind: 'aws'; service: string }

/** How a server takes a protocol at another path than the protocol's own, and in a slightly other body. */
type Reshape = {
  /** `{model}` is the upstream's name of it, `{verb}` what follows the last colon of the protocol's own path. */
  path: string
  /** Where a stream is asked for; absent: at the same path. */
  streamPath?: string
  /** Top-level fields the body must have; null: it must not. */
  fields?: Readonly<Record<string, string | null>>
}

/** A vendor as data: everything but the secret. */
export type Descriptor = {
  id: string
  name: { zh: string; en: string }
  website: string | null
  /** Where a key is made. */
  keysUrl: string | null
  endpoints: readonly EndpointTemplate[]
  /** Hosts that are called otherwise than an address that is filled in: the real one by the one filled in. */
  hosts?: Readonly<Record<string, string>>
  /** Words for a failure by which it means something else than others do. */
  words?: Readonly<Record<string, FailureMeaning>>
  /** What its models take for the name of a file that it keeps where an id follows in a system message; absent: nothing is. */
  namesFilesBy?: string
  /** It documents one limit for the versions of a family and the names of a model (`family.ts`), so that a 429 of one is of all; absent: it does not. */
  limitsFamilies?: true
  /** How it is asked what is left of an account's money; absent: it documents no way. */
  balance?: BalanceAsk
  /** Whether the operator may point the addresses elsewhere. */
  customBase: boolean
  /** Whether the addresses may lie in a private network. */
  allowPrivate: boolean
}

/**
 * One address of a vendor: what the client library of its dialect would be given (OpenAI with its version path,
 * Anthropic and Gemini without). `{name}` in it is for the operator to fill in.
 */
type EndpointTemplate = {
  dialect: Dialect
  baseUrl: string
  capabilities: readonly Capability[]
  /** The dialect's own scheme when not given. */
  auth?: AuthScheme
  /** Absent: the credential is shown in a header. */
  signing?: Signing
  /** Protocols that are taken elsewhere than at their own paths. */
  reshapes?: Partial<Record<ProtocolId, Reshape>>
  /** It has no list of its models. */
  unlisted?: true
  /** How its servers differ from the protocols they speak, for requests that are translated to them, and the name of a seed for all; absent: they do not. */
  quirks?: Quirks
}

/** What nearly every server lacks that speaks OpenAI's protocols and is not OpenAI's own (wire.md §3.7, 24 to 26 and 28). */
export const COMPATIBLE = {
  noDeveloperRole: true,
  firstSystem: true,
  oldMaxTokens: true,
  plainFields: true,
} as const satisfies Quirks

/**
 * Models that think or do not, as they are told, by the names hosts of many give them: theirs without a word on it, Qwen 3 by
 * size alone. Hosts refuse `enable_thinking` for any other (SiliconFlow 20015, `current model does not support parameter`).
 */
export const HYBRIDS =
  /(?:^|\/)(?:qwen3(?:\.\d+)?-\d+b(?:-a\d+b)?$|glm-(?:4\.[5-9]|[5-9])|deepseek-v(?:3\.[12]|[4-9])|hunyuan-a13b|ernie-4\.5-vl-28b)/i

const OWN_SCHEMES = {
  openai: 'bearer',
  anthropic: 'x-api-key',
  gemini: 'x-goog-api-key',
} as const satisfies Record<Dialect, AuthScheme>

/** Headers that an endpoint of a dialect must get even when the caller sent none; the caller's own value goes before. */
const DEFAULT_HEADERS = {
  openai: {},
  anthropic: { 'anthropic-version': '2023-06-01' },
  gemini: {},
} as const satisfies Record<Dialect, Record<string, string>>

/** The headers that carry the credential to a vendor's endpoint, unless requests there are signed, and the dialect's defaults. */
export function headersFor(descriptor: Descriptor, dialect: Dialect, secret: string): Record<string, string> {
  const template = templateOf(descriptor, dialect)
  if (template?.signing) return DEFAULT_HEADERS[dialect]
  const scheme = template?.auth ?? OWN_SCHEMES[dialect]
  const credential = scheme === 'bearer' ? { authorization: `Bearer ${secret}` } : { [scheme]: secret }
  return { ...DEFAULT_HEADERS[dialect], ...credential }
}

/** The quirks of a vendor's servers of a dialect. */
export function quirksOf(descriptor: Descriptor, dialect: Dialect): Quirks {
  return templateOf(descriptor, dialect)?.quirks ?? {}
}

/** What a vendor's servers of a dialect call the seed of chat; null where nobody knows. */
export function seedNameOf(descriptor: Descriptor, dialect: Dialect): 'seed' | 'random_seed' | null {
  const { seedName = 'seed' } = quirksOf(descriptor, dialect)
  return seedName === 'unknown' ? null : seedName
}

/** How requests to a vendor's endpoint are signed; null where its credential is shown in a header. */
export function signingOf(descriptor: Descriptor, dialect: Dialect): Signing | null {
  return templateOf(descriptor, dialect)?.signing ?? null
}

/** How a vendor's server takes a protocol of a dialect otherwise than the protocol says; null when it does not. */
export function reshapeOf(descriptor: Descriptor, dialect: Dialect, protocol: ProtocolId): Reshape | null {
  return templateOf(descriptor, dialect)?.reshapes?.[protocol] ?? null
}

/** Whether a vendor's endpoint can be asked for its models. */
export function listsModels(descriptor: Descriptor, dialect: Dialect): boolean {
  return templateOf(descriptor, dialect)?.unlisted !== true
}

function templateOf({ endpoints }: Descriptor, dialect: Dialect): EndpointTemplate | undefined {
  return endpoints.find((endpoint) => endpoint.dialect === dialect)
}
