import { adminGetKey, adminKeyFigures, adminListKeys } from '../../../../src/contract/admin-keys.ts'
import {
  adminBulkUsers,
  adminGetUser,
  adminListActivity,
  adminListUsers,
  adminPatchUser,
  adminUserFigures,
  type AdminUser,
} from '../../../../src/contract/admin-users.ts'
import { adminListAudit } from '../../../../src/contract/audit.ts'
import type { BodyInputOf } from '../../../../src/contract/endpoint.ts'
import { adminListGroups } from '../../../../src/contract/groups.ts'
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

/** Asks for everything about accounts again, after something has changed: what was done to them, their keys and their groups too. */
export const reloadUsers = (): Promise<void> =>
  askAgain(
    adminListUsers,
    adminGetUser,
    adminUserFigures,
    adminListAudit,
    adminListActivity,
    adminListKeys,
    adminGetKey,
    adminKeyFigures,
    adminListGroups,
  )

type Bulk = BodyInputOf<typeof adminBulkUsers>
type Act = Bulk extends infer B ? (B extends { ids: string[] } ? Omit<B, 'ids'> : never) : never

/** Puts the limits of accounts back to what they were. */
async function restoreLimits(users: readonly AdminUser[]): Promise<void> {
  await withConsent(async (consent) => {
    for (const { id, limits } of users) {
      const body = { limits: inputOf(rowsOf(limits)), ...consent }
      await call(adminPatchUser, { params: { id }, body })
    }
    return true
  })
  await reloadUsers()
}

/** What can be done with one account or with many, each with what the reader is told and the way back. */
export function useUserDeeds() {
  const t = useTexts('users')
  const failed = (error: unknown) => toast.error(t('failed.change'), whyOf(error, t('failed.retry')))
  const back = (run: () => Promise<unknown>): ToastAction => ({ label: t('undo'), run: () => void run().catch(failed) })

  const bulk = async (users: readonly AdminUser[], act: Act): Promise<number | undefined> => {
    try {
      return await doForMany(
        users,
        (ids, consent) => call(adminBulkUsers, { body: { ids, ...act, ...(act.action !== 'set_group' && consent) } }),
        (reasons) => toast.warning(t('failed.some', { count: reasons.length }), reasons.join('\n')),
      )
    } finally {
      await reloadUsers()
    }
  }

  const setStatus = async (users: readonly AdminUser[], status: AdminUser['status']): Promise<void> => {
    const changed = users.filter((user) => user.status !== status)
    const [first] = changed
    if (first === undefined) return
    const action = status === 'active' ? 'enable' : 'disable'
    try {
      const count = await bulk(changed, { action })
      if (!count) return
      const { name } = first
      const said = changed.length === 1 ? t(`done.${action}`, { name }) : t(`done.${action}_many`, { count })
      toast.success(
        said,
        undefined,
        back(() => bulk(changed, { action: status === 'active' ? 'disable' : 'enable' })),
      )
    } catch (error) {
      failed(error)
    }
  }

  /** Asks before, because whoever uses these accounts is somebody else. */
  const disable = async (users: readonly AdminUser[]): Promise<void> => {
    const [first] = users
    if (first === undefined) return
    const count = users.reduce((sum, user) => sum + user.keys, 0)
    const title =
      users.length === 1 ? t('ask.disable', { name: first.name }) : t('ask.disable_many', { count: users.length })
    const message = t('ask.disable_effect', { count, names: users.map((user) => user.name).join(t('comma')) })
    const sure = await confirm({ variant: 'warning', title, message, confirmText: t('act.disable') })
    if (sure) await setStatus(users, 'disabled')
  }

  const setLimits = async (users: readonly AdminUser[], limits: LimitInput[]): Promise<boolean> => {
    const count = await bulk(users, { action: 'set_limits', limits })
    if (count === undefined) return false
    const undo = back(() => restoreLimits(users))
    if (count > 0) toast.success(t('done.limits', { count }), undefined, undo)
    return true
  }

  const setGroup = async (users: readonly AdminUser[], group: { id: string; name: string } | null): Promise<void> => {
    try {
      const count = await bulk(users, { action: 'set_group', group: group?.id ?? null })
      if (count) toast.success(t('done.group', { count, group: group?.name ?? t('group.none') }))
    } catch (error) {
      failed(error)
    }
  }

  return { setStatus, disable, setLimits, setGroup }
}
