import { Download } from 'lucide-react'
import { adminBackup, adminExportConfig } from '../../../../src/contract/backup.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { withConsent } from '../../lib/consent.ts'
import { download } from '../../lib/download.ts'
import { useAct } from '../../lib/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ConfigImport } from './config-import.tsx'

/** Taking the database and the configuration out, and a configuration in. */
export function Backup() {
  const t = useTexts('config')
  return (
    <>
      <Card flush>
        <CardHead title={t('section.backup')} remark={t('remark.backup')} />
        <Take
          title={t('backup.database')}
          said={t('backup.database_said')}
          // `true` says that it was not declined.
          save={() => withConsent((consent) => download(adminBackup, { body: consent }).then(() => true))}
        />
        <Take title={t('backup.config')} said={t('backup.config_said')} save={() => download(adminExportConfig, {})} />
      </Card>
      <ConfigImport />
    </>
  )
}

function Take({ title, said, save }: { title: string; said: string; save: () => Promise<unknown> }) {
  const t = useTexts('config')
  const { busy, act } = useAct({ failed: t('backup.failed'), retry: t('retry') })
  return (
    <div className="sys-row row">
      <div className="min-w-0">
        <b className="font-medium">{title}</b>
        <p className="t3">{said}</p>
      </div>
      <span className="sp" />
      <Button busy={busy} aria-label={`${t('backup.take')} ${title}`} onClick={() => void act(save)}>
        <Icon of={Download} small />
        {t('backup.take')}
      </Button>
    </div>
  )
}
