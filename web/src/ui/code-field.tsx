import { useState, type ComponentPropsWithRef, type FormEvent } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { TextField } from './text-field.tsx'

/** What an authenticator shows, once all of it is there; some show it in two halves. */
const WHOLE = /^\d{6}$/
const MOST_CHARS = 64

type Props = Omit<ComponentPropsWithRef<'input'>, 'type'> & {
  error?: string | undefined
  /** Whether a recovery code will do, too. */
  recovery?: boolean
  /** One has turned from one kind to the other, and what was said of the former holds no more. */
  onTurn?: () => void
}

/** The code of an authenticator, which sends its form as soon as it is whole; or a recovery code, for which a phone shows letters. */
export function CodeField({ recovery = false, autoFocus = false, onTurn, ...rest }: Props) {
  const t = useTexts('password')
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const [chosen, setChosen] = useState(false)
  const other = kind === 'app' ? 'recovery' : 'app'
  const choose = () => {
    setKind(other)
    setChosen(true)
    onTurn?.()
  }
  const sendWhole = ({ currentTarget: input }: FormEvent<HTMLInputElement>) => {
    if (kind === 'app' && WHOLE.test(input.value.replaceAll(/\s/g, ''))) input.form?.requestSubmit()
  }
  return (
    <TextField
      // Another one each time, so that it begins empty and with the keyboard it needs.
      key={kind}
      {...rest}
      label={t(`code.${kind}.label`)}
      hint={t(`code.${kind}.hint`)}
      className="m"
      inputMode={kind === 'app' ? 'numeric' : 'text'}
      autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={MOST_CHARS}
      autoFocus={autoFocus || chosen}
      onInput={sendWhole}
      after={
        recovery && (
          <button type="button" className="t2 nw font-sans" onClick={choose}>
            {t(`code.${other}.use`)}
          </button>
        )
      }
    />
  )
}
