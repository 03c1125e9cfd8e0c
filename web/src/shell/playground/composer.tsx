import { CircleStop, SendHorizontal } from 'lucide-react'
import { useId, type KeyboardEvent } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'

type Props = {
  text: string
  /** Nothing has been asked yet. */
  first: boolean
  busy: boolean
  /** Why nothing can be sent; null where something can. */
  why: string | null
  /** What the answers so far have cost; null before there are any. */
  spent: string | null
  setText: (text: string) => void
  send: () => void
  stop: () => void
}

const COMMAND = /Mac|iP(?:hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** Where the next question is written. */
export function Composer({ text, first, busy, why, spent, setText, send, stop }: Props) {
  const t = useTexts('playground')
  const format = useFormat()
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!busy && why === null) send()
  }
  return (
    <div className="pg-composer">
      <textarea
        className="in"
        rows={3}
        data-focus-first
        aria-label={t('ask')}
        placeholder={t(first ? 'askFirst' : 'askNext')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="row">
        {why !== null && (
          <span className="warn" id={id} role="status">
            {why}
          </span>
        )}
        <span className="t3 row gap4 hide">
          <Kbd>{COMMAND}</Kbd>
          <Kbd>Enter</Kbd>
          {t('sends')}
          <Kbd>Enter</Kbd>
          {t('breaks')}
        </span>
        <span className="sp" />
        {spent !== null && <span className="t3 n">{t('spent', { amount: format.usd(spent) })}</span>}
        {busy ? (
          // Not by the second click of a double one, whose first has sent.
          <Button onClick={({ detail }) => detail < 2 && stop()}>
            <Icon of={CircleStop} small />
            {t('stop')}
          </Button>
        ) : (
          <Button
            kind="primary"
            disabled={why !== null || text.trim() === ''}
            aria-describedby={why === null ? undefined : id}
            onClick={send}
          >
            <Icon of={SendHorizontal} small />
            {t('send')}
          </Button>
        )}
      </div>
    </div>
  )
}
