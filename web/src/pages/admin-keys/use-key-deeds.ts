import {
  adminBulkKeys,
  adminGetKey,
  adminKeyFigures,
  adminListKeys,
  adminPatchKey,
  type AdminKey,
} from '../../../../src/contract/admin-keys.ts'
import { adminGetUser, adminListUsers } from '../../../../src/contract/admin-users.ts'
import { adminListAudit } from '../../../../src/contract/audit.ts'
import type { BodyInputOf } from '../../../../src/contract/endpoint.ts'
import type { LimitInput } from '../../../../src/contract/limits.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { doForMany } from '../../lib/bulk.ts'
import { call } from '../../lib/call.ts'
import { confirm } from '../../lib/confirm.ts'
import { withConsent } from '../../lib/consent.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { inputOf, rowsOf } from '../../lib/limits/rows.ts'
import { askAgain } from '../../lib/query.ts'
import { toast, type ToastAction } from '../../lib/toast.ts'

/** Asks for everything about keys again, after something has changed: what was done to them and how many their owners have too. */
export const reloadKeys = (): Promise<void> =>
  askAgain(adminListKeys, adminGetKey, adminKeyFigures, adminListAudit, adminListUsers, adminGetUser)

type Bulk = BodyInputOf<typeof adminBulkKeys>
type Act = Bulk extends infer B ? (B extends { ids: string[] } ? Omit<B, 'ids'> : never) : never
type Patch = BodyInputOf<typeof adminPatchKey>

/** Puts each key back to what it was. */
async function restore(keys: readonly AdminKey[], patchOf: (key: AdminKey) => Patch): Promise<void> {
  await withConsent(async (consent) => {
    for (const key of keys) {
      await call(adminPatchKey, { params: { id: key.id }, body: { ...patchOf(key), ...consent } })
    }
    return true
  })
  await reloadKeys()
}

/** What can be done with one key or with many, each with what the reader is told and the way back. */
export function useKeyDeeds() {
  const t = useTexts('allkeys')
  const failed = (error: unknown) => toast.error(t('failed.change'), whyOf(error, t('failed.retry')))
  const back = (run: () => Promise<unknown>): ToastAction => ({ label: t('undo'), run: () => void run().catch(failed) })

  const bulk = async (keys: readonly AdminKey[], act: Act): Promise<number | undefined> => {
    try {
      return await doForMany(
        keys,
        (ids, consent) => call(adminBulkKeys, { body: { ids, ...act, ...(act.action === 'set_limits' && consent) } }),
        (reasons) => toast.warning(t('failed.some', { count: reasons.length }), reasons.join('\n')),
      )
    } finally {
      await reloadKeys()
    }
  }

  const setStatus = async (keys: readonly AdminKey[], status: 'active' | 'disabled'): Promise<void> => {
    const changed = keys.filter((key) => (key.status === 'disabled') !== (status === 'disabled'))
    if (changed.length === 0) return
    const action = status === 'active' ? 'enable' : 'disable'
    try {
      const count = await bulk(changed, { action })
      if (!count) return
      const undo = back(() => bulk(changed, { action: status === 'active' ? 'disable' : 'enable' }))
      toast.success(t(`done.${action}`, { count }), action === 'disable' ? t('done.effect') : undefined, undo)
    } catch (error) {
      failed(error)
    }
  }

  /** Asks before: whoever uses these keys is somebody else. */
  const disable = async (keys: readonly AdminKey[]): Promise<void> => {
    const names = keys.map((key) => t('named', { name: key.name, owner: key.owner.name }))
    const sure = await confirm({
      variant: 'warning',
      title: t('ask.disable', { count: keys.length }),
      message: t('ask.disable_effect', { names: names.join(t('comma')) }),
      confirmText: t('act.disable'),
    })
    if (sure) await setStatus(keys, 'disabled')
  }

  const setLimits = async (keys: readonly AdminKey[], limits: LimitInput[]): Promise<boolean> => {
    const count = await bulk(keys, { action: 'set_limits', limits })
    if (count === undefined) return false
    const undo = back(() => restore(keys, (key) => ({ limits: inputOf(rowsOf(key.limits)) })))
    if (count > 0) toast.success(t('done.limits', { count }), undefined, undo)
    return true
  }

  const setExpiry = async (keys: readonly AdminKey[], expiresAt: string | null): Promise<boolean> => {
    const count = await bulk(keys, { action: 'set_expiry', expires_at: expiresAt })
    if (count === undefined) return false
    const undo = back(() => restore(keys, (key) => ({ expires_at: key.expires_at })))
    if (count > 0) toast.success(t('done.expiry', { count }), undefined, undo)
    return true
  }

  return { setStatus, disable, setLimits, setExpiry }
}
