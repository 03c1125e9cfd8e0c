import type { Micros } from './money.ts'
import type { Price } from './price.ts'
import type { Capability, Dialect } from './protocol.ts'

/** What the relay knows of a key and its owner. Times are epoch milliseconds. */
export type KeyEntry = {
  id: string
  /** HMAC-SHA-256 of the whole key, base64url. */
  hash: string
  name: string
  userId: string
  status: 'active' | 'disabled' | 'revoked'
  userStatus: 'active' | 'disabled'
  expiresAt: number | null
  /** Catalogue names; null allows every model. */
  allowModels: readonly string[] | null
  /** Addresses or CIDR blocks; null allows every address. */
  allowIps: readonly string[] | null
  multiplierMicros: Micros
}

/** What the relay knows of a model of the catalogue. */
export type ModelEntry = {
  id: string
  aliases: readonly string[]
  displayName: string
  vendor: string
  context: number | null
  maxOutput: number | null
  createdAt: number
  /** Null: no price is set, and the model is refused. */
  price: Price | null
}

/** One way to reach a model: provider, endpoint and credential, with everything a request needs. */
export type TargetEntry = {
  model: string
  upstreamName: string
  priority: number
  weight: number
  provider: { id: string; name: string; preset: string; multiplierMicros: Micros; allowPrivate: boolean }
  endpoint: { id: string; dialect: Dialect; baseUrl: string; capabilities: readonly Capability[] }
  credential: { id: string; last4: string; secret: string; priority: number; weight: number }
}

/** The read model of the hot path: everything the relay decides by, loaded at start and replaced on change. */
export type DirectoryData = {
  keys: readonly KeyEntry[]
  models: readonly ModelEntry[]
  targets: readonly TargetEntry[]
}
