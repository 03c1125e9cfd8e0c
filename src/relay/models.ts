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

/** A page of a list, and whether there are more in the direction in which it is read. */
type Page = { models: readonly ModelEntry[]; more: boolean }

/** The answer to a list of models in each dialect (wire.md §1.3, §1.5, §1.6). */
const LISTS: Record<Dialect, (page: Page) => object> = {
  openai: ({ models }) => ({ object: 'list', data: models.map(ENTRIES.openai) }),
  anthropic: ({ models, more }) => ({
    data: models.map(ENTRIES.anthropic),
    has_more: more,
    first_id: models[0]?.id ?? null,
    last_id: models.at(-1)?.id ?? null,
  }),
  gemini: ({ models, more }) => ({
    models: models.map(ENTRIES.gemini),
    ...(more && { nextPageToken: models.at(-1)?.id }),
  }),
}

/** What a dialect calls the bounds of a page; who asks for none gets all, as OpenAI's clients do. */
const BOUNDS: Record<Dialect, { most: string; after: string; before: string | null } | null> = {
  openai: null,
  anthropic: { most: 'limit', after: 'after_id', before: 'before_id' },
  gemini: { most: 'pageSize', after: 'pageToken', before: null },
}

/** The page that is asked for; behind or before a model that is not there any more there is nothing. */
function pageOf(models: readonly ModelEntry[], dialect: Dialect, query: URLSearchParams): Page {
  const bounds = BOUNDS[dialect]
  if (!bounds) return { models, more: false }
  const told = Number(query.get(bounds.most))
  const most = Number.isInteger(told) && told > 0 ? told : models.length
  const placeOf = (name: string | null) => {
    const id = name === null ? null : query.get(name)
    return id === null ? null : models.findIndex((model) => model.id === id)
  }
  const before = placeOf(bounds.before)
  if (before !== null) {
    const from = Math.max(0, before - most)
    return { models: models.slice(from, Math.max(0, before)), more: from > 0 }
  }
  const after = placeOf(bounds.after)
  const from = after === -1 ? models.length : (after ?? -1) + 1
  return { models: models.slice(from, from + most), more: from + most < models.length }
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
    // No client's decoder need miss any of them.
    lifecycle: 'active',
    deprecated_at: null,
    retires_at: null,
    line: null,
    capabilities: null,
  }),
  gemini: ({ id, displayName, context, maxOutput }) => ({
    name: `models/${id}`,
    displayName,
    ...(context !== null && { inputTokenLimit: context }),
    ...(maxOutput !== null && { outputTokenLimit: maxOutput }),
    supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
  }),
}

/** A list of models, all or the page that `query` asks for, or one by name, as a dialect words it; throws `model_not_found`. */
export function modelsAnswer(
  caller: Caller,
  by: { directory: Directory; at: number },
  { dialect, id, query }: { dialect: Dialect; id: string | null; query: URLSearchParams },
): object {
  const models = usableModels(caller, by)
  if (id === null) return LISTS[dialect](pageOf(models, dialect, query))
  const name = by.directory.model(id)?.id
  const model = models.find((entry) => entry.id === name)
  if (!model) throw new GatewayError('model_not_found', { model: id })
  return ENTRIES[dialect](model)
}
