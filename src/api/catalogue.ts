import type { Model } from '../store/model-view.ts'
import type { Incident, ModelDetail, OfferedModel, OfferedProvider } from '../contract/catalogue.ts'
import { formatFactor } from '../core/money.ts'
import type { Handlers, SignedCall } from './call.ts'
import { factsOf, healthOf, modelsAt, providerStatus, type View, viewFor } from './catalogue-view.ts'
import type { Deps } from './deps.ts'
import { found } from './errors.ts'
import { statusOf } from './health-view.ts'
import { createIncidentBook } from './incident-book.ts'
import { bestOf, callableBy, offeringTo, priceFor, serves } from './offering.ts'
import { reportOn } from './provider-report.ts'

type CatalogueHandlers = Pick<Handlers, 'listModels' | 'adminUserModels' | 'getModel' | 'listProviders' | 'getProvider'>

/** What a user may use, what it costs them and how it does: never how it is reached. */
export function catalogueHandlers(deps: Deps): CatalogueHandlers {
  const book = createIncidentBook(deps)
  return {
    listModels: async (call) => {
      const view = await viewFor(call, deps)
      const models = view.models.toSorted((a, b) => usedIn(view, b) - usedIn(view, a) || a.id.localeCompare(b.id))
      return {
        items: models.map((model) => modelOf(model, view)),
        next: null,
        multiplier: formatFactor(view.multiplierMicros),
      }
    },
    adminUserModels: async ({ params: { id } }) => {
      const user = found(await deps.store.users.byId(id))
      found(await deps.store.userAdmin.exists(id))
      const { models } = await offeringTo(user, deps)
      return {
        items: models.map((model) => ({ id: model.id })).toSorted((a, b) => a.id.localeCompare(b.id)),
        next: null,
      }
    },
    getModel: (call) => getModel(call, call.params.id, deps),
    listProviders: async (call) => {
      const view = await viewFor(call, deps)
      const items = providersOf(view)
      return { items, next: null, incidents: toldTo(view, await book(items.map(({ id }) => id))) }
    },
    getProvider: async (call) => {
      const view = await viewFor(call, deps)
      const provider = found(view.providers.find(({ id }) => id === call.params.id))
      const incidents = toldTo(view, await book([provider.id]))
      return reportOn(provider, view, { userId: call.caller.user.id, range: call.query.range, incidents })
    },
  }
}

/** Incidents without the models that a user may not use. */
function toldTo({ models }: View, incidents: readonly Incident[]): Incident[] {
  const own = new Set(models.map(({ id }) => id))
  return incidents.map((incident) => ({ ...incident, models: incident.models.filter((model) => own.has(model)) }))
}

/** How often a model was asked for in the last day, by everybody. */
function usedIn({ ofModels }: View, { id }: Model): number {
  return (ofModels.get(id) ?? []).reduce((sum, { answered, failed }) => sum + answered + failed, 0)
}

function modelOf(model: Model, view: View): OfferedModel {
  const providers = view.providers
    .filter((provider) => serves(provider, model))
    .map((provider) => ({
      id: provider.id,
      name: provider.name,
      preset: provider.preset,
      status: providerStatus(provider, view, model.id),
    }))
  const seen = view.ofModels.get(model.id) ?? []
  const reach = bestOf(providers.map(({ status }) => status))
  return {
    id: model.id,
    display_name: model.displayName,
    vendor: model.vendor,
    kind: model.kind,
    context: model.context,
    max_output: model.maxOutput,
    abilities: model.abilities,
    aliases: model.aliases,
    price: priceFor(model, view.multiplierMicros),
    protocols: callableBy(model, view.deps),
    status: reach === 'healthy' ? statusOf(seen) : reach,
    health: healthOf(view.ofModels.get(model.id), view.grid),
    providers,
  }
}

async function getModel(call: SignedCall, id: string, deps: Deps): Promise<ModelDetail> {
  const view = await viewFor(call, deps)
  const model = found(view.models.find((one) => one.id === id))
  const { providers, ...facts } = modelOf(model, view)
  const asked = await deps.store.health.series({
    ...view.grid,
    by: 'provider',
    providers: providers.map((provider) => provider.id),
    model: id,
  })
  return {
    ...facts,
    multiplier: formatFactor(view.multiplierMicros),
    providers: providers.map((provider) => ({ ...provider, health: healthOf(asked.get(provider.id), view.grid) })),
  }
}

function providersOf(view: View): OfferedProvider[] {
  return view.providers.map((provider) => ({
    ...factsOf(provider, view),
    models: modelsAt(provider, view).length,
    health: healthOf(view.ofProviders.get(provider.id), view.grid),
  }))
}
