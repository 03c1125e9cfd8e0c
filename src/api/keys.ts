import type { Endpoints } from '../contract/all.ts'
import type { ApiKey, KeyTest } from '../contract/keys.ts'
import type { KeyTrial } from '../core/key-trial.ts'
import { formatUsd } from '../core/money.ts'
import { HOUR_MS } from '../core/time.ts'
import type { KeyRef } from '../store/keys.ts'
import { inOrder } from '../store/ranked.ts'
import { newUserKey, shownParts } from '../vault/keys.ts'
import type { Call, Handlers, SignedCall } from './call.ts'
import type { Deps } from './deps.ts'
import { found } from './errors.ts'
import { exportFile, type FileAnswer } from './file.ts'
import { changeKey, makeKey, removeKey, storedKey, type Tell } from './key-acts.ts'
import { KEY_COLUMNS, keyCells } from './key-table.ts'
import { keyView } from './key-view.ts'
import type { Throttle } from './throttle.ts'
import { activityOf, exportOf } from './trail.ts'
import { requireZone } from './zone.ts'

type KeyHandlers = Pick<
  Handlers,
  'listKeys' | 'exportKeys' | 'createKey' | 'getKey' | 'patchKey' | 'rotateKey' | 'deleteKey' | 'testKey'
>

/** What users do with their own API keys; a key of somebody else does not exist. */
export function keyHandlers(deps: Deps, throttle: Throttle): KeyHandlers {
  const { keys } = deps.store
  return {
    listKeys: async ({ caller, query }) => {
      requireZone('tz', query.tz)
      const rows = await keys.list(caller.user.id, query.tz)
      return { items: await Promise.all(rows.map((row) => keyView(row, deps))), next: null }
    },
    exportKeys: (call) => exportKeys(call, deps),
    createKey: (call) => createKey(call, deps),
    getKey: async ({ caller, params, query }) => {
      requireZone('tz', query.tz)
      return readKey({ userId: caller.user.id, id: params.id }, deps, query.tz)
    },
    patchKey: async (call) => {
      const ref: KeyRef = { userId: call.caller.user.id, id: call.params.id }
      await changeKey(call.body, { ref, tell: tellOwner(call), call }, { ...deps, throttle })
      await deps.changed()
      return readKey(ref, deps)
    },
    rotateKey: (call) => rotateKey(call, deps),
    deleteKey: async (call) => {
      await removeKey({ userId: call.caller.user.id, id: call.params.id }, tellOwner(call), deps)
      await deps.changed()
      return null
    },
    testKey: async ({ caller, params, body, ip, locale, signal }) => {
      await readKey({ userId: caller.user.id, id: params.id }, deps)
      return testOf(await deps.testKey({ keyId: params.id, model: body.model, ip, locale, signal }))
    },
  }
}

async function exportKeys(call: Call<Endpoints['exportKeys']>, deps: Deps): Promise<FileAnswer> {
  const { id, format, tz: zone } = call.query
  requireZone('tz', zone)
  await deps.store.activity.record(exportOf(call, 'keys', format))
  const keys = await deps.store.keys.list(call.caller.user.id, zone)
  const now = deps.clock.now()
  async function* rows() {
    for (const key of id ? inOrder(keys, [...new Set(id)]) : keys) yield keyCells(key, { now, zone })
  }
  return exportFile({ name: 'yumen-keys', format, columns: KEY_COLUMNS, rows: rows() })
}

async function createKey(call: Call<Endpoints['createKey']>, deps: Deps) {
  // Each change of a key has the relay read all of them anew, so one user must not have any number.
  const most = deps.settings()['keys.most_per_user']
  const whose = { userId: call.caller.user.id, createdBy: null, most }
  const { ref, secret } = await makeKey(call.body, whose, tellOwner(call), deps)
  return { ...(await readKey(ref, deps)), secret }
}

/** The new secret takes the place of the old one under the same id, so that limits and sums go on. */
async function rotateKey(call: Call<Endpoints['rotateKey']>, deps: Deps) {
  const ref: KeyRef = { userId: call.caller.user.id, id: call.params.id }
  const { name } = await storedKey(ref, deps)
  const hours = call.body.overlap_hours
  const secret = newUserKey()
  const shown = shownParts(secret)
  const replaced = { hash: deps.vault.hashKey(secret), ...shown, overlapUntil: deps.clock.now() + hours * HOUR_MS }
  const trail = tellOwner(call)({ kind: 'key.rotated', ref, name, last4: shown.last4, before: null, after: null })
  found(await deps.store.keys.rotate(ref, replaced, trail))
  await deps.changed()
  return { ...(await readKey(ref, deps)), secret }
}

function tellOwner(call: SignedCall): Tell {
  return ({ kind, ref, name, last4, told }) => ({
    activity: activityOf(call, ref.userId, kind, { id: ref.id, name, last4, ...told }),
  })
}

async function readKey(ref: KeyRef, deps: Deps, zone = 'UTC'): Promise<ApiKey> {
  return keyView(await storedKey(ref, deps, zone), deps)
}

function testOf(result: KeyTrial): KeyTest {
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
