import type { RequestRow } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { usedOf } from '../../lib/traffic/used.ts'
import { useFormat } from '../../lib/use-format.ts'
import { RequestStatus } from './request-status.tsx'

type Props = { request: RequestRow; onOpen: (id: string) => void; fresh?: boolean; from: string }

/** A request as a card, for narrow screens; `from` is who sent it. */
export function RequestCard({ request, onOpen, fresh = false, from }: Props) {
  const t = useTexts('requests')
  const format = useFormat()
  const used = usedOf(request)
  return (
    <button
      type="button"
      className={`rq-card ${fresh ? 'fresh' : ''}`}
      // There is nothing to open yet.
      disabled={request.status === 'running'}
      onClick={() => onOpen(request.id)}
    >
      <span className="row">
        <span className="el">{request.model ?? request.model_asked}</span>
        <span className="sp" />
        <RequestStatus request={request} />
      </span>
      <span className="row broad n text-cell">
        <b className="b">{format.usd(used.cost, 4)}</b>
        <span className="t2">
          {format.tokens(used.input)} → {format.tokens(used.output)}
        </span>
        <span className="row t2">
          <span>
            {t('firstToken')} {format.seconds(request.first_token_ms)}
          </span>
          <span>{format.seconds(used.totalMs)}</span>
        </span>
      </span>
      <span className="row t3">
        <span className="m">{format.when(request.at)}</span>
        <span className="sp" />
        <span className="el">{from}</span>
      </span>
    </button>
  )
}
