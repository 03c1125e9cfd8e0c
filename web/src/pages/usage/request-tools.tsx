import { Eye, EyeOff, Rows3 } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dot } from '../../ui/dot.tsx'
import { Icon } from '../../ui/icon.tsx'

const STORED = 'ym.density'

/** How the list is shown: closer rows, and names hidden for screenshots. */
export type Tools = {
  dense: boolean
  setDense: (on: boolean) => void
  hidden: boolean
  setHidden: (on: boolean) => void
  /** A name as it may be shown. */
  mask: (name: string) => string
}

/** The tools of the list; the density is remembered in this browser, hiding is not. */
export function useTools(): Tools {
  const [dense, setDense] = useState(() => localStorage.getItem(STORED) === 'compact')
  const [hidden, setHidden] = useState(false)
  return {
    dense,
    setDense: (on) => {
      localStorage.setItem(STORED, on ? 'compact' : 'comfortable')
      setDense(on)
    },
    hidden,
    setHidden,
    mask: (name) => (hidden ? '*****' : name),
  }
}

type Props = { tools: Tools; live: boolean; onLive: (on: boolean) => void; paused: boolean; waiting: number }

/** The switches above the list. */
export function RequestTools({ tools, live, onLive, paused, waiting }: Props) {
  const t = useTexts('usage')
  return (
    <span className="row gap4">
      {live && paused && <output className="t3 n">{t('live.paused', { count: waiting, n: waiting })}</output>}
      <Chip on={live} onClick={() => onLive(!live)}>
        <Dot tone={live ? 'ok' : 'none'} pulse={live && !paused} />
        {t('live.name')}
      </Chip>
      <Button
        kind="ghost"
        small
        aria-pressed={tools.dense}
        className="hide"
        onClick={() => tools.setDense(!tools.dense)}
      >
        <Icon of={Rows3} small />
        {t(tools.dense ? 'density.compact' : 'density.comfortable')}
      </Button>
      <Button kind="ghost" small aria-pressed={tools.hidden} onClick={() => tools.setHidden(!tools.hidden)}>
        <Icon of={tools.hidden ? EyeOff : Eye} small />
        {t('privacy')}
      </Button>
    </span>
  )
}
