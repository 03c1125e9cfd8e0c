import type { Kysely } from 'kysely'
import { newId } from '../core/ids.ts'
import { modelIds } from './model-names.ts'
import { insertModel, type NewModel } from './models.ts'
import type { RouteRow } from './schema-providers.ts'
import type { Tables } from './schema.ts'

/** `model` may be an alias. */
export type RouteInput = { model: string; upstreamName: string; enabled: boolean }

/** The routes of a provider, and what is known of models the catalogue may lack. */
type RoutePlan = { providerId: string; routes: readonly RouteInput[]; models: readonly NewModel[]; now: number }

/** Puts these routes in place of those the provider had; a route to a model the catalogue does not know adds it. */
export async function writeRoutes(tx: Kysely<Tables>, plan: RoutePlan): Promise<void> {
  const ids = await resolveModels(tx, plan)
  const old = await tx.selectFrom('route').selectAll().where('provider_id', '=', plan.providerId).execute()
  const rows = new Map<string, RouteRow>()
  for (const route of plan.routes) {
    const modelId = ids.get(route.model) ?? route.model
    const same = old.find((row) => row.model_id === modelId && row.upstream_name === route.upstreamName)
    rows.set(JSON.stringify([modelId, route.upstreamName]), {
      id: same?.id ?? newId(plan.now),
      provider_id: plan.providerId,
      model_id: modelId,
      upstream_name: route.upstreamName,
      enabled: Number(route.enabled),
    })
  }
  await tx.deleteFrom('route').where('provider_id', '=', plan.providerId).execute()
  if (rows.size > 0)
    await tx
      .insertInto('route')
      .values([...rows.values()])
      .execute()
}

async function resolveModels(tx: Kysely<Tables>, plan: RoutePlan): Promise<Map<string, string>> {
  const names = [...new Set(plan.routes.map((route) => route.model))]
  const ids = await modelIds(tx, names)
  const details = new Map(plan.models.map((model) => [model.id, model]))
  for (const name of names) {
    if (ids.has(name)) continue
    const model = details.get(name) ?? bareModel(name)
    // What the catalogue suggests as aliases may be in use here already; the route matters more.
    const taken = await modelIds(tx, model.aliases)
    await insertModel(tx, { ...model, aliases: model.aliases.filter((alias) => !taken.has(alias)) }, plan.now)
    for (const own of [name, ...model.aliases]) if (!taken.has(own)) ids.set(own, name)
  }
  return ids
}

/** A model of which only the name is known; without a price it is refused until somebody sets one. */
function bareModel(id: string): NewModel {
  return {
    id,
    displayName: id,
    vendor: '',
    kind: 'chat',
    context: null,
    maxOutput: null,
    abilities: [],
    aliases: [],
    price: null,
    enabled: true,
  }
}
