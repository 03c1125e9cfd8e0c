import { useState } from 'react'
import { adminFindKey, adminPatchKey, type AdminKey } from '../../../../src/contract/admin-keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { toast } from '../../lib/toast.ts'
import { useDeed } from '../../lib/use-act.ts'
import { reloadKeys } from './use-key-deeds.ts'

/** Finds the key of a secret and disables it. The secret lives here until it is found, and nowhere else. */
export function useFind(onDisabled: (key: AdminKey) => void) {
  const t = useTexts('allkeys')
  const [secret, setSecret] = useState('')
  const [found, setFound] = useState<AdminKey | null>(null)
  const {
    busy,
    failure: fault,
    act,
  } = useDeed((error) =>
    error instanceof CallError && error.status === 404 ? t('find.missing') : whyOf(error, t('failed.retry')),
  )
  const find = () =>
    act(async () => {
      setFound(await call(adminFindKey, { body: { secret } }))
      setSecret('')
    })
  const disable = (key: AdminKey) =>
    act(async () => {
      await call(adminPatchKey, { params: { id: key.id }, body: { status: 'disabled' } })
      toast.success(t('done.disable', { count: 1 }), t('done.effect'))
      await reloadKeys()
      onDisabled(key)
    })
  return { secret, setSecret, found, fault, busy, find, disable }
}
