import { RotateCcw } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { type Answer, isOpen } from '../../lib/playground/talk.ts'
import type { Row } from '../../lib/playground/use-rows.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FoldSummary } from '../../ui/fold-summary.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Note } from '../../ui/note.tsx'
import { Status, type StatusState } from '../../ui/status.tsx'
import { RequestStatus } from '../../ui/traffic/request-status.tsx'
import { AnswerFigures } from './answer-figures.tsx'

type Props = {
  answer: Answer
  name: string
  row: Row | undefined
  onRetry: (() => void) | undefined
}

/** What a model said to one question, how it went and what it cost. */
export function AnswerCard({ answer, name, row, onRetry }: Props) {
  const t = useTexts('playground')
  const { text, thinking, state, error } = answer
  return (
    <article className="pg-answer" aria-label={name} aria-busy={isOpen(answer)}>
      <div className="row">
        <MarkTile names={[answer.model]} size={14} bare />
        <b className="el">{name}</b>
        <span className="sp" />
        <State answer={answer} row={row} />
      </div>
      {thinking !== '' && (
        <details className="pg-thinking" open={text === '' && isOpen(answer)}>
          <FoldSummary>{t('thinking')}</FoldSummary>
          <p>{thinking}</p>
        </details>
      )}
      {text !== '' && (
        <div className="pg-text">
          <Markdown text={text} />
        </div>
      )}
      {text === '' && state === 'done' && <p className="t3">{t('empty')}</p>}
      {state === 'failed' && (
        <Note tone="err" urgent>
          <span className="pg-why">{error || t('noAnswer')}</span>
        </Note>
      )}
      <div className="pg-under">
        <AnswerFigures answer={answer} row={row} />
        {!isOpen(answer) && (
          <span className="row gap4 pg-deeds">
            {text !== '' && <CopyButton text={text} what={t('copy')} />}
            {onRetry && (
              <Button kind="ghost" small icon aria-label={t('retry')} title={t('retry')} onClick={onRetry}>
                <Icon of={RotateCcw} small />
              </Button>
            )}
          </span>
        )}
      </div>
    </article>
  )
}

const STATES = {
  waiting: 'running',
  streaming: 'running',
  done: 'success',
  stopped: 'cancelled',
  failed: 'upstream_error',
} as const satisfies Record<Answer['state'], StatusState>

function State({ answer, row }: Pick<Props, 'answer' | 'row'>) {
  const t = useTexts('playground')
  if (row) return <RequestStatus request={row} />
  return <Status state={STATES[answer.state]}>{t(`state.${answer.state}`)}</Status>
}
