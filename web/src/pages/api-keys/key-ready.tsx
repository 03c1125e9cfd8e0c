import { Link } from '@tanstack/react-router'
import { ArrowUpRight, BookOpen } from 'lucide-react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ccSwitchLink, cherryStudioLink } from '../../lib/snippets.ts'
import { useOrigin } from '../../lib/use-origin.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DrawerBody } from '../../ui/drawer.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SecretFoot, SecretOnce } from '../../ui/key/secret-once.tsx'
import { ConnectionTest } from './connection-test.tsx'
import { KeyConfigs } from './key-configs.tsx'

type Props = {
  item: ApiKey
  /** Just created or rotated: the one time its secret is shown. */
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
        {fresh && secret !== undefined && <SecretOnce secret={secret} copied={copied} onCopied={onCopied} />}
        <KeyConfigs item={item} secret={secret} onCopied={onCopied} />
        <ConnectionTest item={item} />
        {secret !== undefined && <Imports of={item} secret={secret} onImported={onCopied} />}
      </DrawerBody>
      <SecretFoot secret={secret} asked={asked} onCopied={onCopied} onClose={onClose} onLeave={onLeave} />
    </>
  )
}

type ImportProps = { of: ApiKey; secret: string; onImported: () => void }

function Imports({ of: { id, name }, secret, onImported }: ImportProps) {
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
        <Link to="/dashboard/tutorial" search={{ key: id }} className={buttonClass({})}>
          <Icon of={BookOpen} small />
          {t('import.more')}
        </Link>
      </div>
    </section>
  )
}
