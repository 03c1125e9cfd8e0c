import { ArrowUpRight, Download, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ccSwitchLink, cherryStudioLink, envFile } from '../../lib/snippets.ts'
import { useOrigin } from '../../lib/use-origin.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DrawerBody, DrawerFoot } from '../../ui/drawer.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { ConnectionTest } from './connection-test.tsx'
import { KeyConfigs } from './key-configs.tsx'

type Props = {
  item: ApiKey
  /** Just created: the one time its secret is shown. */
  fresh: boolean
  /** Known only for a key created since the page was loaded. */
  secret: string | undefined
  copied: boolean
  /** Whether the reader has tried to leave without a copy. */
  asked: boolean
  onCopied: () => void
  onClose: () => void
  onLeave: () => void
}

/** A key and how to use it: its secret once, ready configurations, a test, imports. */
export function KeyReady({ item, fresh, secret, copied, asked, onCopied, onClose, onLeave }: Props) {
  return (
    <>
      <DrawerBody className="keys-ready">
        {fresh && secret !== undefined && <Secret secret={secret} copied={copied} onCopied={onCopied} />}
        <KeyConfigs item={item} secret={secret} onCopied={onCopied} />
        <ConnectionTest item={item} />
        {secret !== undefined && <Imports name={item.name} secret={secret} onImported={onCopied} />}
      </DrawerBody>
      <Foot secret={secret} asked={asked && !copied} onCopied={onCopied} onClose={onClose} onLeave={onLeave} />
    </>
  )
}

function Secret({ secret, copied, onCopied }: { secret: string; copied: boolean; onCopied: () => void }) {
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
          <b>{t('created.once')}</b> <span className="t2 keys-why">{t('created.why')}</span>
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

// Leaving the page forgets the secret for good.
function useWarningOnReload(on: boolean): void {
  useEffect(() => {
    if (!on) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [on])
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

function Imports({ name, secret, onImported }: { name: string; secret: string; onImported: () => void }) {
  const t = useTexts('keys')
  const origin = useOrigin()
  const given = { name: `Yumen ${name}`, origin, key: secret }
  // Built when pressed, so that the secret stands in no attribute of the page.
  const open = (link: string) => {
    location.assign(link)
    onImported()
  }
  return (
    <section>
      <div className="keys-h">
        <h3>{t('import.title')}</h3>
        <span className="t3">{t('import.warning')}</span>
      </div>
      <div className="keys-imports">
        <Button onClick={() => open(ccSwitchLink(given))}>
          <Icon of={ArrowUpRight} small />
          {t('import.to', { client: 'CC Switch' })}
        </Button>
        <Button onClick={() => open(cherryStudioLink(given))}>
          <Icon of={ArrowUpRight} small />
          {t('import.to', { client: 'Cherry Studio' })}
        </Button>
      </div>
    </section>
  )
}

type FootProps = {
  secret: string | undefined
  asked: boolean
  onCopied: () => void
  onClose: () => void
  onLeave: () => void
}

function Foot({ secret, asked, onCopied, onClose, onLeave }: FootProps) {
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
      <span className="row keys-leave">
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
