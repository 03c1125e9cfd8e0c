import { Download } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useUser } from '../../lib/session.ts'
import { useSite } from '../../lib/site.ts'
import type { Once } from '../../lib/use-once.ts'
import { useWarningOnReload } from '../../lib/use-warning-on-reload.ts'
import { PRODUCT } from '../brand.tsx'
import { Button } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Icon } from '../icon.tsx'
import { Note } from '../note.tsx'
import './second-factor.css'

/** Recovery codes, the one time they are shown: whoever leaves says that they are saved, or that it does not matter. */
export function RecoveryCodes({ codes, once }: { codes: readonly string[]; once: Once }) {
  const t = useTexts('twostep')
  const site = useSite().name ?? PRODUCT
  const email = useUser()?.email ?? ''
  useWarningOnReload(!once.copied)
  const lines = codes.join('\n')
  const download = () =>
    saveFile('recovery-codes.txt', `${t('codes.file', { site, email })}\n${t('codes.file_hint')}\n\n${lines}\n`)
  return (
    <div className="col gap16">
      <Note tone="warn" urgent={once.asked}>
        <span>{t(once.asked ? 'codes.not_saved' : 'codes.only')}</span>
      </Note>
      <ul className="recovery-codes m" aria-label={t('codes.list')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row wrap">
        <CopyButton kind="plain" small={false} text={lines}>
          {t('codes.copy')}
        </CopyButton>
        <Button onClick={download}>
          <Icon of={Download} small />
          {t('codes.download')}
        </Button>
      </div>
      <label className="row">
        <Checkbox checked={once.copied} onChange={(saved) => (saved ? once.onCopied() : once.show())} />
        {t('codes.saved')}
      </label>
      <div className="da mt-1!">
        {once.asked && <Button onClick={once.leave}>{t('codes.leave')}</Button>}
        <Button kind="primary" disabled={!once.copied} onClick={once.leave}>
          {t('codes.done')}
        </Button>
      </div>
    </div>
  )
}
