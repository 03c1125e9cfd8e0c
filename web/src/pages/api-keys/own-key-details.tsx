import { Ban, CircleCheck, Pencil, RefreshCw, Terminal, Trash2 } from 'lucide-react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeyDetails } from '../../ui/key/key-details.tsx'
import { NoSuchKey } from '../../ui/key/no-such-key.tsx'
import type { OnView } from './key-actions.tsx'
import { useKeyDeeds } from './use-key-deeds.ts'

type Props = { id: string; keys: readonly ApiKey[] | undefined; onView: OnView; onClose: () => void }

/** One of the own keys. */
export function OwnKeyDetails({ id, keys, onView, onClose }: Props) {
  const t = useTexts('keys')
  const { setStatus, remove } = useKeyDeeds()
  const item = keys?.find((key) => key.id === id)
  if (keys === undefined) return null
  if (item === undefined) return <NoSuchKey onClose={onClose} />
  const off = item.status === 'disabled'
  return (
    <KeyDetails
      item={item}
      scope="user"
      onClose={onClose}
      facts={item.disabled_by_admin ? [{ label: t('details.disabled'), value: t('locked') }] : []}
      actions={
        <>
          {!item.disabled_by_admin && (
            <Button kind="danger" onClick={() => void setStatus([item], off ? 'active' : 'disabled')}>
              <Icon of={off ? CircleCheck : Ban} small />
              {t(off ? 'action.enable' : 'action.disable')}
            </Button>
          )}
          <Button kind="danger" onClick={() => void remove(item, onClose)}>
            <Icon of={Trash2} small />
            {t('action.delete')}
          </Button>
          <span className="sp hide" />
          <Button onClick={() => onView('rotate', item)}>
            <Icon of={RefreshCw} small />
            {t('action.rotate')}
          </Button>
          <Button onClick={() => onView('configs', item)}>
            <Icon of={Terminal} small />
            {t('action.configs')}
          </Button>
          <Button onClick={() => onView('edit', item)}>
            <Icon of={Pencil} small />
            {t('action.edit')}
          </Button>
        </>
      }
    />
  )
}
