import { useTexts } from '../../i18n/use-texts.ts'
import { KeyDrawer } from './key-drawer.tsx'
import { KeyMissing } from './key-missing.tsx'
import { useKey } from './use-key.ts'

/** Makes another key for the owner of one, with its name, limits and restrictions to begin with. */
export function ReplaceKey({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts('allkeys')
  const query = useKey(id)
  const key = query.data
  if (key === undefined) return <KeyMissing query={query} title={t('act.create')} width="slim" onClose={onClose} />
  return <KeyDrawer edited={null} owner={key.owner.id} like={key} onClose={onClose} />
}
