import {
  adminBulkUsers,
  adminDeleteUser,
  adminExportUsers,
  adminGetUser,
  adminListUsers,
  adminPatchUser,
  adminResetPassword,
  adminUserFigures,
  type AdminUser,
} from '../../../../src/contract/admin-users.ts'
import type { BodyInputOf } from '../../../../src/contract/endpoint.ts'
import type { LimitInput } from '../../../../src/contract/limits.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { refusals } from '../../lib/bulk.ts'
import { call } from '../../lib/call.ts'
import { confirm } from '../../lib/confirm.ts'
import { withConsent } from '../../lib/consent.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { inputOf, rowsOf } from '../../lib/limits/rows.ts'
import { keyOf, queryClient } from '../../lib/query.ts'
import { saveCsv } from '../../lib/save-file.ts'
import { toast, type ToastAction } from '../../lib/toast.ts'

/** Asks for everything about accounts again, after something has changed. */
export const reloadUsers = (): Promise<unknown> =>
  Promise.all(
    [adminListUsers, adminGetUser, adminUserFigures].map((endpoint) =>
      queryClient.invalidateQueries({ queryKey: keyOf(endpoint) }),
    ),
  )

type Bulk = BodyInputOf<typeof adminBulkUsers>
type Rest<B> = B extends { ids: string[] } ? Omit<B, 'ids'> : never

/** What can be done with one account or with many, each with what the reader is told. */
export function useUserDeeds() {
  const t = useTexts('users')
  const failed = (error: unknown) => toast.error(t('failed.change'), whyOf(error, t('failed.retry')))

  /** Does the same to many; undefined when the reader declined, else how many were changed. */
  const bulk = async (users: readonly AdminUser[], act: Rest<Bulk>): Promise<number | undefined> => {
    try {
      const answer = await withConsent(
        (consent) => {
          const body = { ids: users.map((user) => user.id), ...act, ...(act.action === 'set_limits' && consent) }
          return call(adminBulkUsers, { body: body as Bulk })
        },
        ({ results }) => results.some(({ code }) => code === 'password_needed'),
      )
      if (answer === undefined) return undefined
      const refused = refusals(answer, users)
      if (refused.length > 0) toast.warning(t('failed.some', { count: refused.length }), refused.join('\n'))
      return answer.results.length - refused.length
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
      const undo = back(() => bulk(changed, { action: status === 'active' ? 'disable' : 'enable' }))
      toast.success(
        changed.length === 1 ? t(`done.${action}`, { name: first.name }) : t(`done.${action}_many`, { count }),
        undefined,
        undo,
      )
    } catch (error) {
      failed(error)
    }
  }

  /** Asks before, because requests under way break off. */
  const disable = async (users: readonly AdminUser[]): Promise<void> => {
    const [first] = users
    if (first === undefined) return
    const keys = users.reduce((sum, user) => sum + user.keys, 0)
    const sure = await confirm({
      variant: 'warning',
      title: users.length === 1 ? t('ask.disable', { name: first.name }) : t('ask.disable_many', { count: users.length }),
      message: t('ask.disable_effect', { count: keys, names: users.map((user) => user.name).join(t('comma')) }),
      confirmText: t('act.disable'),
    })
    if (sure) await setStatus(users, 'disabled')
  }

  const setLimits = async (users: readonly AdminUser[], limits: LimitInput[]): Promise<boolean> => {
    const count = await bulk(users, { action: 'set_limits', limits })
    if (count === undefined) return false
    if (count > 0) toast.success(t('done.limits', { count }), undefined, back(() => restoreLimits(users)))
    return true
  }

  const restoreLimits = async (users: readonly AdminUser[]): Promise<unknown> => {
    const done = await withConsent(async (consent) => {
      for (const { id, limits } of users) {
        const body = { limits: inputOf(rowsOf(limits)), ...consent }
        await call(adminPatchUser, { params: { id }, body })
      }
      return true
    })
    await reloadUsers()
    return done
  }

  const setGroup = async (users: readonly AdminUser[], group: { id: string; name: string } | null): Promise<void> => {
    try {
      const count = await bulk(users, { action: 'set_group', group: group?.id ?? null })
      if (count) toast.success(t('done.group', { count, group: group?.name ?? t('group.none') }))
    } catch (error) {
      failed(error)
    }
  }

  const back = (run: () => Promise<unknown>): ToastAction => ({
    label: t('undo'),
    run: () => void run().catch(failed),
  })

  const save = async (query: object): Promise<void> => {
    try {
      const { csv } = await call(adminExportUsers, { query })
      saveCsv('yumen-users.csv', csv)
    } catch (error) {
      toast.error(t('failed.export'), whyOf(error, t('failed.retry')))
    }
  }

  /** The new password, once; null when the reader thought better of it or it failed. */
  const resetPassword = async (user: AdminUser): Promise<string | null> => {
    const sure = await confirm({
      variant: 'warning',
      title: t('ask.reset', { name: user.name }),
      message: t('ask.reset_effect'),
      confirmText: t('ask.reset_yes'),
    })
    if (!sure) return null
    try {
      const { one_time_password: password } = await call(adminResetPassword, { params: { id: user.id } })
      await reloadUsers()
      return password
    } catch (error) {
      failed(error)
      return null
    }
  }

  /** Whether the account is gone. */
  const remove = async (user: AdminUser): Promise<boolean> => {
    const sure = await confirm({
      variant: 'danger',
      title: t('ask.delete', { name: user.name }),
      message: t('ask.delete_effect', { count: user.keys }),
      confirmText: t('ask.delete_yes'),
      typeToConfirm: user.email,
    })
    if (!sure) return false
    try {
      const done = await withConsent(async (consent) => {
        await call(adminDeleteUser, { params: { id: user.id }, body: { email: user.email, ...consent } })
        return true
      })
      if (done === undefined) return false
      toast.success(t('done.deleted', { name: user.name }))
    } catch (error) {
      failed(error)
      return false
    }
    await reloadUsers()
    return true
  }

  return { setStatus, disable, setLimits, setGroup, save, resetPassword, remove }
}
