import type { LucideIcon } from 'lucide-react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type Props = { label: string; icon: LucideIcon; disabled?: boolean; onClick: () => void }

/** A small action at the head of a drawer, left out where there is little room. */
export function DrawerAction({ label, icon, disabled = false, onClick }: Props) {
  return (
    <Button kind="ghost" icon aria-label={label} title={label} disabled={disabled} onClick={onClick} className="hide">
      <Icon of={icon} small />
    </Button>
  )
}
