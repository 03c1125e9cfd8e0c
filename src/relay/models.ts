import { allows } from '../core/bounds.ts'
import type { ModelEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import { priceAt } from '../core/price.ts'
import type { Dialect } from '../core/protocol.ts'
import { iso } from '../core/time.ts'
import type { Caller } from './authenticate.ts'
import type { Directory } from './directory.ts'

/** The models a caller may use at a time: allowed, priced, and with some way to reach them that is theirs. */
export function usableModels(caller: Caller, { directory, at }: { directory: Directory; at: number }): ModelEntry[] {
  return directory
    .models()
    .filter(
      (model) =>
        priceAt(model, at) &&
        allows(caller.allowModels, model.id) &&
        directory.targets(model.id).some(({ provider }) => allows(caller.allowProviders, provider.id)),
    )
}

/** The answer to a list of models in each dialect (wire.md §1.3, §1.5, §1.6). */
const LISTS: Record<Dialect, (models: readonly ModelEntry[]) => object> = {
  openai: (models) => ({ object: 'list', data: models.map(ENTRIES.openai) }),
  anthropic: (models) => ({
    data: models.map(ENTRIES.anthropic),
    has_more: false,
    first_id: models[0]?.id ?? null,
    last_id: models.at(-1)?.id ?? null,
  }),
  gemini: (models) => ({ models: models.map(ENTRIES.gemini) }),
}

const ENTRIES: Record<Dialect, (model: ModelEntry) => object> = {
  openai: ({ id, createdAt, vendor }) => ({
    id,
    object: 'model',
    created: Math.floor(createdAt / 1000),
    owned_by: vendor || 'yumen',
  }),
  anthropic: ({ id, displayName, createdAt, context, maxOutput }) => ({
    type: 'model',
    id,
    display_name: displayName,
    created_at: iso(createdAt),
    max_input_tokens: context,
    max_tokens: maxOutput,
  }),
  gemini: ({ id, displayName, context, maxOutput }) => ({
    name: `models/${id}`,
    displayName,
    ...(context !== null && { inputTokenLimit: context }),
    ...(maxOutput !== null && { outputTokenLimit: maxOutput }),
    supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
  }),
}

/** A list of models, or one by name, as a dialect words it; throws `model_not_found`. */
export function modelsAnswer(
  caller: Caller,
  by: { directory: Directory; at: number },
  { dialect, id }: { dialect: Dialect; id: string | null },
): object {
  const models = usableModels(caller, by)
  if (id === null) return LISTS[dialect](models)
  const name = by.directory.model(id)?.id
  const model = models.find((entry) => entry.id === name)
  if (!model) throw new GatewayError('model_not_found', { model: id })
  return ENTRIES[dialect](model)
}
