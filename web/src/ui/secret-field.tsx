import { ArrowBigUp, Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentPropsWithRef, type KeyboardEvent, type ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import type { Typed } from '../lib/password-strength.ts'
import type { SecretPath } from '../lib/secret-fields.ts'
import { Icon } from './icon.tsx'
import { TextField } from './text-field.tsx'

type Props = Omit<ComponentPropsWithRef<'input'>, 'type' | 'name'> & {
  /** One of the names whose values are never kept; those of one's own password are in no form that is. */
  name: SecretPath | keyof Typed
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** A password: hidden until shown, and it says when caps lock is on. */
export function SecretField({ hint, ...rest }: Props) {
  const t = useTexts('password')
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const watch = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <TextField
      {...rest}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      onKeyDown={watch}
      onKeyUp={watch}
      hint={
        caps ? (
          <span className="row gap4" role="status">
            <Icon of={ArrowBigUp} small />
            {t('caps')}
          </span>
        ) : (
          hint
        )
      }
      after={
        <button
          type="button"
          className="t2 row gap4 nw font-sans"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon of={shown ? EyeOff : Eye} small />
          {t(shown ? 'hide' : 'show')}
        </button>
      }
    />
  )
}
