import type { LucideIcon } from 'lucide-react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type Props = { icon: LucideIcon; text: string; onClick: () => void; onNear?: () => void }

/** A button in a page's head, which on a phone has room for the icon alone; `onNear` hears of a pointer that comes. */
export function HeadButton({ icon, text, onClick, onNear }: Props) {
  return (
    <Button className="keep" aria-label={text} onPointerEnter={onNear} onClick={onClick}>
      <Icon of={icon} small />
      <span className="hide">{text}</span>
    </Button>
  )
}
