import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { loadChunk } from '../lib/load-chunk.ts'
import type { FieldWiring } from './field.tsx'
import { Icon } from './icon.tsx'

const SelectBox = lazy(() =>
  loadChunk(() => import('./select-box.tsx')).then((found) => ({ default: found.SelectBox })),
)

/** What a select takes; while `value` is null the placeholder is shown. */
export type SelectProps = {
  options: readonly { value: string; label: ReactNode; disabled?: boolean }[]
  value: string | null
  onChange: (value: string) => void
  placeholder?: string
  /** Names it where no Field does. */
  label?: string
  wiring?: FieldWiring
  disabled?: boolean
  className?: string
}

/** One choice out of a list; the same box stands there while its code loads. */
export function Select(props: SelectProps) {
  return (
    <Suspense fallback={<Standing {...props} />}>
      <SelectBox {...props} />
    </Suspense>
  )
}

function Standing({ options, value, placeholder = '', className = '' }: SelectProps) {
  return (
    <div className={`in ${className}`} aria-hidden="true">
      <span className="el">{options.find((option) => option.value === value)?.label ?? placeholder}</span>
      <span className="sp" />
      <Icon of={ChevronDown} small />
    </div>
  )
}
