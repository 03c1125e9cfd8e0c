import { Eye, EyeOff, Rows3 } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { savePreferences, usePreference } from '../../lib/preferences.ts'
import { setHidden, useHidden } from '../../lib/traffic/privacy.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dot } from '../../ui/dot.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RequestColumns } from './column-menu.tsx'
import type { Shown } from './columns.ts'

type Props = { shown: Shown; live: boolean; onLive: (on: boolean) => void; paused: boolean; waiting: number }

/** The switches above the list: what comes live, which columns, how close the rows, and names hidden for screenshots. */
export function RequestTools({ shown, live, onLive, paused, waiting }: Props) {
  const t = useTexts('usage')
  const hidden = useHidden()
  return (
    <span className="row gap4">
      {live && paused && <output className="t3 n">{t('live.paused', { count: waiting, n: waiting })}</output>}
      <Chip on={live} onClick={() => onLive(!live)}>
        <Dot tone={live ? 'ok' : 'none'} pulse={live && !paused} />
        {t('live.name')}
      </Chip>
      <RequestColumns shown={shown} />
      <Density />
      <Button kind="ghost" small aria-pressed={hidden} onClick={() => setHidden(!hidden)}>
        <Icon of={hidden ? EyeOff : Eye} small />
        {t('privacy')}
      </Button>
    </span>
  )
}

function Density() {
  const t = useTexts('usage')
  const density = usePreference('density')
  const dense = density === 'compact'
  const toggle = () => void savePreferences({ density: dense ? 'comfortable' : 'compact' }).catch(() => null)
  return (
    <Button kind="ghost" small aria-pressed={dense} className="hide" onClick={toggle}>
      <Icon of={Rows3} small />
      {t(`density.${density}`)}
    </Button>
  )
}
