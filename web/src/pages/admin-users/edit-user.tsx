import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Drawer } from '../../ui/drawer.tsx'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { useAccount } from './use-account.ts'
import { UserFormDrawer } from './user-form-drawer.tsx'
import { UserMissing } from './user-missing.tsx'

type Props = {
  id: string
  /** The account, where the list has it. */
  known: AdminUser | undefined
  onClose: () => void
}

/** Changes an account, wherever in the list it stands; a list that changes meanwhile takes no form away. */
export function EditUser({ id, known, onClose }: Props) {
  const t = useTexts('users')
  const [listed] = useState(known)
  const { data, error, refetch } = useAccount(id, listed === undefined)
  const user = listed ?? data
  if (user !== undefined) return <UserFormDrawer edited={user} onClose={onClose} />
  return (
    <Drawer open composed width="slim" onClose={onClose} title={t('act.edit')}>
      <UserMissing error={error} onRetry={() => void refetch()} />
    </Drawer>
  )
}
