import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  icon: LucideIcon
  tone?: 'err' | 'warn' | 'info' | undefined
  title: ReactNode
  /** One sentence that teaches what will stand here. */
  text?: ReactNode
  /** What stands between the sentence and the actions: a preview, the filters in force. */
  children?: ReactNode
  /** One or two buttons. */
  actions?: ReactNode
}

/** What a block says when it has nothing to show. */
export function Empty({ icon, tone, title, text, children, actions }: Props) {
  return (
    <div className="empty">
      <span className={`eic ${tone ?? ''}`}>
        <Icon of={icon} />
      </span>
      <h3>{title}</h3>
      {text !== undefined && <p>{text}</p>}
      {children}
      {actions !== undefined && <div className="row">{actions}</div>}
    </div>
  )
}
