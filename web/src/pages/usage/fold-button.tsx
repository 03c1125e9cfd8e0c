import { ChevronDown, ChevronRight } from 'lucide-react'
import type { Dimension } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

type Props = { within: Dimension; name: string; isOpen: boolean; onToggle: () => void }

/** Unfolds a row of the breakdown into its parts, and folds it again; a press on the row itself filters by it. */
export function FoldButton({ within, name, isOpen, onToggle }: Props) {
  const t = useTexts('usage')
  return (
    <Button
      kind="ghost"
      small
      icon
      className="us-fold"
      aria-expanded={isOpen}
      aria-label={t('unfold', { name, by: t(`by.${within}`) })}
      onClick={(event) => {
        event.stopPropagation()
        onToggle()
      }}
    >
      <Icon of={isOpen ? ChevronDown : ChevronRight} small className="t3" />
    </Button>
  )
}
