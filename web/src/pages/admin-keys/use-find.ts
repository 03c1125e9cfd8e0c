import { useState } from 'react'
import { adminFindKey, adminPatchKey, type AdminKey } from '../../../../src/contract/admin-keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { toast } from '../../lib/toast.ts'
import { reloadKeys } from './use-key-deeds.ts'

/** Finds the key of a secret and disables it. The secret lives here until it is found, and nowhere else. */
export function useFind(onDisabled: (key: AdminKey) => void) {
  const t = useTexts('allkeys')
  const [secret, setSecret] = useState('')
  const [found, setFound] = useState<AdminKey | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true)
    setFault(null)
    try {
      await act()
    } catch (error) {
      const missing = error instanceof CallError && error.status === 404
      setFault(missing ? t('find.missing') : whyOf(error, t('failed.retry')))
    } finally {
      setBusy(false)
    }
  }
  const find = () =>
    attempt(async () => {
      setFound(await call(adminFindKey, { body: { secret } }))
      setSecret('')
    })
  const disable = (key: AdminKey) =>
    attempt(async () => {
      await call(adminPatchKey, { params: { id: key.id }, body: { status: 'disabled' } })
      toast.success(t('done.disable', { count: 1 }), t('done.effect'))
      await reloadKeys()
      onDisabled(key)
    })
  return { secret, setSecret, found, fault, busy, find, disable }
}
