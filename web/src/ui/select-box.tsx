import { Select } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { Icon } from './icon.tsx'
import type { SelectProps } from './select.tsx'

/** The living select: button, list and keyboard. */
export function SelectBox({
  options,
  value,
  onChange,
  placeholder,
  label,
  wiring,
  disabled = false,
  className = '',
}: SelectProps) {
  return (
    <Select.Root
      items={options.map((option) => ({ value: option.value, label: option.label }))}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
    >
      <Select.Trigger className={`in ${className}`} aria-label={label} {...wiring}>
        <Select.Value className="el" placeholder={placeholder} />
        <span className="sp" />
        <Icon of={ChevronDown} small />
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner className="floating" alignItemWithTrigger={false} sideOffset={4} collisionPadding={8}>
          <Select.Popup className="menu">
            {options.map((option) => (
              <Select.Item key={option.value} value={option.value} disabled={option.disabled === true} className="mi">
                <Select.ItemText>{option.label}</Select.ItemText>
                <span className="sp" />
                <Select.ItemIndicator>
                  <Icon of={Check} small className="acc" />
                </Select.ItemIndicator>
              </Select.Item>
            ))}
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  )
}
