import { useMemo, type ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { CopyButton } from './copy-button.tsx'
import { highlight, type Language } from './highlight.ts'

type Props = {
  code: string
  language: Language
  /** The file it belongs in, or what it is. */
  title: ReactNode
  /** Shown instead of `code`, when a secret must not stand on the screen; `code` is what is copied. */
  shown?: string
  /** A part that stands out: the value to look for. */
  mark?: string
  /** Stands before the copy button: what else can be done with it. */
  actions?: ReactNode
  onCopied?: () => void
}

/** A block of code with its file name and a copy button. */
export function Code({ code, language, title, shown = code, mark, actions, onCopied }: Props) {
  const t = useTexts('ui')
  const pieces = useMemo(() => highlight(shown, language, mark), [shown, language, mark])
  return (
    <div className="code">
      <div className="ch">
        <span className="m el">{title}</span>
        <span className="sp" />
        {actions}
        <CopyButton text={code} {...(onCopied && { onCopied })}>
          {t('copy.copy')}
        </CopyButton>
      </div>
      <pre ref={makeScrollable}>
        {pieces.map((piece, at) =>
          piece.kind === null ? (
            piece.text
          ) : (
            <span key={at} className={piece.kind}>
              {piece.text}
            </span>
          ),
        )}
      </pre>
    </div>
  )
}

// The keyboard must be able to reach what scrolls.
const makeScrollable = (block: HTMLElement | null) => block?.setAttribute('tabindex', '0')
