import type { LucideIcon } from 'lucide-react'
import { lazy, Suspense, useRef, useState, type ReactNode, type Ref } from 'react'
import { loadChunk } from '../lib/load-chunk.ts'

const load = () => loadChunk(() => import('./menu-popup.tsx'))
const MenuPopup = lazy(() => load().then((found) => ({ default: found.MenuPopup })))

/** One line of a menu: an action, a choice that is taken or not, a heading, or a rule between groups. */
export type MenuItem =
  | {
      label: ReactNode
      icon?: LucideIcon
      /** Stands at the right: a shortcut, a count. */
      after?: ReactNode
      danger?: boolean
      disabled?: boolean
      /** Makes it one choice of several. */
      checked?: boolean
      onSelect: () => void
    }
  | { heading: ReactNode }
  | 'rule'

/** What the element that opens a popup must carry. */
export type TriggerProps = {
  ref: Ref<HTMLButtonElement>
  'aria-haspopup': 'menu' | 'dialog'
  'aria-expanded': boolean
  onClick: () => void
  onPointerEnter: () => void
  onFocus: () => void
}

type Props = {
  items: readonly MenuItem[]
  trigger: (props: TriggerProps) => ReactNode
  side?: 'top' | 'bottom'
  align?: 'start' | 'end'
  /** Names the menu when the trigger does not. */
  label?: string
}

/** A menu that opens from a button; its code loads at the first hover. */
export function Menu({ items, trigger, side = 'bottom', align = 'start', label }: Props) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<boolean | null>(null)
  const prepare = () => void load()
  return (
    <>
      {trigger({
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': open === true,
        onClick: () => setOpen(true),
        onPointerEnter: prepare,
        onFocus: prepare,
      })}
      {open !== null && (
        <Suspense fallback={null}>
          <MenuPopup {...{ anchor, open, items, side, align, label }} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
