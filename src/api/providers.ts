import type { Endpoints } from '../contract/all.ts'
import { newModelId } from '../contract/models.ts'
import type { Provider } from '../contract/providers.ts'
import { newId } from '../core/ids.ts'
import { shownProxy } from '../core/line.ts'
import { ONE_MICROS, parseFactor, parseUsd } from '../core/money.ts'
import type { ProviderPart } from '../core/routing.ts'
import type { Descriptor } from '../providers/provider.ts'
import type { CredentialInput } from '../store/credentials.ts'
import type { NewModel } from '../store/models.ts'
import type { Outcome } from '../store/outcome.ts'
import type { Provider as StoredProvider } from '../store/provider-view.ts'
import type { NewProvider, ProviderPatch, ProviderRefusal } from '../store/providers.ts'
import type { RouteInput } from '../store/routes.ts'
import { askAnew } from './anew.ts'
import type { Call, Handlers, SignedCall } from './call.ts'
import { type Asking, requireConsent } from './confirm.ts'
import type { Deps } from './deps.ts'
import { differs, sawNewest } from './differs.ts'
import { lineIn } from './lines.ts'
import { endpointsIn, presetEndpoints, requireAllowed } from './endpoints.ts'
import { ApiError, found, invalid } from './errors.ts'
import { newModel } from './models.ts'
import { answerOf, answersOf, providerOf } from './provider-answer.ts'
import { usualBilling } from './presets.ts'
import type { Throttle } from './throttle.ts'
import { auditOf } from './trail.ts'

type ProviderHandlers = Pick<
  Handlers,
  | 'adminListProviders'
  | 'adminCreateProvider'
  | 'adminGetProvider'
  | 'adminPatchProvider'
  | 'adminDeleteProvider'
  | 'adminRecoverCredential'
  | 'adminRecoverEndpoint'
>

/** Providers with everything under them; secrets go in and never come out. */
export function providerHandlers(deps: Deps, throttle: Throttle): ProviderHandlers {
  const { providers } = deps.store
  return {
    adminListProviders: async () => ({
      items: await answersOf(await providers.list(), deps),
      next: null,
    }),
    adminCreateProvider: (call) => createProvider(call, deps),
    adminGetProvider: async ({ params }) => answerOf(await readProvider(params.id, deps), deps),
    adminPatchProvider: (call) => patchProvider(call, { ...deps, throttle }),
    adminDeleteProvider: async (call) => {
      const { id } = call.params
      const before = providerOf(await readProvider(id, deps), deps.routing)
      const facts = { targetKind: 'provider', targetId: id, before, after: null }
      const audit = auditOf(call, { action: 'provider.deleted', ...facts })
      found(await providers.remove(id, { audit }))
      await deps.changed()
      return null
    },
    adminRecoverCredential: (call) => recover({ kind: 'credential', id: call.params.credential_id }, call, deps),
    adminRecoverEndpoint: (call) => recover({ kind: 'endpoint', id: call.params.endpoint_id }, call, deps),
  }
}

type OfProvider = SignedCall & { params: { id: string } }

async function recover(part: ProviderPart, call: OfProvider, deps: Deps): Promise<Provider> {
  const { id } = call.params
  const facts = { targetKind: 'provider', targetId: id, before: null, after: { [part.kind]: part.id } }
  const audit = auditOf(call, { action: `provider.${part.kind}_recovered`, ...facts })
  const row = found(await deps.store.providers.recover(id, part, { audit }))
  deps.routing.recover(part)
  return answerOf(row, deps)
}

async function createProvider(call: Call<Endpoints['adminCreateProvider']>, deps: Deps): Promise<Provider> {
  const { body } = call
  const preset = presetOf(body.preset, deps)
  const routes = body.routes.map(routeIn)
  await requireNames(routes, deps)
  const provider: NewProvider = {
    id: newId(deps.clock.now()),
    slug: body.slug,
    name: body.name,
    preset: body.preset,
    priority: body.priority,
    weight: body.weight,
    multiplierMicros: parseFactor(body.multiplier) ?? ONE_MICROS,
    allowPrivate: body.allow_private,
    drainOnAbort: body.drain_on_abort,
    billingType: body.billing_type ?? usualBilling(preset),
    balanceAlert: alertIn(body.balance_alert),
    line: lineIn(body),
    note: body.note,
    endpoints: body.endpoints
      ? endpointsIn(body.endpoints, { preset, allowPrivate: body.allow_private })
      : presetEndpoints(preset),
    credentials: body.credentials.map(credentialIn),
    routes,
    models: modelsOf(routes, deps),
  }
  if (provider.endpoints.length === 0) throw invalid({ endpoints: { zh: '请填写地址', en: 'An address is needed' } })
  // A preset's own addresses need the same leave as those that are given.
  requireAllowed(provider.endpoints, body.allow_private)
  const facts = { targetKind: 'provider', targetId: provider.id, before: null, after: withoutSecrets(body) }
  const audit = auditOf(call, { action: 'provider.created', ...facts })
  const created = accepted(await deps.store.providers.create(provider, { audit }))
  await deps.changed()
  askAnew(created, { before: null, given: provider.credentials }, deps)
  return answerOf(created, deps)
}

async function patchProvider(call: Call<Endpoints['adminPatchProvider']>, deps: Deps & Asking): Promise<Provider> {
  const { params } = call
  const { password, ...body } = call.body
  const stored = await readProvider(params.id, deps)
  const before = providerOf(stored, deps.routing)
  if (!differs(body, before) && sawNewest(call, before)) return answerOf(stored, deps)
  const patch = providerPatch(body, stored, deps)
  await requireNames(patch.routes ?? [], deps)
  if (leadsElsewhere(patch, stored)) await requireConsent(password, call, deps)
  const facts = {
    targetKind: 'provider',
    targetId: params.id,
    before,
    after: withoutSecrets(body),
  }
  const audit = auditOf(call, { action: 'provider.changed', ...facts })
  const outcome = await deps.store.providers.patch(params.id, { ...patch, ifVersion: call.ifMatch }, { audit })
  const changed = accepted(outcome)
  await deps.changed()
  askAnew(changed, { before: stored, given: patch.credentials ?? [] }, deps)
  return answerOf(changed, deps)
}

/** Whether requests would go to an address, by a way or to a certificate they do not go to yet: whoever is there reads them all. */
function leadsElsewhere({ endpoints = [], line }: ProviderPatch, stored: StoredProvider): boolean {
  const known = stored.endpoints.map(({ baseUrl }) => baseUrl)
  if (endpoints.some(({ baseUrl }) => !known.includes(baseUrl))) return true
  const { proxy, ca } = line ?? {}
  return Boolean(proxy) || Boolean(ca && ca !== stored.line.ca)
}

type PatchBody = Omit<Call<Endpoints['adminPatchProvider']>['body'], 'password'>

function providerPatch(body: PatchBody, stored: StoredProvider, deps: Deps): ProviderPatch {
  const allowPrivate = body.allow_private ?? stored.allowPrivate
  const preset = presetOf(stored.preset, deps)
  const routes = body.routes?.map(routeIn)
  // Without private addresses the ones that are there must do without plain http too.
  if (body.allow_private === false && !body.endpoints) requireAllowed(stored.endpoints, false)
  return {
    name: body.name,
    status: body.status,
    priority: body.priority,
    weight: body.weight,
    multiplierMicros: body.multiplier === undefined ? undefined : parseFactor(body.multiplier),
    allowPrivate: body.allow_private,
    drainOnAbort: body.drain_on_abort,
    billingType: body.billing_type,
    balanceAlert: alertIn(body.balance_alert),
    // As it is shown it has no user and no password, and whoever sends it back means the one that is there.
    line: lineIn({ ...body, proxy: body.proxy === stored.line.proxy ? undefined : body.proxy }),
    note: body.note,
    endpoints: body.endpoints && endpointsIn(body.endpoints, { preset, allowPrivate }),
    credentials: body.credentials?.map(credentialIn),
    routes,
    models: routes && modelsOf(routes, deps),
  }
}

function alertIn(amount: string | null | undefined): bigint | null | undefined {
  return typeof amount === 'string' ? parseUsd(amount) : amount
}

/** The vendor of a preset that is offered. */
export function presetOf(id: string, deps: Pick<Deps, 'presets'>): Descriptor {
  const preset = deps.presets.find((descriptor) => descriptor.id === id)
  if (!preset) throw invalid({ preset: { zh: '未知的预设', en: 'Unknown preset' } })
  return preset
}

/** A provider that is there, or a 404. */
export async function readProvider(id: string, deps: Pick<Deps, 'store'>): Promise<StoredProvider> {
  return found(await deps.store.providers.get(id))
}

type RouteFields = { model: string; upstream_name?: string | undefined; enabled: boolean }

function routeIn(route: RouteFields): RouteInput {
  return { model: route.model, upstreamName: route.upstream_name ?? route.model, enabled: route.enabled }
}

type CredentialFields = NonNullable<PatchBody['credentials']>[number]

/** A credential as the store takes it. */
export function credentialIn({ allow_models: allowModels, ...fields }: CredentialFields): CredentialInput {
  return { ...fields, allowModels }
}

/** What the store shall make of routed models it does not have yet. */
function modelsOf(routes: readonly RouteInput[], deps: Deps): NewModel[] {
  return [...new Set(routes.map((route) => route.model))].map((id) => newModel(id, deps))
}

/** A model that a route adds is named as any new one; one that is there goes by the name it has. */
async function requireNames(routes: readonly RouteInput[], { store }: Deps): Promise<void> {
  const odd = routes.map(({ model }) => model).filter((name) => !newModelId.safeParse(name).success)
  if (odd.length === 0) return
  const known = new Set((await store.models.list()).flatMap(({ id, aliases }) => [id, ...aliases]))
  const name = odd.find((one) => !known.has(one))
  if (name === undefined) return
  throw invalid({
    routes: {
      zh: `模型名不能包含空格、引号或不可见字符：${name}`,
      en: `A model name must not contain spaces, quotes or invisible characters: ${name}`,
    },
  })
}

type Secretive = {
  credentials?: readonly { secret?: string | undefined }[] | undefined
  proxy?: string | null | undefined
}

/** What is written down of a change: that a secret was given, and never which. */
export function withoutSecrets<T extends Secretive>(body: T) {
  const credentials = body.credentials?.map(({ secret, ...rest }) => ({ ...rest, secret_set: secret !== undefined }))
  return { ...body, credentials, ...(body.proxy && { proxy: shownProxy(body.proxy) }) }
}

/** The provider as a change left it, or what the change is refused with. */
export function accepted(outcome: Outcome<StoredProvider, ProviderRefusal>): StoredProvider {
  if (outcome.ok) return outcome.value
  const about = outcome.about ?? ''
  switch (outcome.refused) {
    case 'not_found':
    case 'version_conflict':
      throw new ApiError(outcome.refused)
    case 'slug_taken':
      throw new ApiError('slug_taken', {
        fields: { slug: { zh: '该标识已被使用', en: 'This identifier is already in use' } },
      })
    case 'secret_needed':
      throw invalid({
        credentials: {
          zh: `请填写密钥「${about}」：它是新的，或接口地址的来源、受信任的证书、明文连接所用的代理已改变`,
          en: `Enter the secret of "${about}": it is new, or the origin of an address, the trusted certificate or the proxy of an unencrypted connection has changed`,
        },
      })
    case 'unknown_row':
      throw invalid({ id: { zh: `不属于该提供商：${about}`, en: `Does not belong to this provider: ${about}` } })
  }
  return outcome.refused satisfies never
}
