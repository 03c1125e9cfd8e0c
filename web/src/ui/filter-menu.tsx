import { ChevronDown, Plus } from 'lucide-react'
import { useTexts } from '../i18n/use-texts.ts'
import { Icon } from './icon.tsx'
import { Menu } from './menu.tsx'

type Props<V extends string> = {
  label: string
  options: readonly { value: V; label: string }[]
  values: readonly V[]
  onChange: (values: V[]) => void
}

/** A filter by the values of one field: none of them, one or several. */
export function FilterMenu<V extends string>({ label, options, values, onChange }: Props<V>) {
  const t = useTexts('ui')
  const chosen = options.filter(({ value }) => values.includes(value))
  const toggle = (value: V) =>
    onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value])
  return (
    <Menu
      label={label}
      findable
      items={[
        { label: t('filter.all'), checked: values.length === 0, onSelect: () => onChange([]) },
        'rule',
        ...options.map(({ value, label: name }) => ({
          label: name,
          checked: values.includes(value),
          onSelect: () => toggle(value),
        })),
      ]}
      trigger={(props) => (
        <button type="button" {...props} className={`chip ${chosen.length > 0 ? 'on' : 'dash'}`}>
          {chosen.length === 0 && <Icon of={Plus} small />}
          {chosen.length === 0 ? label : t('filter.is', { label, values: chosen.map((one) => one.label).join(' / ') })}
          {chosen.length > 0 && <Icon of={ChevronDown} small />}
        </button>
      )}
    />
  )
}
