import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { secretOf } from '../../lib/secrets.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeyFormView } from './key-form-view.tsx'
import { KeyReady } from './key-ready.tsx'

/** What the drawer is open for. `created` is the one time the secret is shown. */
export type DrawerJob =
  | { kind: 'create' }
  | { kind: 'edit'; key: ApiKey }
  | { kind: 'created'; key: ApiKey }
  | { kind: 'configs'; key: ApiKey }

type Props = { job: DrawerJob | null; onJob: (job: DrawerJob | null) => void; zone: string }

/** One surface: the form becomes the result. */
export function KeyDrawer({ job, onJob, zone }: Props) {
  const t = useTexts('keys')
  // What was shown stays while the drawer slides away.
  const [shown, setShown] = useState<DrawerJob>({ kind: 'create' })
  if (job !== null && job !== shown) setShown(job)
  const [copied, setCopied] = useState(true)
  const [asked, setAsked] = useState(false)
  const close = () => {
    setAsked(false)
    setCopied(true)
    onJob(null)
  }
  const mayClose = () => {
    if (shown.kind === 'created' && !copied) setAsked(true)
    else close()
  }
  const onCreated = (key: ApiKey) => {
    setCopied(false)
    onJob({ kind: 'created', key })
  }
  return (
    <Drawer
      open={job !== null}
      onClose={mayClose}
      width="slim"
      composed
      title={<Title job={shown} />}
      remark={shown.kind !== 'create' && <span className="t2 el">{shown.key.name}</span>}
    >
      {shown.kind === 'create' || shown.kind === 'edit' ? (
        <KeyFormView
          edited={shown.kind === 'edit' ? shown.key : null}
          zone={zone}
          onCreated={onCreated}
          onClose={close}
        />
      ) : (
        <KeyReady
          item={shown.key}
          fresh={shown.kind === 'created'}
          secret={secretOf(shown.key.id)}
          copied={copied}
          asked={asked}
          onCopied={() => setCopied(true)}
          onClose={mayClose}
          onLeave={close}
        />
      )}
      <span className="vh" role="status">
        {shown.kind === 'created' && t('created.title')}
      </span>
    </Drawer>
  )
}

function Title({ job }: { job: DrawerJob }) {
  const t = useTexts('keys')
  if (job.kind !== 'created') return t(`drawer.${job.kind}`)
  return (
    <span className="row">
      <Icon of={CircleCheck} className="ok" />
      {t('created.title')}
    </span>
  )
}
