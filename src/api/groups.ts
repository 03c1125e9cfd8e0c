import type { Endpoints } from '../contract/all.ts'
import type { GroupView } from '../contract/groups.ts'
import { newId } from '../core/ids.ts'
import { formatFactor, ONE_MICROS, parseFactor } from '../core/money.ts'
import { iso } from '../core/time.ts'
import type { Group, GroupPatch, GroupRefusal } from '../store/groups.ts'
import type { Outcome } from '../store/outcome.ts'
import { catalogueNames } from './allowed-models.ts'
import type { Call, Handlers } from './call.ts'
import { type Asking, requireConsent } from './confirm.ts'
import type { Deps } from './deps.ts'
import { differs, sawNewest } from './differs.ts'
import { ApiError, found } from './errors.ts'
import { limitsIn, limitViews, softens } from './limit-json.ts'
import type { Throttle } from './throttle.ts'
import { auditOf } from './trail.ts'

type GroupHandlers = Pick<
  Handlers,
  'adminListGroups' | 'adminCreateGroup' | 'adminGetGroup' | 'adminPatchGroup' | 'adminDeleteGroup'
>

/** Groups of users. */
export function groupHandlers(deps: Deps, throttle: Throttle): GroupHandlers {
  const { groups } = deps.store
  return {
    adminListGroups: async () => {
      const items = await Promise.all((await groups.list()).map((group) => groupOf(group, deps)))
      return { items, next: null }
    },
    adminCreateGroup: (call) => createGroup(call, deps),
    adminGetGroup: async ({ params }) => groupOf(await readGroup(params.id, deps), deps),
    adminPatchGroup: (call) => patchGroup(call, { ...deps, throttle }),
    adminDeleteGroup: async (call) => {
      const { id } = call.params
      const before = await groupOf(await readGroup(id, deps), deps)
      const audit = auditOf(call, { action: 'group.deleted', targetKind: 'group', targetId: id, before, after: null })
      const removed = await groups.remove(id, { audit })
      if (!removed.ok) throw new ApiError(removed.refused === 'in_use' ? 'group_in_use' : 'not_found')
      await deps.changed()
      return null
    },
  }
}

async function createGroup(call: Call<Endpoints['adminCreateGroup']>, deps: Deps): Promise<GroupView> {
  const { body } = call
  const id = newId(deps.clock.now())
  const audit = auditOf(call, { action: 'group.created', targetKind: 'group', targetId: id, before: null, after: body })
  const group = {
    id,
    name: body.name,
    multiplierMicros: parseFactor(body.multiplier) ?? ONE_MICROS,
    allowModels: await catalogueNames(body.allow_models, deps),
    note: body.note,
    isDefault: body.default,
    limits: limitsIn(body.limits),
  }
  const created = accepted(await deps.store.groups.create(group, { audit }))
  await deps.changed()
  return groupOf(created, deps)
}

async function patchGroup(call: Call<Endpoints['adminPatchGroup']>, deps: Deps & Asking): Promise<GroupView> {
  const { password, ...body } = call.body
  const { id } = call.params
  const before = await groupOf(await readGroup(id, deps), deps)
  if (!differs(body, before) && sawNewest(call, before)) return before
  const limits = body.limits && limitsIn(body.limits)
  if (softens(await deps.limitState('group', id), limits)) await requireConsent(password, call, deps)
  const patch: GroupPatch = {
    name: body.name,
    multiplierMicros: body.multiplier === undefined ? undefined : parseFactor(body.multiplier),
    allowModels: body.allow_models === undefined ? undefined : await catalogueNames(body.allow_models, deps),
    note: body.note,
    isDefault: body.default,
    limits,
    ifVersion: call.ifMatch,
  }
  const audit = auditOf(call, { action: 'group.changed', targetKind: 'group', targetId: id, before, after: body })
  const changed = accepted(await deps.store.groups.patch(id, patch, { audit }))
  await deps.changed()
  return groupOf(changed, deps)
}

async function readGroup(id: string, deps: Deps): Promise<Group> {
  return found(await deps.store.groups.get(id))
}

function accepted(outcome: Outcome<Group, GroupRefusal>): Group {
  if (outcome.ok) return outcome.value
  if (outcome.refused === 'name_taken') {
    throw new ApiError('group_exists', {
      fields: { name: { zh: '已有同名的分组', en: 'A group with this name already exists' } },
    })
  }
  throw new ApiError(outcome.refused)
}

async function groupOf(group: Group, deps: Deps): Promise<GroupView> {
  return {
    id: group.id,
    name: group.name,
    multiplier: formatFactor(group.multiplierMicros),
    allow_models: group.allowModels,
    note: group.note,
    default: group.isDefault,
    users: group.users,
    limits: limitViews(await deps.limitState('group', group.id)),
    version: group.version,
    created_at: iso(group.createdAt),
  }
}
