import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type Props = {
  /** How many are picked, in words. */
  words: ReactNode
  /** Something worth knowing about them. */
  remark?: ReactNode
  clearLabel: string
  onClear: () => void
  /** What can be done with all of them. */
  children: ReactNode
}

/** The bar over a list while rows of it are picked; on a phone it stands over the tab bar. */
export function SelectionBar({ words, remark, clearLabel, onClear, children }: Props) {
  return (
    <div className="selbar" role="region" aria-live="polite">
      <b>{words}</b>
      {remark !== undefined && <span className="t2 el hide">{remark}</span>}
      <span className="sp" />
      {children}
      <Button small icon aria-label={clearLabel} title={clearLabel} onClick={onClear}>
        <Icon of={X} small />
      </Button>
    </div>
  )
}
