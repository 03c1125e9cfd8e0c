import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { createKey, patchKey, type ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call, MAKING_MS } from '../../lib/call.ts'
import { secretOf } from '../../lib/secrets.ts'
import { useOnce } from '../../lib/use-once.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeyFormView, type KeySaver } from '../../ui/key/key-form-view.tsx'
import { KeyReady } from './key-ready.tsx'
import { reloadKeys } from './use-key-deeds.ts'

/** What the drawer is open for. `created` and `rotated` are the one time the secret is shown. */
export type DrawerJob =
  | { kind: 'create' }
  | { kind: 'edit'; key: ApiKey }
  | { kind: 'created' | 'rotated'; key: ApiKey }
  | { kind: 'configs'; key: ApiKey }

type Props = { job: DrawerJob | null; onJob: (job: DrawerJob | null) => void; zone: string }

const saver: KeySaver = {
  create: (body, attempt) => call(createKey, { body, withinMs: MAKING_MS, attempt }),
  change: (id, body, ifMatch) => call(patchKey, { params: { id }, body, ifMatch }),
  reload: reloadKeys,
}

const isFresh = ({ kind }: DrawerJob) => kind === 'created' || kind === 'rotated'

/** One surface: the form becomes the result. */
export function KeyDrawer({ job, onJob, zone }: Props) {
  // What was shown stays while the drawer slides away.
  const [shown, setShown] = useState<DrawerJob>({ kind: 'create' })
  const once = useOnce(() => onJob(null))
  const [dirty, setDirty] = useState(false)
  const out = useUnsaved(dirty, once.mayLeave)
  if (job !== null && job !== shown) {
    setShown(job)
    if (isFresh(job)) once.show()
  }
  return (
    <Drawer
      open={job !== null}
      onClose={out.leave}
      width="slim"
      composed
      title={<Title job={shown} />}
      remark={shown.kind !== 'create' && <span className="t2 el">{shown.key.name}</span>}
    >
      {shown.kind === 'create' || shown.kind === 'edit' ? (
        <KeyFormView
          edited={shown.kind === 'edit' ? shown.key : null}
          zone={zone}
          saver={saver}
          onCreated={(key) => onJob({ kind: 'created', key })}
          onDirty={setDirty}
          out={out}
        />
      ) : (
        <KeyReady
          item={shown.key}
          fresh={isFresh(shown)}
          secret={secretOf(shown.key.id)}
          copied={once.copied}
          asked={once.asked}
          onCopied={once.onCopied}
          onClose={once.mayLeave}
          onLeave={once.leave}
        />
      )}
      <Announced job={shown} />
    </Drawer>
  )
}

function Announced({ job }: { job: DrawerJob }) {
  const t = useTexts('keys')
  return (
    <span className="vh" role="status">
      {isFresh(job) && t(job.kind === 'rotated' ? 'rotated.title' : 'created.title')}
    </span>
  )
}

function Title({ job }: { job: DrawerJob }) {
  const t = useTexts('keys')
  if (job.kind !== 'created' && job.kind !== 'rotated') return t(`drawer.${job.kind}`)
  return (
    <span className="row">
      <Icon of={CircleCheck} className="ok" />
      {t(job.kind === 'rotated' ? 'rotated.title' : 'created.title')}
    </span>
  )
}
