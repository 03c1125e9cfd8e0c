import { deleteKey, listKeys, patchKey, type ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { confirm } from '../../lib/confirm.ts'
import { exact } from '../../lib/format.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { keyOf, queryClient } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'

/** Asks for the list again, after something has changed. */
export const reloadKeys = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keyOf(listKeys) })

/** Disabling, enabling and deleting a key, each with what the reader is told. */
export function useKeyDeeds() {
  const t = useTexts('keys')

  const setStatus = async (key: ApiKey, status: 'active' | 'disabled'): Promise<void> => {
    const undo = { label: t('undo'), run: () => void setStatus(key, status === 'active' ? 'disabled' : 'active') }
    try {
      await call(patchKey, { params: { id: key.id }, body: { status } })
      if (status === 'disabled') toast.success(t('done.disabled', { name: key.name }), t('done.disabled_effect'), undo)
      else toast.success(t('done.enabled', { name: key.name }), undefined, undo)
    } catch (error) {
      toast.error(t('failed.status', { name: key.name }), whyOf(error, t('failed.retry')))
    }
    await reloadKeys()
  }

  const remove = async (key: ApiKey): Promise<void> => {
    const sure = await confirm({
      variant: 'danger',
      title: t('ask.delete', { name: key.name }),
      message: t('ask.delete_effect', { count: key.month.requests, requests: exact(key.month.requests) }),
      confirmText: t('ask.delete_yes'),
      typeToConfirm: key.name,
    })
    if (!sure) return
    try {
      await call(deleteKey, { params: { id: key.id } })
      toast.success(t('done.deleted', { name: key.name }))
    } catch (error) {
      toast.error(t('failed.delete', { name: key.name }), whyOf(error, t('failed.retry')))
    }
    await reloadKeys()
  }

  return { setStatus, remove }
}
