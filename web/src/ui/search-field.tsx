import { Search, X } from 'lucide-react'
import { useRef, useState, type ComponentPropsWithoutRef } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { isComposing } from '../lib/single-key.ts'
import { Icon } from './icon.tsx'
import { Kbd } from './kbd.tsx'

type Props = Omit<ComponentPropsWithoutRef<'input'>, 'onChange' | 'value'> & {
  value: string
  onChange: (value: string) => void
  /** Names the field and stands in it while it is empty. */
  label: string
  /** Shows the `/` that leads here. */
  slash?: boolean
}

/** A search box; Escape empties it first and leaves it the second time. */
export function SearchField({ value, onChange, label, slash = false, className = '', ...rest }: Props) {
  const t = useTexts('ui')
  const input = useRef<HTMLInputElement>(null)
  // The letters of a word that is still composed stand here alone: nobody looks for them.
  const [composed, setComposed] = useState<string | null>(null)
  const take = (text: string) => {
    setComposed(null)
    if (text !== value) onChange(text)
  }
  return (
    <search className={`in search ${className}`}>
      <Icon of={Search} small />
      <input
        type="search"
        enterKeyHint="search"
        placeholder={label}
        aria-label={label}
        data-search
        {...rest}
        ref={input}
        value={composed ?? value}
        onChange={({ target, nativeEvent }) =>
          nativeEvent instanceof InputEvent && nativeEvent.isComposing ? setComposed(target.value) : take(target.value)
        }
        onCompositionEnd={(event) => take(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
          event.stopPropagation()
          if (value === '') event.currentTarget.blur()
          else onChange('')
        }}
      />
      {value !== '' && (
        <button
          type="button"
          className="grid size-6 place-items-center"
          aria-label={t('search.clear')}
          onClick={() => {
            onChange('')
            // The button is gone then, and the focus would be with it.
            input.current?.focus()
          }}
        >
          <Icon of={X} small />
        </button>
      )}
      {slash && value === '' && <Kbd className="hide">/</Kbd>}
    </search>
  )
}
