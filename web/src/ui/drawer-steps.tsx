import { ChevronDown, ChevronUp, Link2 } from 'lucide-react'
import { useTexts } from '../i18n/use-texts.ts'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { copyAloud } from './copy-aloud.ts'
import { DrawerAction } from './drawer-action.tsx'

type Props = {
  id: string
  /** What the list behind holds, in its order. */
  ids: readonly string[]
  onMove: (id: string) => void
  /** The path and the search by which others find it. */
  link: string
}

/** The ways from what a drawer shows to its neighbours in the list behind, which J and K go too, and its address to copy. */
export function DrawerSteps({ id, ids, onMove, link }: Props) {
  const t = useTexts('ui')
  const at = ids.indexOf(id)
  const before = at > 0 ? ids[at - 1] : undefined
  const after = at >= 0 ? ids[at + 1] : undefined
  const go = (to: string | undefined) => to !== undefined && onMove(to)
  useShortcuts({ j: () => go(after), k: () => go(before) }, 'over')
  return (
    <span className="row gap4">
      <DrawerAction
        label={t('drawer.before')}
        icon={ChevronUp}
        disabled={before === undefined}
        onClick={() => go(before)}
      />
      <DrawerAction
        label={t('drawer.after')}
        icon={ChevronDown}
        disabled={after === undefined}
        onClick={() => go(after)}
      />
      <DrawerAction
        label={t('drawer.link')}
        icon={Link2}
        onClick={() => void copyAloud(location.origin + link, t('drawer.linked'))}
      />
    </span>
  )
}
