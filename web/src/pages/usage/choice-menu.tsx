import { ChevronDown } from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'

type Props<V extends string> = {
  /** What is chosen, where the choice alone does not say it. */
  label?: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  /** The choice in words; its label when left out. */
  said?: string
}

/** One of a few, in the room of a word. */
export function ChoiceMenu<V extends string>({ label, value, options, onChange, said }: Props<V>) {
  const face = said ?? options.find((one) => one.value === value)?.label ?? value
  return (
    <Menu
      align="end"
      trigger={(trigger) => (
        <button type="button" className="chip" {...trigger} {...(label && { 'aria-label': `${label}: ${face}` })}>
          {face}
          <Icon of={ChevronDown} small />
        </button>
      )}
      items={options.map((one) => ({
        label: one.label,
        checked: one.value === value,
        onSelect: () => onChange(one.value),
      }))}
    />
  )
}
