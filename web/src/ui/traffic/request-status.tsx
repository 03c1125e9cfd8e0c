import type { RequestRow } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { outcomeOf } from '../../lib/traffic/outcome.ts'
import { Status } from '../status.tsx'

type Props = {
  request: Pick<RequestRow, 'status' | 'end' | 'http_status' | 'attempts_made' | 'stream'>
  /** Says in words too what has a sign alone in lists. */
  inWords?: true
}

/** How a request stands: a mark with its HTTP status, or a word where there is none that helps. */
export function RequestStatus({ request, inWords }: Props) {
  const t = useTexts('requests')
  const outcome = outcomeOf(request)
  const coded = outcome !== 'running' && outcome !== 'cancelled'
  const word = outcome === 'running' && request.stream ? t('streaming') : undefined
  return (
    <span className="row gap4">
      <Status state={outcome} {...(outcome !== 'running' && { title: t(`end.${request.end}`) })}>
        {coded ? request.http_status : word}
      </Status>
      {request.attempts_made > 1 && (inWords ? <Status state="switched" /> : <Switched />)}
    </span>
  )
}

function Switched() {
  const t = useTexts('requests')
  return (
    <svg className="i s info" viewBox="0 0 10 10" role="img" aria-label={t('switched')}>
      <title>{t('switched')}</title>
      <path d="M1 3.4h7M6.2 1.4l2 2-2 2M9 6.8H2M3.8 4.8l-2 2 2 2" strokeWidth="0.9" />
    </svg>
  )
}
