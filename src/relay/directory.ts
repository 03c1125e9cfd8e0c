import type { DirectoryData, KeyEntry, ModelEntry, TargetEntry } from '../core/directory.ts'

/** The read model the hot path decides by: no step of a request asks a database. */
export type Directory = {
  keyByHash(hash: string): KeyEntry | undefined
  keyById(id: string): KeyEntry | undefined
  /** Finds a model by its name or an alias. */
  model(name: string): ModelEntry | undefined
  models(): readonly ModelEntry[]
  /** Every way to reach a model that is switched on, in no order. */
  targets(modelId: string): readonly TargetEntry[]
  /** The ways to reach a model that an operator has switched off. */
  switchedOff(modelId: string): readonly TargetEntry[]
  /** The way to an endpoint by one of its credentials, whatever is served there now; undefined where either is switched off or gone. */
  way(endpointId: string, credentialId: string): TargetEntry | undefined
  /** Takes over new data all at once; requests under way keep what they have. */
  replace(data: DirectoryData): void
}

/** A directory that starts empty; `replace` fills it. */
export function createDirectory(): Directory {
  let index = indexOf({ keys: [], models: [], targets: [] })
  return {
    keyByHash: (hash) => index.keysByHash.get(hash),
    keyById: (id) => index.keysById.get(id),
    model: (name) => index.modelsByName.get(name),
    models: () => index.models,
    targets: (modelId) => index.targets.get(modelId) ?? [],
    switchedOff: (modelId) => index.switchedOff.get(modelId) ?? [],
    way: (endpointId, credentialId) => index.ways.get(wayName(endpointId, credentialId)),
    replace(data) {
      index = indexOf(data)
    },
  }
}

function wayName(endpointId: string, credentialId: string): string {
  return `${endpointId} ${credentialId}`
}

function indexOf(data: Pick<DirectoryData, 'keys' | 'models' | 'targets' | 'ways'>) {
  const modelsByName = new Map<string, ModelEntry>()
  for (const model of data.models) for (const alias of model.aliases) modelsByName.set(alias, model)
  // A name wins over an alias of the same spelling.
  for (const model of data.models) modelsByName.set(model.id, model)
  return {
    keysByHash: new Map(data.keys.map((key) => [key.hash, key])),
    keysById: new Map(data.keys.map((key) => [key.id, key])),
    models: data.models,
    modelsByName,
    targets: byModel(data.targets, true),
    switchedOff: byModel(data.targets, false),
    ways: new Map(
      [...data.targets.filter(({ enabled }) => enabled), ...(data.ways ?? [])].map((way) => [
        wayName(way.endpoint.id, way.credential.id),
        way,
      ]),
    ),
  }
}

function byModel(targets: readonly TargetEntry[], enabled: boolean): Map<string, TargetEntry[]> {
  return Map.groupBy(
    targets.filter((target) => target.enabled === enabled),
    (target) => target.model,
  )
}
