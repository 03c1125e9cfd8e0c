import type { Endpoints } from '../contract/all.ts'
import type { ApiKey, KeyTest } from '../contract/keys.ts'
import { newId } from '../core/ids.ts'
import { formatUsd } from '../core/money.ts'
import { iso } from '../core/time.ts'
import type { ApiKey as StoredKey, KeyPatch, KeyRef } from '../store/keys.ts'
import { newUserKey, shownParts } from '../vault/keys.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps, KeyTestResult } from './deps.ts'
import { ApiError, invalid } from './errors.ts'
import { activityOf } from './trail.ts'
import { requireZone } from './zone.ts'

type KeyHandlers = Pick<Handlers, 'listKeys' | 'createKey' | 'getKey' | 'patchKey' | 'deleteKey' | 'testKey'>

/** What users do with their own API keys; a key of somebody else does not exist. */
export function keyHandlers(deps: Deps): KeyHandlers {
  const { keys } = deps.store
  return {
    listKeys: async ({ caller, query }) => {
      requireZone('tz', query.tz)
      const rows = await keys.list(caller.user.id, query.tz)
      return { items: rows.map((row) => keyOf(row, deps.clock.now())), next: null }
    },
    createKey: (call) => createKey(call, deps),
    getKey: async ({ caller, params, query }) => {
      requireZone('tz', query.tz)
      return readKey({ userId: caller.user.id, id: params.id }, deps, query.tz)
    },
    patchKey: (call) => patchKey(call, deps),
    deleteKey: async ({ caller, params, ...call }) => {
      const ref = { userId: caller.user.id, id: params.id }
      const { name, last4 } = await readKey(ref, deps)
      const activity = activityOf(call, ref.userId, 'key.deleted', { id: ref.id, name, last4 })
      if (!(await keys.remove(ref, { activity }))) throw new ApiError('not_found')
      await deps.changed()
      return null
    },
    testKey: async ({ caller, params, body, locale, signal }) => {
      await readKey({ userId: caller.user.id, id: params.id }, deps)
      return testOf(await deps.testKey({ keyId: params.id, model: body.model, locale, signal }))
    },
  }
}

async function createKey({ caller, body, ...call }: Call<Endpoints['createKey']>, deps: Deps) {
  const now = deps.clock.now()
  const expiresAt = body.expires_at === null ? null : Date.parse(body.expires_at)
  if (expiresAt !== null && expiresAt <= now) {
    throw invalid({ expires_at: { zh: '过期时间必须在将来', en: 'The expiry must lie in the future' } })
  }
  const secret = newUserKey()
  const ref: KeyRef = { userId: caller.user.id, id: newId(now) }
  const shown = shownParts(secret)
  const allowModels = await catalogueNames(body.allow_models, deps)
  const facts = { name: body.name, note: body.note, expiresAt, allowModels, allowIps: body.allow_ips }
  const activity = activityOf(call, ref.userId, 'key.created', { id: ref.id, name: body.name, last4: shown.last4 })
  await deps.store.keys.create({ ...ref, ...facts, ...shown, hash: deps.vault.hashKey(secret) }, { activity })
  await deps.changed()
  return { ...(await readKey(ref, deps)), secret }
}

async function patchKey({ caller, params, body, ...call }: Call<Endpoints['patchKey']>, deps: Deps): Promise<ApiKey> {
  const ref: KeyRef = { userId: caller.user.id, id: params.id }
  const patch: KeyPatch = { name: body.name, note: body.note, status: body.status, allowIps: body.allow_ips }
  if (body.expires_at !== undefined) patch.expiresAt = body.expires_at === null ? null : Date.parse(body.expires_at)
  if (body.allow_models !== undefined) patch.allowModels = await catalogueNames(body.allow_models, deps)
  const { name, last4 } = await readKey(ref, deps)
  const kind = body.status === undefined ? 'key.changed' : KIND_OF_STATUS[body.status]
  const activity = activityOf(call, ref.userId, kind, { id: ref.id, name: body.name ?? name, last4 })
  if (!(await deps.store.keys.patch(ref, patch, { activity }))) throw new ApiError('not_found')
  await deps.changed()
  return readKey(ref, deps)
}

const KIND_OF_STATUS = { active: 'key.enabled', disabled: 'key.disabled' } as const

async function readKey(ref: KeyRef, deps: Deps, zone = 'UTC'): Promise<ApiKey> {
  const row = await deps.store.keys.get(ref, zone)
  if (!row) throw new ApiError('not_found')
  return keyOf(row, deps.clock.now())
}

/** The relay judges the resolved model, so an alias in an allow-list would allow nothing: it is stored by its model's name. */
async function catalogueNames(names: readonly string[] | null, deps: Deps): Promise<string[] | null> {
  if (names === null) return null
  const byName = new Map<string, string>()
  for (const model of await deps.store.models.list()) {
    for (const name of [model.id, ...model.aliases]) byName.set(name, model.id)
  }
  const unknown = names.filter((name) => !byName.has(name))
  if (unknown.length > 0) {
    const list = unknown.slice(0, 5).join(', ')
    throw invalid({ allow_models: { zh: `没有这些模型：${list}`, en: `There are no such models: ${list}` } })
  }
  return [...new Set(names.map((name) => byName.get(name) ?? name))]
}

function keyOf(row: StoredKey, now: number): ApiKey {
  const expired = row.expiresAt !== null && row.expiresAt <= now
  return {
    id: row.id,
    name: row.name,
    note: row.note,
    prefix: row.prefix,
    last4: row.last4,
    status: row.status === 'active' && expired ? 'expired' : row.status,
    expires_at: row.expiresAt === null ? null : iso(row.expiresAt),
    allow_models: row.allowModels,
    allow_ips: row.allowIps,
    created_at: iso(row.createdAt),
    last_used_at: row.lastUsedAt === null ? null : iso(row.lastUsedAt),
    last_used_ip: row.lastUsedIp,
    last_used_client: row.lastUsedClient,
    month: { requests: row.month.requests, cost: formatUsd(row.month.costNanos) },
    trend: row.trend.map((nanos) => formatUsd(nanos)),
  }
}

function testOf(result: KeyTestResult): KeyTest {
  return {
    ok: result.ok,
    status: result.status,
    protocol: result.protocol,
    model: result.model,
    first_token_ms: result.firstTokenMs,
    total_ms: result.totalMs,
    cost: result.costNanos === null ? null : formatUsd(result.costNanos),
    detail: result.detail,
    request_id: result.requestId,
  }
}
