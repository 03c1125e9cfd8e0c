import { Ban, CircleCheck, Pencil, Trash2 } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { DrawerSteps } from '../../ui/drawer-steps.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeyDetails } from '../../ui/key/key-details.tsx'
import { KeyAddresses } from './key-addresses.tsx'
import { Risks, useDisabler, useMaker } from './key-bits.tsx'
import type { KeyActs } from './key-menu.tsx'
import { KeyMissing } from './key-missing.tsx'
import { useKey } from './use-key.ts'

type Props = {
  id: string
  /** The keys of the list behind, for J and K. */
  ids: readonly string[]
  acts: KeyActs
  onMove: (id: string) => void
  onClose: () => void
}

/** One key of anybody. */
export function AdminKeyDetails({ id, ...rest }: Props) {
  const t = useTexts('allkeys')
  const query = useKey(id)
  if (query.data !== undefined) return <Details key={id} item={query.data} {...rest} />
  return <KeyMissing query={query} title={t('drawer')} onClose={rest.onClose} />
}

type DetailsProps = Omit<Props, 'id'> & { item: Parameters<KeyActs['open']>[0] }

function Details({ item, ids, acts, onMove, onClose }: DetailsProps) {
  const t = useTexts('allkeys')
  const maker = useMaker(item)
  const disabler = useDisabler(item)
  const off = item.status === 'disabled'
  return (
    <KeyDetails
      item={item}
      scope="admin"
      onClose={onClose}
      steps={<DrawerSteps {...{ id: item.id, ids, onMove }} link={`/admin/keys?key=${encodeURIComponent(item.id)}`} />}
      facts={[
        {
          label: t('col.owner'),
          value: (
            <Link to="/admin/users" search={{ user: item.owner.id }}>
              {item.owner.name}
            </Link>
          ),
        },
        { label: t('maker.title'), value: maker },
        ...(disabler === null ? [] : [{ label: t('disabler.title'), value: disabler }]),
        { label: t('col.risks'), value: <Risks item={item} /> },
        { label: t('col.addresses'), value: <KeyAddresses item={item} /> },
      ]}
      actions={
        <>
          <Button kind="danger" onClick={() => acts.toggle(item)}>
            <Icon of={off ? CircleCheck : Ban} small />
            {t(off ? 'act.enable' : 'act.disable_ask')}
          </Button>
          <Button kind="danger" onClick={() => acts.remove(item)}>
            <Icon of={Trash2} small />
            {t('act.delete')}
          </Button>
          <span className="sp hide" />
          <Button onClick={() => acts.edit(item)}>
            <Icon of={Pencil} small />
            {t('act.edit')}
          </Button>
        </>
      }
    />
  )
}
