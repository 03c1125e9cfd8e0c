import type { Model, ModelKind } from '../store/model-view.ts'
import type { Credential, Provider } from '../store/provider-view.ts'
import type { User } from '../store/users.ts'
import { multiplied } from '../catalog/multiplied.ts'
import type { OfferStatus } from '../contract/catalogue.ts'
import type { ModelPrice } from '../contract/models.ts'
import { allows } from '../core/bounds.ts'
import type { Micros } from '../core/money.ts'
import { type ProtocolId, PROTOCOLS } from '../core/protocol.ts'
import { breakerFor } from '../core/routing.ts'
import { descriptorOf } from '../providers/all.ts'
import { limitedTogether } from '../providers/family.ts'
import type { Deps } from './deps.ts'
import { priceOut } from './prices.ts'
import { termsOf } from './user-terms.ts'

/** What one user may use: models that are on, priced, allowed to them and their group and routed, and the providers of those. */
export type Offering = { multiplierMicros: Micros; models: Model[]; providers: Provider[] }

/** Reads what a user may use. */
export async function offeringTo(user: User, deps: Deps): Promise<Offering> {
  const { bounds, multiplierMicros } = await termsOf(user, deps)
  const allowed = bounds.allowModels && new Set(bounds.allowModels)
  const free = deps.settings()['relay.allow_unpriced']
  const active = (await deps.store.providers.list()).filter(
    ({ id, status }) => status === 'active' && allows(bounds.allowProviders, id),
  )
  const models = (await deps.store.models.list()).flatMap((model) => {
    const serving = active.filter((provider) => serves(provider, model))
    const isOffered = model.enabled && (model.price !== null || free) && (!allowed || allowed.has(model.id))
    if (!isOffered || serving.length === 0) return []
    return { ...model, protocols: model.protocols.filter((id) => serving.some((provider) => speaks(provider, id))) }
  })
  return {
    multiplierMicros,
    models,
    providers: active.filter((provider) => models.some((model) => serves(provider, model))),
  }
}

/** Whether a provider is asked for a model. */
export function serves({ routes }: Provider, { id }: Model): boolean {
  return routes.some((route) => route.enabled && route.model === id)
}

/** What a model costs whoever has this factor; null where it has no price. */
export function priceFor({ price }: Model, multiplierMicros: Micros): ModelPrice | null {
  return price && priceOut(multiplied(price, multiplierMicros))
}

/** What a model of each kind is for, in every protocol that has a place for it. */
const PROTOCOLS_OF: Record<ModelKind, readonly ProtocolId[]> = {
  chat: ['openai-responses', 'openai-chat', 'anthropic-messages', 'gemini-generate', 'gemini-interactions'],
  embedding: ['openai-embeddings', 'gemini-embed'],
  image: ['openai-images', 'openai-responses', 'openai-chat', 'gemini-generate', 'gemini-interactions'],
  audio: [
    'openai-speech',
    'openai-transcriptions',
    'openai-realtime',
    'openai-chat',
    'gemini-generate',
    'gemini-interactions',
  ],
  rerank: ['rerank'],
  moderation: ['openai-moderations'],
}

/** The protocols a model can be called by; what its providers do not speak is translated where it can be. */
export function callableBy({ kind, protocols }: Model, { translates }: Pick<Deps, 'translates'>): ProtocolId[] {
  return PROTOCOLS_OF[kind].filter((asked) => protocols.some((spoken) => translates(asked, spoken)))
}

/** The protocols a provider speaks itself, as far as some of these models have a use for them. */
export function spokenBy(provider: Provider, models: readonly Model[]): ProtocolId[] {
  const useful = new Set(models.flatMap(({ kind }) => PROTOCOLS_OF[kind]))
  return [...useful].filter((id) => speaks(provider, id))
}

function speaks({ endpoints }: Provider, id: ProtocolId): boolean {
  const { dialect, capability } = PROTOCOLS[id]
  return endpoints.some((one) => one.dialect === dialect && one.capabilities.includes(capability))
}

/** A model by its name in the catalogue, and who asks for it. */
type Asked = { model: string; userId: string }

/** Whether nothing can be sent to a provider at present, or nothing of what is asked: each endpoint is closed off, or each credential rests. */
export function isBroken(provider: Provider, { routing }: Pick<Deps, 'routing'>, asked?: Asked): boolean {
  const { endpoints, credentials, routes } = provider
  const vendor = descriptorOf(provider.preset)
  const usable = ({ id, status, allowModels }: Credential, name?: string) => {
    const { status: now = status, limited = [] } = routing.credential(id) ?? {}
    const isLimited = name !== undefined && limited.some(({ model }) => limitedTogether(vendor, model, name))
    return now === 'active' && !isLimited && (!asked || allows(allowModels, asked.model))
  }
  const reaches = (name?: string) =>
    endpoints.some(({ id }) => breakerFor(routing.endpoint(id), name, asked?.userId) !== 'open') &&
    credentials.some((credential) => usable(credential, name))
  if (!asked) return !reaches()
  return !routes.some(({ enabled, model, upstreamName }) => enabled && model === asked.model && reaches(upstreamName))
}

const ORDER: readonly OfferStatus[] = ['healthy', 'degraded', 'broken']

/** How whoever has several ways does: as the best of them. */
export function bestOf(statuses: readonly OfferStatus[]): OfferStatus {
  return ORDER.find((status) => statuses.includes(status)) ?? 'broken'
}
