import { Ban, CircleCheck, Ellipsis, Pencil, Terminal, Trash2 } from 'lucide-react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { DrawerJob } from './key-drawer.tsx'
import { useKeyDeeds } from './use-key-deeds.ts'

/** What can be done with one key. */
export function KeyActions({ item, onJob }: { item: ApiKey; onJob: (job: DrawerJob) => void }) {
  const t = useTexts('keys')
  const { setStatus, remove } = useKeyDeeds()
  const toggle =
    item.status === 'disabled'
      ? { label: t('action.enable'), icon: CircleCheck, onSelect: () => void setStatus(item, 'active') }
      : { label: t('action.disable'), icon: Ban, onSelect: () => void setStatus(item, 'disabled') }
  return (
    <Menu
      align="end"
      items={[
        { label: t('action.configs'), icon: Terminal, onSelect: () => onJob({ kind: 'configs', key: item }) },
        { label: t('action.edit'), icon: Pencil, onSelect: () => onJob({ kind: 'edit', key: item }) },
        'rule',
        toggle,
        'rule',
        { label: t('action.delete'), icon: Trash2, danger: true, onSelect: () => void remove(item) },
      ]}
      trigger={(props) => (
        <Button kind="ghost" small icon {...props} aria-label={t('action.more', { name: item.name })}>
          <Icon of={Ellipsis} small />
        </Button>
      )}
    />
  )
}
