import { Download } from 'lucide-react'
import { useTexts } from '../i18n/use-texts.ts'
import { saveFile } from '../lib/save-file.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** Saves code as a file of that name; on a phone its icon alone is seen. */
export function SaveCode({ file, code }: { file: string; code: string }) {
  const t = useTexts('ui')
  return (
    <Button kind="ghost" small onClick={() => saveFile(file, `${code}\n`)} title={t('copy.save')}>
      <Icon of={Download} small />
      <span className="hide">{t('copy.save')}</span>
      <span className="vh only-m">{t('copy.save')}</span>
    </Button>
  )
}
