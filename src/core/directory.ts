import type { AllowList, Bounds } from './bounds.ts'
import type { Account, Limit, LimitUse } from './limits.ts'
import type { Line } from './line.ts'
import type { Micros } from './money.ts'
import type { DatedPrice, Price } from './price.ts'
import type { Capability, Dialect } from './protocol.ts'
import type { Finding, Strategy, Timeouts } from './routing.ts'

/** What the relay knows of a key and its owner: as bounds, what the key, the account and its group all allow. Times are epoch milliseconds. */
export type KeyEntry = Bounds & {
  id: string
  /** HMAC-SHA-256 of the whole key, base64url. */
  hash: string
  name: string
  userId: string
  /** The owner's group; null when they are in none. */
  groupId: string | null
  /** Whether the owner pays from a balance. */
  billing: 'prepaid' | 'unlimited'
  status: 'active' | 'disabled' | 'revoked'
  userStatus: 'active' | 'disabled'
  /** A secret that was replaced has an entry of its own, with the id of its key, and expires when its overlap ends. */
  expiresAt: number | null
  /** Lists of addresses or CIDR blocks, of which each must have the caller's; none allows every address. */
  allowIps: readonly (readonly string[])[]
  /** The group's factor on prices. */
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
  /** The price of when this was read; null: none is set, and the model is refused. `priceAt` tells the price of a request. */
  price: Price | null
  /** Prices that are set for later times, the next one first. */
  laterPrices?: readonly DatedPrice[]
  /** Null where the gateway's own holds. */
  strategy: Strategy | null
}

/** One way to reach a model: provider, endpoint and credential, with everything a request needs. */
export type TargetEntry = {
  model: string
  /** False while the operator has switched off its provider, route or credential; its secret is not there then. */
  enabled: boolean
  upstreamName: string
  priority: number
  weight: number
  provider: {
    id: string
    name: string
    preset: string
    multiplierMicros: Micros
    allowPrivate: boolean
    /** The operator's way out to it; absent: straight. */
    line?: Line | undefined
    /** An answer whose caller leaves is read to its end, so that its usage is exact. */
    drainOnAbort: boolean
  }
  endpoint: {
    id: string
    dialect: Dialect
    baseUrl: string
    capabilities: readonly Capability[]
    /** Requests it may have under way; null for any number. */
    maxConcurrency: number | null
  }
  credential: {
    id: string
    /** What its operators call it. */
    name: string
    last4: string
    secret: string
    priority: number
    weight: number
    /** Catalogue names. */
    allowModels: AllowList
    /** What was found out about it before this process began. */
    found: Finding
  }
  /** What the endpoint allows, and where the model says something else, that. */
  timeouts: Timeouts
}

/** The read model of the hot path: everything the relay decides by, loaded at start and replaced on change. */
export type DirectoryData = {
  keys: readonly KeyEntry[]
  models: readonly ModelEntry[]
  targets: readonly TargetEntry[]
  /** Every endpoint that is switched on by each of its credentials, though no model is served there now; `model` is empty. Absent: none. */
  ways?: readonly TargetEntry[]
  limits: readonly Limit[]
  accounts: readonly Account[]
  /** Of those that are not counted yet, as it was when this was read; requests settled since then are not in it. */
  limitUse: readonly LimitUse[]
}
