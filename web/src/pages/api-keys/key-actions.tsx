import {
  Ban,
  ChartColumn,
  CircleCheck,
  Ellipsis,
  FlaskConical,
  Pencil,
  RefreshCw,
  Terminal,
  Trash2,
} from 'lucide-react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { tryWith } from '../../lib/playground/link.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useKeyDeeds } from './use-key-deeds.ts'

/** What may be opened for a key; the secret-bearing views come of their own. */
export type KeyView = 'details' | 'configs' | 'edit' | 'rotate'
/** Asks the page for a view of a key; `details` goes into the address, the others only into its memory. */
export type OnView = (view: KeyView, key: ApiKey) => void

/** What can be done with one key. */
export function KeyActions({ item, onView }: { item: ApiKey; onView: OnView }) {
  const t = useTexts('keys')
  const { setStatus, remove } = useKeyDeeds()
  const [, change] = useSearchParams()
  const toggle =
    item.status === 'disabled'
      ? {
          label: item.disabled_by_admin ? <Locked /> : t('action.enable'),
          icon: CircleCheck,
          disabled: item.disabled_by_admin,
          onSelect: () => void setStatus([item], 'active'),
        }
      : { label: t('action.disable'), icon: Ban, onSelect: () => void setStatus([item], 'disabled') }
  return (
    <Menu
      align="end"
      items={[
        { label: t('action.details'), icon: ChartColumn, onSelect: () => onView('details', item) },
        { label: t('action.configs'), icon: Terminal, onSelect: () => onView('configs', item) },
        {
          label: t('action.try'),
          icon: FlaskConical,
          disabled: item.status !== 'active',
          onSelect: () => change(tryWith({ key: item.id }), { push: true }),
        },
        { label: t('action.edit'), icon: Pencil, onSelect: () => onView('edit', item) },
        'rule',
        { label: t('action.rotate'), icon: RefreshCw, onSelect: () => onView('rotate', item) },
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

/** Why the owner is not offered to enable a key. */
function Locked() {
  const t = useTexts('keys')
  return (
    <span className="two">
      <span>{t('action.enable')}</span>
      <span>{t('locked')}</span>
    </span>
  )
}
