import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import type { Setup } from './talk.ts'
import type { Ready } from './use-talk.ts'

/** What is to be known of a model one can talk to. */
type Model = Pick<OfferedModel, 'id' | 'display_name' | 'vendor' | 'kind' | 'aliases' | 'price'>

/** What there is to choose from: keys that work, and models one can talk to. Neither is empty where a talk is open. */
export type Choices = { keys: readonly ApiKey[]; models: readonly Model[] }

/** The keys and models that can be used. */
export function choicesOf(keys: readonly ApiKey[], models: readonly Model[]): Choices {
  return {
    keys: keys.filter(({ status }) => status === 'active'),
    models: models.filter(({ kind, price }) => kind === 'chat' && price !== null),
  }
}

/** The models a key may use. */
export function modelsFor(key: ApiKey | undefined, { models }: Choices): readonly Model[] {
  const allowed = key?.allow_models
  return allowed ? models.filter(({ id }) => allowed.includes(id)) : models
}

/** A setup with what there is: what was chosen before may be gone by now, and then it is `preferred`, if that is there. */
export function readyOf(setup: Setup, choices: Choices, preferred: string | null = null): Ready {
  const key = choices.keys.find(({ id }) => id === setup.key) ?? choices.keys[0]
  const models = modelsFor(key, choices)
  const known = (id: string | null) =>
    models.find((model) => model.id === id || (id !== null && model.aliases.includes(id)))?.id
  return {
    ...setup,
    key: key?.id ?? '',
    model: known(setup.model) ?? known(preferred) ?? models[0]?.id ?? '',
    second: known(setup.second) ?? null,
  }
}

/** A model to begin comparing with. */
export function secondOf({ key, model }: Ready, choices: Choices): string | null {
  const models = modelsFor(
    choices.keys.find(({ id }) => id === key),
    choices,
  )
  return (models.find(({ id }) => id !== model) ?? models[0])?.id ?? null
}
