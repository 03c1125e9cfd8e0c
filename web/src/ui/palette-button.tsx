import { Search } from 'lucide-react'
import { useTexts } from '../i18n/use-texts.ts'
import { openOverlay } from '../lib/overlays.ts'
import { MOD } from '../lib/shortcut-table.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Kbd } from './kbd.tsx'

/** Opens the command palette. */
export function PaletteButton() {
  const t = useTexts('ui')
  return (
    <Button className="hide max-[960px]:hidden" onClick={() => openOverlay('palette')}>
      <Icon of={Search} small />
      <span className="max-[1180px]:sr-only">{t('palette')}</span>
      <Kbd>{MOD === '⌘' ? '⌘K' : `${MOD} K`}</Kbd>
    </Button>
  )
}
