import type { AccountBounds, Patch } from '../store/users.ts'
import { catalogueNames, noSuch } from './allowed-models.ts'
import type { Deps } from './deps.ts'
import { type FieldProblem, invalid } from './errors.ts'

/** What an account is allowed, as administrators ask for it. */
export type BoundFields = {
  allow_models?: string[] | null | undefined
  deny_models?: string[] | undefined
  allow_providers?: string[] | null | undefined
  allow_ips?: string[] | null | undefined
}

const NOT_BOTH: FieldProblem = {
  zh: '只有允许全部模型时才能排除模型',
  en: 'Models can be left out only where all are allowed',
}

/** The same with models by their catalogue names; throws what is not there, or does not go with what is not changed. */
export async function boundsNamed<T extends BoundFields>(fields: T, present: BoundFields, deps: Deps): Promise<T> {
  const { allow_models: models, deny_models: denied, allow_providers: providers } = fields
  const named: BoundFields = {}
  if (models !== undefined) named.allow_models = await catalogueNames(models, deps)
  if (denied !== undefined) named.deny_models = (await catalogueNames(denied, deps, 'deny_models')) ?? []
  if (providers) await requireProviders(providers, deps)
  const after = { ...present, ...named }
  if (after.allow_models && after.deny_models?.length) throw invalid({ deny_models: NOT_BOTH })
  return { ...fields, ...named }
}

async function requireProviders(ids: readonly string[], { store }: Deps): Promise<void> {
  const known = new Set((await store.providers.list()).map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) throw invalid({ allow_providers: noSuch({ zh: '提供商', en: 'providers' }, unknown) })
}

/** As the store keeps it; what is not given stays. */
export function boundsIn(fields: BoundFields): Patch<AccountBounds> {
  return {
    allowModels: fields.allow_models,
    denyModels: fields.deny_models,
    allowProviders: fields.allow_providers,
    allowIps: fields.allow_ips,
  }
}
