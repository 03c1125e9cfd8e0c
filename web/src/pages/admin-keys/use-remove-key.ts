import { adminDeleteKey, type AdminKey } from '../../../../src/contract/admin-keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { confirm } from '../../lib/confirm.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { toast } from '../../lib/toast.ts'
import { reloadKeys } from './use-key-deeds.ts'

/** Deletes a key after asking; tells whether it is gone. */
export function useRemoveKey(): (key: AdminKey) => Promise<boolean> {
  const t = useTexts('allkeys')
  return async (key) => {
    const sure = await confirm({
      variant: 'danger',
      title: t('ask.delete', { name: key.name }),
      message: t('ask.delete_effect', { owner: key.owner.name }),
      confirmText: t('ask.delete_yes'),
      typeToConfirm: key.name,
    })
    if (!sure) return false
    try {
      await call(adminDeleteKey, { params: { id: key.id } })
      toast.success(t('done.deleted', { name: key.name }))
    } catch (error) {
      toast.error(t('failed.change'), whyOf(error, t('failed.retry')))
      return false
    }
    await reloadKeys()
    return true
  }
}
