import { Ban, ChartColumn, CircleCheck, Ellipsis, Pencil, Trash2, UserRound } from 'lucide-react'
import type { AdminKey } from '../../../../src/contract/admin-keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'

/** What may be done with a key from the list and the drawer. */
export type KeyActs = {
  open: (key: AdminKey) => void
  edit: (key: AdminKey) => void
  owner: (key: AdminKey) => void
  toggle: (key: AdminKey) => void
  remove: (key: AdminKey) => void
}

/** What can be done with one key. */
export function KeyMenu({ item, acts }: { item: AdminKey; acts: KeyActs }) {
  const t = useTexts('allkeys')
  const off = item.status === 'disabled'
  return (
    <Menu
      align="end"
      items={[
        { label: t('act.open'), icon: ChartColumn, onSelect: () => acts.open(item) },
        { label: t('act.edit'), icon: Pencil, onSelect: () => acts.edit(item) },
        { label: t('act.owner'), icon: UserRound, onSelect: () => acts.owner(item) },
        'rule',
        {
          label: t(off ? 'act.enable' : 'act.disable_ask'),
          icon: off ? CircleCheck : Ban,
          onSelect: () => acts.toggle(item),
        },
        'rule',
        { label: t('act.delete'), icon: Trash2, danger: true, onSelect: () => acts.remove(item) },
      ]}
      trigger={(props) => (
        <Button kind="ghost" small icon {...props} aria-label={t('act.more', { name: item.name })}>
          <Icon of={Ellipsis} small />
        </Button>
      )}
    />
  )
}
