import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { BillingType } from '../core/billing-type.ts'
import type { Micros, Nanos } from '../core/money.ts'
import { CAPABILITIES, type Capability, type Dialect } from '../core/protocol.ts'
import type { Timeouts } from '../core/routing.ts'
import { type KnownBalance, knownBalance } from './balances.ts'
import { readStrings } from './json.ts'
import { type ShownLine, shownLine } from './lines.ts'
import { readModelPrices } from './price-versions.ts'
import { byName } from './ranked.ts'
import type { CredentialRow, CredentialStatus, EndpointRow, ProviderRow, ProviderStatus } from './schema-providers.ts'
import type { Tables } from './schema.ts'

/** How long an endpoint may take where its operator said so; null where the gateway's own holds. */
export type EndpointTimes = { [K in keyof Timeouts]: number | null }

/** An address of a provider and what can be asked for there. */
export type ProviderEndpoint = {
  id: string
  dialect: Dialect
  baseUrl: string
  capabilities: Capability[]
  times: EndpointTimes
  /** Requests it may have under way; null for any number. */
  maxConcurrency: number | null
}

/** A credential without its secret, whose last four characters are shown unless it is too short for that. */
export type Credential = {
  id: string
  name: string
  last4: string
  status: CredentialStatus
  reason: string | null
  /** When a credential that rests may be asked again. */
  until: number | null
  /** Catalogue names; null allows every model. */
  allowModels: string[] | null
  priority: number
  weight: number
  lastUsedAt: number | null
} & KnownBalance
/** A model by the name the provider has for it; `priced`: it has a price now. */
type Route = { id: string; model: string; upstreamName: string; enabled: boolean; priced: boolean }

/** A provider with everything under it but the secrets. Times are epoch milliseconds. */
export type Provider = {
  id: string
  slug: string
  name: string
  preset: string
  status: ProviderStatus
  priority: number
  weight: number
  multiplierMicros: Micros
  allowPrivate: boolean
  /** The way out to it. */
  line: ShownLine
  /** An answer whose caller leaves is read to its end. */
  drainOnAbort: boolean
  /** What less than this is left of is told of, in the currency of its accounts; null: nothing is. */
  balanceAlert: Nanos | null
  billingType: BillingType
  note: string
  endpoints: ProviderEndpoint[]
  credentials: Credential[]
  routes: Route[]
  version: number
  createdAt: number
}

const capabilities = z.array(z.enum([...new Set(Object.values(CAPABILITIES).flat())]))

/** Reads one provider, or all of them by name (null), with what is priced at `now`; deleted ones are passed over. */
export async function readProviders(db: Kysely<Tables>, id: string | null, now: number): Promise<Provider[]> {
  const rows = await db
    .selectFrom('provider')
    .selectAll()
    .where('status', '<>', 'deleted')
    .$if(id !== null, (it) => it.where('id', '=', id ?? ''))
    .execute()
  const endpoints = Map.groupBy(await endpointRows(db, id), (row) => row.provider_id)
  const credentials = Map.groupBy(await credentialRows(db, id), (row) => row.provider_id)
  const prices = await readModelPrices(db, null, now)
  const routes = Map.groupBy(await routeRows(db, id), (row) => row.provider_id)
  return rows.toSorted(byName).map((row) => ({
    ...ownFields(row),
    endpoints: (endpoints.get(row.id) ?? []).map(toEndpoint),
    credentials: (credentials.get(row.id) ?? []).map(toCredential),
    routes: (routes.get(row.id) ?? []).map((route) => ({
      id: route.id,
      model: route.model_id,
      upstreamName: route.upstream_name,
      enabled: route.enabled === 1,
      priced: prices.of(route.model_id).price !== null,
    })),
  }))
}

/** The endpoints of a provider, or all (null), in the order they were made. */
export function endpointRows(db: Kysely<Tables>, provider: string | null): Promise<EndpointRow[]> {
  return db
    .selectFrom('endpoint')
    .selectAll()
    .$if(provider !== null, (it) => it.where('provider_id', '=', provider ?? ''))
    .orderBy('id')
    .execute()
}

/** The credentials of a provider, or all (null), secrets sealed, by priority. */
export function credentialRows(db: Kysely<Tables>, provider: string | null): Promise<CredentialRow[]> {
  return db
    .selectFrom('credential')
    .selectAll()
    .$if(provider !== null, (it) => it.where('provider_id', '=', provider ?? ''))
    .orderBy('priority')
    .orderBy('id')
    .execute()
}

function routeRows(db: Kysely<Tables>, provider: string | null) {
  return db
    .selectFrom('route')
    .selectAll()
    .$if(provider !== null, (it) => it.where('route.provider_id', '=', provider ?? ''))
    .orderBy('route.model_id')
    .orderBy('route.upstream_name')
    .execute()
}

function ownFields(row: ProviderRow): Omit<Provider, 'endpoints' | 'credentials' | 'routes'> {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    preset: row.preset,
    // Deleted rows never come this far.
    status: row.status === 'deleted' ? 'disabled' : row.status,
    priority: row.priority,
    weight: row.weight,
    multiplierMicros: row.multiplier_micros,
    allowPrivate: row.allow_private === 1,
    line: shownLine(row),
    drainOnAbort: row.drain_on_abort === 1,
    balanceAlert: row.balance_alert_nanos,
    billingType: row.billing_type,
    note: row.note,
    version: row.version,
    createdAt: row.created_at,
  }
}

/** An endpoint as its row says. */
export function toEndpoint(row: EndpointRow): ProviderEndpoint {
  return {
    id: row.id,
    dialect: row.dialect,
    baseUrl: row.base_url,
    capabilities: capabilities.parse(JSON.parse(row.capabilities)),
    times: {
      connectMs: row.connect_ms,
      headersMs: row.headers_ms,
      firstTokenMs: row.first_token_ms,
      idleMs: row.idle_ms,
      totalMs: row.total_ms,
    },
    maxConcurrency: row.max_concurrency,
  }
}

function toCredential(row: CredentialRow): Credential {
  return {
    id: row.id,
    name: row.name,
    last4: row.last4,
    status: row.status,
    reason: row.reason,
    until: row.cooldown_until,
    allowModels: readStrings(row.allow_models),
    priority: row.priority,
    weight: row.weight,
    lastUsedAt: row.last_used_at,
    ...knownBalance(row),
  }
}
