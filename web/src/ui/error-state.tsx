import { Link } from '@tanstack/react-router'
import { CircleX, Lock, RotateCw } from 'lucide-react'
import { useTexts } from '../i18n/use-texts.ts'
import type { CallError } from '../lib/call-error.ts'
import { Button, buttonClass } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Empty } from './empty.tsx'
import { Icon } from './icon.tsx'

type Props = { error: CallError; onRetry: () => void; title?: string; busy?: boolean }

/** A block that could not be loaded: why, the request's id, and the way on; or that must not be seen from here: why, and the way back. */
export function ErrorState(props: Props) {
  return isForbidden(props.error) ? <Forbidden /> : <Failed {...props} />
}

/** Only one thing is refused so to somebody who is signed in: administration, from outside of the networks it is open to. */
const isForbidden = ({ code }: CallError): boolean => code === 'not_permitted'

function Forbidden() {
  const t = useTexts('ui')
  return (
    <Empty
      icon={Lock}
      title={t('forbidden.title')}
      text={t('forbidden.networks')}
      actions={
        <Link to="/dashboard" className={buttonClass({})}>
          {t('forbidden.back')}
        </Link>
      }
    />
  )
}

function Failed({ error, onRetry, title, busy = false }: Props) {
  const t = useTexts('ui')
  const reason = error.detail || t(error.status === 0 ? 'error.offline' : 'error.unknown', { status: error.status })
  const details = [reason, error.message, error.requestId, location.pathname]
  return (
    <div role="alert">
      <Empty
        icon={CircleX}
        tone="err"
        title={title ?? t('error.title')}
        text={reason}
        actions={
          <>
            <Button busy={busy} onClick={onRetry}>
              <Icon of={RotateCw} small />
              {t('error.retry')}
            </Button>
            <CopyButton small={false} text={details.filter(Boolean).join('\n')}>
              {t('error.details')}
            </CopyButton>
          </>
        }
      >
        {error.requestId !== null && (
          <div className="rid">
            <span className="t3 nw">{t('error.request_id')}</span>
            <span className="m el">{error.requestId}</span>
            <CopyButton text={error.requestId} what={t('error.request_id')} />
          </div>
        )}
      </Empty>
    </div>
  )
}

/** The same in one line, for a part of a block. */
export function ErrorLine({ error, onRetry, title }: Props) {
  const t = useTexts('ui')
  if (isForbidden(error)) {
    return (
      <span className="row text-cell t2" title={t('forbidden.networks')}>
        <Icon of={Lock} small />
        {t('forbidden.title')}
      </span>
    )
  }
  return (
    <div className="row text-cell" role="alert">
      <span className="row err nw">
        <Icon of={CircleX} small />
        {title ?? t('error.title')}
      </span>
      <span className="t3 el">
        {error.detail || t(error.status === 0 ? 'error.offline' : 'error.unknown', { status: error.status })}
      </span>
      <span className="sp" />
      <button type="button" className="link nw" onClick={onRetry}>
        {t('error.retry')}
      </button>
    </div>
  )
}
