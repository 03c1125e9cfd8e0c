import type { Endpoints } from '../contract/all.ts'
import type { UpstreamOwner } from '../store/limits.ts'
import type { Call, Handlers } from './call.ts'
import { requireConsent } from './confirm.ts'
import type { Deps } from './deps.ts'
import { found } from './errors.ts'
import { limitFacts, limitsIn, limitViews, softens } from './limit-json.ts'
import type { Throttle } from './throttle.ts'
import { auditOf } from './trail.ts'

type LimitHandlers = Pick<
  Handlers,
  | 'adminGetProviderLimits'
  | 'adminPutProviderLimits'
  | 'adminGetCredentialLimits'
  | 'adminListCredentialLimits'
  | 'adminPutCredentialLimits'
>

type Put = Call<Endpoints['adminPutProviderLimits']>

/** The limits of what is upstream; those of users, keys and groups are changed with them. */
export function limitHandlers(deps: Deps, throttle: Throttle): LimitHandlers {
  const read = async (owner: UpstreamOwner) => {
    found(await deps.store.limits.exists(owner))
    return { limits: limitViews(await deps.limitState(owner.subject, owner.subjectId)) }
  }
  const put = async (owner: UpstreamOwner, call: Put) => {
    const limits = limitsIn(call.body.limits)
    const before = await deps.limitState(owner.subject, owner.subjectId)
    if (softens(before, limits)) await requireConsent(call.body.password, call, { ...deps, throttle })
    const audit = auditOf(call, {
      action: `${owner.subject}.limits_changed`,
      targetKind: owner.subject,
      targetId: owner.subjectId,
      before: { limits: limitFacts(before) },
      after: { limits: call.body.limits },
    })
    found(await deps.store.limits.put(owner, limits, { audit }))
    await deps.changed()
    return read(owner)
  }
  return {
    adminGetProviderLimits: ({ params }) => read({ subject: 'provider', subjectId: params.id }),
    adminPutProviderLimits: (call) => put({ subject: 'provider', subjectId: call.params.id }, call),
    adminGetCredentialLimits: ({ params }) => read({ subject: 'credential', subjectId: params.id }),
    adminListCredentialLimits: async ({ params }) => {
      const provider = found(await deps.store.providers.get(params.id))
      const items = provider.credentials.map(async ({ id }) => {
        return { id, limits: limitViews(await deps.limitState('credential', id)) }
      })
      return { items: await Promise.all(items), next: null }
    },
    adminPutCredentialLimits: (call) => put({ subject: 'credential', subjectId: call.params.id }, call),
  }
}
