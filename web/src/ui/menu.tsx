import type { LucideIcon } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { loadChunk } from '../lib/load-chunk.ts'
import { useTrigger, type TriggerProps } from './use-trigger.ts'

const load = () => import('./menu-popup.tsx')
const MenuPopup = lazy(() => loadChunk(load).then((found) => ({ default: found.MenuPopup })))

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

type Props = {
  items: readonly MenuItem[]
  trigger: (props: TriggerProps) => ReactNode
  side?: 'top' | 'bottom'
  align?: 'start' | 'end'
  /** Names the menu when the trigger does not. */
  label?: string
  /** Whether its lines are looked for by typing, where there are many. */
  findable?: boolean
}

/** A menu that opens from a button; its code loads at the first hover. */
export function Menu({ items, trigger, side = 'bottom', align = 'start', label, findable = false }: Props) {
  const { anchor, open, setOpen, props } = useTrigger('menu', load)
  return (
    <>
      {trigger(props)}
      {open !== null && (
        <Suspense fallback={null}>
          <MenuPopup {...{ anchor, open, items, side, align, label, findable }} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
