import type { AdminKey } from '../contract/admin-keys.ts'
import type { Endpoints } from '../contract/all.ts'
import { formatUsd } from '../core/money.ts'
import { iso } from '../core/time.ts'
import type { KeyRef } from '../store/keys.ts'
import type { KeyChoice, ListedKey } from '../store/key-admin.ts'
import { looksLikeUserKey } from '../vault/keys.ts'
import { each } from './bulk.ts'
import type { Call, Handlers, SignedCall } from './call.ts'
import { type Asking, requireConsent } from './confirm.ts'
import type { Deps } from './deps.ts'
import { found } from './errors.ts'
import { exportFile, type FileAnswer, inSlices } from './file.ts'
import { changeKey, makeKey, removeKey, type Tell } from './key-acts.ts'
import { KEY_COLUMNS, keyCells } from './key-table.ts'
import { keyView } from './key-view.ts'
import { isAtLimit } from './standing.ts'
import type { Throttle } from './throttle.ts'
import { activityByAdmin, auditOf, massExportOf } from './trail.ts'
import { requireZone } from './zone.ts'

type AdminKeyHandlers = Pick<
  Handlers,
  | 'adminListKeys'
  | 'adminExportKeys'
  | 'adminKeyFigures'
  | 'adminCreateKey'
  | 'adminFindKey'
  | 'adminBulkKeys'
  | 'adminGetKey'
  | 'adminKeyAddresses'
  | 'adminPatchKey'
  | 'adminDeleteKey'
>

/** What administrators do with the keys of everybody. */
export function adminKeyHandlers(deps: Deps, throttle: Throttle): AdminKeyHandlers {
  const asking = { ...deps, throttle }
  const { keyAdmin } = deps.store
  return {
    adminListKeys: async ({ query }) => {
      const { limit, cursor } = query
      const page = await keyAdmin.list({ ...(await filterOf(query, deps)), limit, cursor })
      return { items: await Promise.all(page.items.map((row) => keyOf(row, deps))), next: page.next }
    },
    adminExportKeys: (call) => exportKeys(call, deps),
    adminKeyFigures: async ({ query }) => {
      requireZone('tz', query.tz)
      const { monthCostNanos, ...counts } = await keyAdmin.figures(query.tz)
      const exhausted = (await exhaustedKeys(deps)).length
      return { ...counts, exhausted, month_cost: formatUsd(monthCostNanos) }
    },
    adminCreateKey: (call) => createKey(call, deps),
    adminFindKey: async ({ body }) => {
      const known = looksLikeUserKey(body.secret) && (await keyAdmin.byHash(deps.vault.hashKey(body.secret)))
      return readKey(found(known), deps)
    },
    adminBulkKeys: (call) => changeMany(call, asking),
    adminGetKey: ({ params, query }) => {
      requireZone('tz', query.tz)
      return readKey(params.id, deps, query.tz)
    },
    adminKeyAddresses: async ({ params }) => {
      found(await keyAdmin.ref(params.id))
      const rows = await keyAdmin.addresses(params.id)
      return { items: rows.map(({ ip, at }) => ({ ip, at: iso(at) })), next: null }
    },
    adminPatchKey: async (call) => {
      const ref = await refOf(call.params.id, deps)
      await changeKey(call.body, { ref, tell: tellBoth(call), call, admin: call.caller.user.id }, asking)
      await deps.changed()
      return readKey(ref.id, deps)
    },
    adminDeleteKey: async (call) => {
      await removeKey(await refOf(call.params.id, deps), tellBoth(call), deps)
      await deps.changed()
      return null
    },
  }
}

type Filters = Omit<Call<Endpoints['adminExportKeys']>['query'], 'format'>

async function filterOf({ id, q, user, status, risk, tz, sort }: Filters, deps: Deps): Promise<KeyChoice> {
  requireZone('tz', tz)
  const usedUp = status?.includes('exhausted') ? await exhaustedKeys(deps) : []
  return { ids: id, q, users: user, statuses: status, usedUp, risks: risk, zone: tz, sort }
}

/** The active keys whose requests are refused because a limit of theirs is used up. */
async function exhaustedKeys(deps: Deps): Promise<string[]> {
  const full: string[] = []
  for (const id of await deps.store.keyAdmin.limited()) if (await isAtLimit('key', id, deps)) full.push(id)
  return full
}

async function exportKeys(call: Call<Endpoints['adminExportKeys']>, deps: Deps): Promise<FileAnswer> {
  const { keyAdmin, audit } = deps.store
  const { format } = call.query
  const choice = await filterOf(call.query, deps)
  const { zone } = choice
  const chosen = await keyAdmin.order(choice)
  await audit.record(...massExportOf(call, 'all_keys', { format, query: call.query, rows: chosen.length }))
  const now = deps.clock.now()
  async function* rows() {
    for await (const key of inSlices(chosen, (ids, limit) => keyAdmin.list({ ids, zone, limit })))
      yield { owner_name: key.owner.name, owner_email: key.owner.email, ...keyCells(key, { now, zone }) }
  }
  const columns = ['owner_name', 'owner_email', ...KEY_COLUMNS]
  return exportFile({ name: 'yumen-all-keys', format, columns, rows: rows() })
}

async function createKey(call: Call<Endpoints['adminCreateKey']>, deps: Deps) {
  const { user: userId, ...body } = call.body
  const { ref, secret } = await makeKey(body, { userId, createdBy: call.caller.user.id }, tellBoth(call), deps)
  return { ...(await readKey(ref.id, deps)), secret }
}

async function changeMany(call: Call<Endpoints['adminBulkKeys']>, deps: Deps & Asking) {
  const { body } = call
  const tell = tellBoth(call)
  // A wrong password is nothing that stands against some of them.
  if (body.action === 'set_limits' && body.password !== undefined) await requireConsent(body.password, call, deps)
  try {
    return await each(body.ids, call.locale, async (id) => {
      const ref = await refOf(id, deps)
      if (body.action === 'delete') await removeKey(ref, tell, deps)
      else await changeKey(patchOf(body), { ref, tell, call, admin: call.caller.user.id }, deps)
    })
  } finally {
    // What was changed before something failed counts: a key that is disabled must not go on.
    await deps.changed()
  }
}

type ManyBody = Exclude<Call<Endpoints['adminBulkKeys']>['body'], { action: 'delete' }>

function patchOf(body: ManyBody): Call<Endpoints['adminPatchKey']>['body'] {
  switch (body.action) {
    case 'enable':
      return { status: 'active' }
    case 'disable':
      return { status: 'disabled' }
    case 'set_expiry':
      return { expires_at: body.expires_at }
    case 'set_limits':
      return { limits: body.limits, password: body.password }
  }
  return body satisfies never
}

/** The owner is told, and so are operators. */
function tellBoth(call: SignedCall): Tell {
  return ({ kind, ref, name, last4, before, after, told }) => ({
    activity: activityByAdmin(ref.userId, kind, { id: ref.id, name, last4, ...told }),
    audit: auditOf(call, { action: kind, targetKind: 'key', targetId: ref.id, before, after }),
  })
}

async function refOf(id: string, deps: Deps): Promise<KeyRef> {
  return found(await deps.store.keyAdmin.ref(id))
}

async function readKey(id: string, deps: Deps, zone = 'UTC'): Promise<AdminKey> {
  return keyOf(found(await deps.store.keyAdmin.get(id, zone)), deps)
}

async function keyOf(row: ListedKey, deps: Deps): Promise<AdminKey> {
  const { owner, addresses, risks } = row
  const created_by = personOf(row.createdBy, row.createdByName)
  const disabled_by = personOf(row.disabledBy, row.disabledByName)
  return { ...(await keyView(row, deps)), owner, created_by, disabled_by, addresses, risks }
}

function personOf(id: string | null, name: string | null) {
  return id === null ? null : { id, name: name ?? id }
}
