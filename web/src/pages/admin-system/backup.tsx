import { Download } from 'lucide-react'
import { useState } from 'react'
import { adminBackup, adminExportConfig } from '../../../../src/contract/backup.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { withConsent } from '../../lib/consent.ts'
import { download } from '../../lib/download.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ConfigImport } from './config-import.tsx'

/** Taking the database and the configuration out, and a configuration in. */
export function Backup() {
  const t = useTexts('config')
  const backup = useDownload(async () => {
    // `true` says that it was not declined.
    await withConsent((consent) => download(adminBackup, { body: consent }).then(() => true))
  })
  const config = useDownload(() => download(adminExportConfig, {}))
  return (
    <>
      <Card flush>
        <CardHead title={t('section.backup')} remark={t('remark.backup')} />
        <Take title={t('backup.database')} said={t('backup.database_said')} {...backup} />
        <Take title={t('backup.config')} said={t('backup.config_said')} {...config} />
      </Card>
      <ConfigImport />
    </>
  )
}

function useDownload(take: () => Promise<void>) {
  const t = useTexts('config')
  const [busy, setBusy] = useState(false)
  const onTake = async () => {
    setBusy(true)
    try {
      await take()
    } catch (error) {
      toast.error(t('backup.failed'), whyOf(error, t('retry')))
    } finally {
      setBusy(false)
    }
  }
  return { busy, onTake: () => void onTake() }
}

function Take({ title, said, busy, onTake }: { title: string; said: string; busy: boolean; onTake: () => void }) {
  const t = useTexts('config')
  return (
    <div className="sys-row row">
      <div className="min-w-0">
        <b className="font-medium">{title}</b>
        <p className="t3">{said}</p>
      </div>
      <span className="sp" />
      <Button busy={busy} aria-label={`${t('backup.take')} ${title}`} onClick={onTake}>
        <Icon of={Download} small />
        {t('backup.take')}
      </Button>
    </div>
  )
}
