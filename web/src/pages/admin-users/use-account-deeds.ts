import { useNavigate } from '@tanstack/react-router'
import { adminEndSecondFactor, adminRemovePasskeys } from '../../../../src/contract/admin-sign-ins.ts'
import { adminDeleteUser, adminResetPassword, type AdminUser } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { confirm } from '../../lib/confirm.ts'
import { withConsent } from '../../lib/consent.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { toast } from '../../lib/toast.ts'
import { viewAs } from '../../lib/view-as.ts'
import { reloadUsers } from './use-user-deeds.ts'

const WAYS_IN = { second_factor: adminEndSecondFactor, passkeys: adminRemovePasskeys }

/** What is done to one account alone, because nothing brings it back. */
export function useAccountDeeds() {
  const t = useTexts('users')
  const navigate = useNavigate()
  const failed = (error: unknown) => toast.error(t('failed.change'), whyOf(error, t('failed.retry')))

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
      const made = await withConsent((body) => call(adminResetPassword, { params: { id: user.id }, body }))
      if (made === undefined) return null
      await reloadUsers()
      return made.one_time_password
    } catch (error) {
      failed(error)
      return null
    }
  }

  /** Takes a way in from somebody, which ends their sessions. */
  const takeWayIn = async ({ id, name }: AdminUser, what: keyof typeof WAYS_IN): Promise<void> => {
    const sure = await confirm({
      variant: 'warning',
      title: t(`ask.${what}`, { name }),
      message: t(`ask.${what}_effect`),
      confirmText: t(what === 'passkeys' ? 'ask.passkeys_yes' : 'ask.reset_yes'),
    })
    if (!sure) return
    try {
      const done = await withConsent((body) => call(WAYS_IN[what], { params: { id }, body }))
      if (done === undefined) return
      toast.success(t(`done.${what}`, { name }))
    } catch (error) {
      failed(error)
    }
    await reloadUsers()
  }
  const resetSecondFactor = (user: AdminUser) => takeWayIn(user, 'second_factor')
  const removePasskeys = (user: AdminUser) => takeWayIn(user, 'passkeys')

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

  /** Shows this tab the console as the user sees it. */
  const view = async (user: AdminUser): Promise<void> => {
    try {
      await viewAs(user)
      await navigate({ to: '/dashboard' })
    } catch (error) {
      toast.error(t('failed.view', { name: user.name }), whyOf(error, t('failed.retry')))
    }
  }

  return { resetPassword, resetSecondFactor, removePasskeys, remove, view }
}
