import { useEffect, useState } from 'react'
import type { RequestRow } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { two } from '../../lib/zone.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { RequestStatus } from '../../ui/traffic/request-status.tsx'

type Props = { first: RequestRow | undefined; keyName: string; onDone: () => void }

const HINTS = ['401', '404', '429'] as const

/** Listens for the first request, then says what it was. */
export function RequestStep({ first, keyName, onDone }: Props) {
  const t = useTexts('dashboard')
  const format = useFormat()
  const facts = [
    [t('start.model'), first ? (first.model ?? first.model_asked) : format.NONE],
    [t('start.firstToken'), format.duration(first?.first_token_ms ?? null)],
    [t('start.cost'), format.usd(first?.cost ?? null)],
  ] as const
  return (
    <div className="start-config">
      <div className={first ? 'start-live arrived' : 'start-live'}>
        {first ? <RequestStatus request={first} /> : <span className="start-pulse" />}
        <div role="status">
          <div className="b">{t(first ? 'start.arrived' : 'start.waiting')}</div>
          {!first && (
            <div className="t3 n">
              {t('start.listening', { name: keyName })} · <Waited />
            </div>
          )}
        </div>
        <span className="sp" />
        <dl className={first ? '' : 'hide'}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="t3">{label}</dt>
              <dd className="n">{value}</dd>
            </div>
          ))}
        </dl>
        {first && (
          <Button kind="primary" onClick={onDone}>
            {t('start.onward')}
          </Button>
        )}
      </div>
      {!first && (
        <div className="start-hints">
          <b>{t('start.nothing')}</b>
          <ul>
            {HINTS.map((code) => (
              <li key={code}>
                <span className="m">{code}</span>
                {t(`start.hint.${code}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function Waited() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span aria-hidden="true">
      {two(Math.floor(seconds / 60))}:{two(seconds % 60)}
    </span>
  )
}
