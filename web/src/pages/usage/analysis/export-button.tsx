import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { whyOf } from '../../../lib/form-faults.ts'
import { toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

/** Takes out what a card shows; says so when that fails. */
export function ExportButton({ save }: { save: () => Promise<void> }) {
  const t = useTexts('analysis')
  const [busy, setBusy] = useState(false)
  const onClick = async () => {
    setBusy(true)
    try {
      await save()
    } catch (error) {
      toast.error(t('failed'), whyOf(error, t('retry')))
    }
    setBusy(false)
  }
  return (
    <Button kind="ghost" small busy={busy} data-export onClick={() => void onClick()}>
      <Icon of={Download} small />
      {t('export')}
    </Button>
  )
}
