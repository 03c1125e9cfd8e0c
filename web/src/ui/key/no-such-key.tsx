import { SearchX } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Drawer } from '../drawer.tsx'
import { Empty } from '../empty.tsx'

/** A drawer for an address that names a key that is not there. */
export function NoSuchKey({ onClose }: { onClose: () => void }) {
  const t = useTexts('keys')
  return (
    <Drawer open onClose={onClose} title={t('details.gone')}>
      <Empty icon={SearchX} title={t('details.gone')} text={t('details.gone_text')} />
    </Drawer>
  )
}
