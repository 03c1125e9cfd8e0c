import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** What a fold is pressed by: a mark that turns as it opens, and what is in it. */
export function FoldSummary({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <summary className={`fold ${className}`}>
      <Icon of={ChevronRight} small />
      <span>{children}</span>
    </summary>
  )
}
