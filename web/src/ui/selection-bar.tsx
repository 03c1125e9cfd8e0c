import { Ellipsis, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Menu, type MenuItem } from './menu.tsx'
import { stuckUnder } from './stuck.ts'

type Props = {
  /** How many are picked, in words. */
  words: ReactNode
  /** Something worth knowing about them. */
  remark?: ReactNode
  clearLabel: string
  onClear: () => void
  /** What can be done with all of them. */
  children: ReactNode
  /** What a phone has no room for in the bar: there it stands in a menu, the way out with it. */
  folded?: readonly MenuItem[]
}

/** The bar over a list while rows of it are picked; on a phone it stands over the tab bar. */
export function SelectionBar({ words, remark, clearLabel, onClear, children, folded = [] }: Props) {
  const t = useTexts('ui')
  return (
    <div className="selbar" data-stuck ref={stuckUnder} role="region" aria-live="polite">
      <b>{words}</b>
      {remark !== undefined && <span className="t2 el hide">{remark}</span>}
      <span className="sp" />
      {children}
      {folded.length > 0 && (
        <Menu
          side="top"
          align="end"
          items={[...folded, { label: clearLabel, icon: X, onSelect: onClear }]}
          trigger={(trigger) => (
            <Button {...trigger} small icon className="desk:hidden" aria-label={t('selection')}>
              <Icon of={Ellipsis} small />
            </Button>
          )}
        />
      )}
      <Button
        small
        icon
        className={folded.length > 0 ? 'hide' : ''}
        aria-label={clearLabel}
        title={clearLabel}
        onClick={onClear}
      >
        <Icon of={X} small />
      </Button>
    </div>
  )
}
