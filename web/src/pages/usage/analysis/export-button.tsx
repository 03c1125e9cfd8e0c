import { Download } from 'lucide-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useAct } from '../../../lib/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

/** Takes out what a card shows; says so when that fails. */
export function ExportButton({ save }: { save: () => Promise<void> }) {
  const t = useTexts('analysis')
  const { busy, act } = useAct({ failed: t('failed'), retry: t('retry') })
  return (
    <Button kind="ghost" small busy={busy} data-export onClick={() => void act(save)}>
      <Icon of={Download} small />
      {t('export')}
    </Button>
  )
}
