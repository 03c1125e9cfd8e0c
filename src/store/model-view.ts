import type { Kysely } from 'kysely'
import { z } from 'zod'
import { MODEL_ABILITIES, type MODEL_KINDS } from '../contract/models.ts'
import type { DatedPrice, Price } from '../core/price.ts'
import { PROTOCOLS, type ProtocolId } from '../core/protocol.ts'
import type { Strategy } from '../core/routing.ts'
import { readStrings } from './json.ts'
import { readModelPrices } from './price-versions.ts'
import { byId } from './ranked.ts'
import type { EndpointRow } from './schema-providers.ts'
import type { ModelRow, Tables } from './schema.ts'

/** As rows of `model` name it. */
export type ModelKind = (typeof MODEL_KINDS)[number]
/** A word of the list that rows of `model` have. */
export type ModelAbility = (typeof MODEL_ABILITIES)[number]

/** A model of the catalogue, with what its providers can do. Times are epoch milliseconds. */
export type Model = {
  id: string
  displayName: string
  vendor: string
  kind: ModelKind
  context: number | null
  maxOutput: number | null
  abilities: ModelAbility[]
  aliases: string[]
  /** The price of now. */
  price: Price | null
  /** Prices that are set for later times, the next one first. */
  laterPrices: DatedPrice[]
  enabled: boolean
  /** How its candidates are put in order; null where the gateway's own holds, as with the two times. */
  strategy: Strategy | null
  firstTokenMs: number | null
  idleMs: number | null
  /** The protocols some active provider of it speaks. */
  protocols: ProtocolId[]
  /** Providers with a route to it; active ones have the route enabled and are active themselves. */
  providers: { active: number; total: number }
  createdAt: number
  version: number
}

const abilities = z.array(z.enum(MODEL_ABILITIES))

/** Reads one model, or all of them by id (null), with the prices of `now`. */
export async function readModels(db: Kysely<Tables>, id: string | null, now: number): Promise<Model[]> {
  const models = await db
    .selectFrom('model')
    .selectAll()
    .$if(id !== null, (it) => it.where('id', '=', id ?? ''))
    .execute()
  if (models.length === 0) return []
  const names = await namesOf(db, id)
  const prices = await readModelPrices(db, id, now)
  const reach = await reachOf(db, id)
  return models.toSorted(byId).map((model) => ({
    ...ownFields(model),
    aliases: (names.get(model.id) ?? []).filter((name) => name !== model.id),
    ...prices.of(model.id),
    ...(reach.get(model.id) ?? { protocols: [], providers: { active: 0, total: 0 } }),
  }))
}

function ownFields(row: ModelRow): Omit<Model, 'aliases' | 'price' | 'laterPrices' | 'protocols' | 'providers'> {
  return {
    id: row.id,
    displayName: row.display_name,
    vendor: row.vendor,
    kind: row.kind,
    context: row.context,
    maxOutput: row.max_output,
    abilities: abilities.parse(JSON.parse(row.abilities)),
    enabled: row.enabled === 1,
    strategy: row.strategy,
    firstTokenMs: row.first_token_ms,
    idleMs: row.idle_ms,
    createdAt: row.created_at,
    version: row.version,
  }
}

async function namesOf(db: Kysely<Tables>, only: string | null): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('model_name')
    .selectAll()
    .$if(only !== null, (it) => it.where('model_id', '=', only ?? ''))
    .orderBy('name')
    .execute()
  const byModel = Map.groupBy(rows, (row) => row.model_id)
  return new Map([...byModel].map(([model, own]) => [model, own.map((row) => row.name)]))
}

type Reach = Pick<Model, 'protocols' | 'providers'>

async function reachOf(db: Kysely<Tables>, only: string | null): Promise<Map<string, Reach>> {
  const routes = await db
    .selectFrom('route')
    .innerJoin('provider', 'provider.id', 'route.provider_id')
    .select(['route.model_id', 'route.provider_id', 'route.enabled', 'provider.status'])
    .$if(only !== null, (it) => it.where('route.model_id', '=', only ?? ''))
    .execute()
  const endpoints = Map.groupBy(
    await db.selectFrom('endpoint').selectAll().execute(),
    (endpoint) => endpoint.provider_id,
  )
  const reach = new Map<string, Reach>()
  for (const [model, own] of Map.groupBy(routes, (route) => route.model_id)) {
    const live = own.filter((route) => route.enabled === 1 && route.status === 'active')
    const active = new Set(live.map((route) => route.provider_id))
    const total = new Set(own.map((route) => route.provider_id)).size
    const protocols = protocolsOf([...active].flatMap((provider) => endpoints.get(provider) ?? []))
    reach.set(model, { protocols, providers: { active: active.size, total } })
  }
  return reach
}

function protocolsOf(endpoints: readonly EndpointRow[]): ProtocolId[] {
  const spoken = endpoints.map((endpoint) => ({
    dialect: endpoint.dialect,
    capabilities: readStrings(endpoint.capabilities) ?? [],
  }))
  return (Object.keys(PROTOCOLS) as ProtocolId[]).filter((id) => {
    const { dialect, capability } = PROTOCOLS[id]
    return spoken.some((one) => one.dialect === dialect && one.capabilities.includes(capability))
  })
}
