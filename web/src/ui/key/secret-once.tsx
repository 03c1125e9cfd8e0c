import { Download, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { saveFile } from '../../lib/save-file.ts'
import { envFile } from '../../lib/snippets.ts'
import { useOrigin } from '../../lib/use-origin.ts'
import { useWarningOnReload } from '../../lib/use-warning-on-reload.ts'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { DrawerFoot } from '../drawer.tsx'
import { Icon } from '../icon.tsx'
import { Note } from '../note.tsx'
import './key.css'

type Props = { secret: string; copied: boolean; onCopied: () => void }

/** A secret, the one time it is shown. */
export function SecretOnce({ secret, copied, onCopied }: Props) {
  const t = useTexts('keys')
  const origin = useOrigin()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  useWarningOnReload(!copied)
  const download = () => {
    saveFile('.env', envFile({ origin, key: secret }))
    onCopied()
  }
  return (
    <section className="col gap12">
      <Note tone="warn">
        <span>
          <b>{t('created.once')}</b> <span className="t2 ml-2 max-desk:ml-0 max-desk:block">{t('created.why')}</span>
        </span>
      </Note>
      <div className="keys-secret">
        <span className="m">{secret}</span>
        <div className="row">
          <CopyButton ref={button} kind="primary" small={false} text={secret} onCopied={onCopied}>
            {t('created.copy')}
          </CopyButton>
          <Button onClick={download}>
            <Icon of={Download} small />
            {t('created.download')}
          </Button>
          <span className="sp" />
          <span className="t3">{t(copied ? 'created.copied' : 'created.not_copied')}</span>
        </div>
      </div>
    </section>
  )
}

type FootProps = {
  secret: string | undefined
  /** The reader wants to leave without a copy. */
  asked: boolean
  onCopied: () => void
  onClose: () => void
  onLeave: () => void
}

/** The foot of a drawer with a secret: closing asks first while there is no copy. */
export function SecretFoot({ secret, asked, onCopied, onClose, onLeave }: FootProps) {
  const t = useTexts('keys')
  if (!asked || secret === undefined) {
    return (
      <DrawerFoot>
        <span className="sp hide" />
        <Button kind="primary" onClick={onClose}>
          {t('created.finish')}
        </Button>
      </DrawerFoot>
    )
  }
  const copiedAndGone = () => {
    onCopied()
    onLeave()
  }
  return (
    <DrawerFoot warns>
      <span className="row max-desk:basis-full">
        <Icon of={TriangleAlert} small className="warn" />
        {t('created.leave')}
      </span>
      <span className="sp hide" />
      <Button onClick={onLeave}>{t('created.leave_anyway')}</Button>
      <CopyButton kind="primary" small={false} text={secret} onCopied={copiedAndGone}>
        {t('created.copy_and_close')}
      </CopyButton>
    </DrawerFoot>
  )
}
