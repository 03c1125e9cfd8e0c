import { CircleQuestionMark, Info, Trash2, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { answerConfirm, useConfirm, type ConfirmVariant, type Question } from '../lib/confirm.ts'
import { AskDialog } from './ask-dialog.tsx'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

const LOOKS = {
  danger: { tone: 'err', icon: Trash2 },
  warning: { tone: 'warn', icon: TriangleAlert },
  info: { tone: 'info', icon: Info },
  question: { tone: '', icon: CircleQuestionMark },
} as const satisfies Record<ConfirmVariant, { tone: string; icon: LucideIcon }>

/** The dialog behind `confirm()`. */
export function ConfirmDialog() {
  const question = useConfirm()
  return question === null ? null : <Ask key={question.title + question.message} question={question} />
}

function Ask({ question }: { question: Question }) {
  const id = useId()
  return (
    <AskDialog
      role="alertdialog"
      aria-labelledby={`${id}-t`}
      aria-describedby={`${id}-m`}
      onDismiss={() => answerConfirm(false)}
    >
      <AskForm question={question} id={id} />
    </AskDialog>
  )
}

function AskForm({ question, id }: { question: Question; id: string }) {
  const t = useTexts('common')
  const [typed, setTyped] = useState('')
  const { title, message, confirmText, cancelText, variant, typeToConfirm } = question
  const { tone, icon } = LOOKS[variant]
  const danger = variant === 'danger'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    answerConfirm(true)
  }
  return (
    <form onSubmit={submit}>
      <div className="dg">
        <span className={`eic ${tone}`}>
          <Icon of={icon} />
        </span>
        <div>
          <h2 id={`${id}-t`}>{title}</h2>
          <p className="t2" id={`${id}-m`}>
            {message}
          </p>
          {typeToConfirm !== undefined && (
            <label className="f">
              <span className="l">{t('confirm.type', { text: typeToConfirm })}</span>
              <input
                className="in"
                value={typed}
                autoComplete="off"
                onChange={(event) => setTyped(event.target.value)}
              />
            </label>
          )}
        </div>
      </div>
      <div className="da">
        <Button data-first={danger || undefined} onClick={() => answerConfirm(false)}>
          {cancelText ?? t('confirm.cancel')}
        </Button>
        <Button
          type="submit"
          kind={danger ? 'dangerFilled' : 'primary'}
          data-first={!danger || undefined}
          disabled={typeToConfirm !== undefined && seen(typed) !== seen(typeToConfirm)}
        >
          {confirmText ?? t('confirm.confirm')}
        </Button>
      </div>
    </form>
  )
}

/** A text as it is seen: a page draws spaces in a row as one, and nobody could type what cannot be seen. */
const seen = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')
