import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Icon } from '../../ui/icon.tsx'

type Props = { item: ApiKey; onPaste: (text: string) => boolean }

/** Asks for a secret the server does not know any more; it goes nowhere but into the memory of this page. */
export function PasteKey({ item, onPaste }: Props) {
  const t = useTexts('tutorial')
  const [text, setText] = useState('')
  // Whoever types is not told of a mistake at every letter.
  const wrong = text.length > item.prefix.length + item.last4.length
  const take = (value: string) => setText(onPaste(value.trim()) ? '' : value)
  return (
    <div className="tu-paste">
      <Icon of={KeyRound} small className="t2" />
      <label className="t2" htmlFor="tu-secret">
        {t('paste.label')}
      </label>
      <span className={`in ${wrong ? 'bad' : ''}`}>
        <input
          id="tu-secret"
          type="password"
          className="m"
          value={text}
          onChange={(event) => take(event.target.value)}
          placeholder="sk-ym-…"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? 'tu-wrong' : undefined}
        />
      </span>
      {wrong && (
        <span id="tu-wrong" role="alert" className="err text-cell">
          {t('paste.wrong')}
        </span>
      )}
    </div>
  )
}
