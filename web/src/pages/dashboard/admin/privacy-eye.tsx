import { Eye, EyeOff } from 'lucide-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { setHidden, useHidden } from '../../../lib/traffic/privacy.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

/** Hides the names of users and keys, for a screenshot, and shows them again. */
export function PrivacyEye() {
  const t = useTexts('overview')
  const hidden = useHidden()
  const name = t('privacy')
  return (
    <Button
      kind="ghost"
      small
      icon
      aria-pressed={hidden}
      aria-label={name}
      title={name}
      onClick={() => setHidden(!hidden)}
    >
      <Icon of={hidden ? EyeOff : Eye} small />
    </Button>
  )
}
