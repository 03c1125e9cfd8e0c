import { useState } from 'react'
import type { AdminKey } from '../../../../src/contract/admin-keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { KeyDrawer } from './key-drawer.tsx'
import { KeyMissing } from './key-missing.tsx'
import { useKey } from './use-key.ts'

type Props = {
  id: string
  /** The key, where the list has it. */
  known: AdminKey | undefined
  onClose: () => void
}

/** Changes a key, wherever in the list it stands; a list that changes meanwhile takes no form away. */
export function EditKey({ id, known, onClose }: Props) {
  const t = useTexts('allkeys')
  const [listed] = useState(known)
  const query = useKey(id, listed === undefined)
  const key = listed ?? query.data
  if (key !== undefined) return <KeyDrawer edited={key} owner={null} onClose={onClose} />
  return <KeyMissing query={query} title={t('act.edit')} width="slim" onClose={onClose} />
}
