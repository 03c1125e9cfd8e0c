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
    <Button className="hide" onClick={() => openOverlay('palette')}>
      <Icon of={Search} small />
      {t('palette')}
      <Kbd>{MOD === '⌘' ? '⌘K' : `${MOD} K`}</Kbd>
    </Button>
  )
}
