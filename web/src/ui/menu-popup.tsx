import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Icon } from './icon.tsx'
import type { MenuItem } from './menu.tsx'

type Props = {
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
  items: readonly MenuItem[]
  side: 'top' | 'bottom'
  align: 'start' | 'end'
  label: string | undefined
}

/** The part of a menu that floats. */
export function MenuPopup({ anchor, open, onOpenChange, items, side, align, label }: Props) {
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange}>
      <Menu.Portal>
        <Menu.Positioner
          className="floating"
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          <Menu.Popup className="menu" finalFocus={anchor} aria-label={label}>
            {items.map((item, at) => (
              // The lines of a menu do not move while it is open.
              <Line key={at} item={item} anchor={anchor} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Line({ item, anchor }: { item: MenuItem; anchor: Props['anchor'] }): ReactNode {
  if (item === 'rule') return <hr />
  if ('heading' in item) return <div className="ml">{item.heading}</div>
  const { checked, disabled = false, danger = false, icon, label, after, onSelect } = item
  const face = (
    <>
      {icon && <Icon of={icon} small />}
      <span>{label}</span>
      {(after !== undefined || checked) && <span className="sp" />}
      {after}
      {checked && <Icon of={Check} small className="acc" />}
    </>
  )
  // Once the menu has given the focus back to its button: what the choice opens returns it there, and not to a line that is gone.
  const select = () =>
    void setTimeout(() => {
      anchor.current?.focus()
      onSelect()
    })
  const className = `mi ${danger ? 'err' : ''}`
  if (checked === undefined) {
    return (
      <Menu.Item className={className} disabled={disabled} onClick={select}>
        {face}
      </Menu.Item>
    )
  }
  return (
    <Menu.CheckboxItem
      className={className}
      disabled={disabled}
      checked={checked}
      closeOnClick
      onCheckedChange={select}
    >
      {face}
    </Menu.CheckboxItem>
  )
}
