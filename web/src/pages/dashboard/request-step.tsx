import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import type { RequestRow } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Snippet } from '../../lib/snippets.ts'
import { useFormat } from '../../lib/use-format.ts'
import { two } from '../../lib/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { RequestStatus } from '../../ui/traffic/request-status.tsx'
import { ownSecret } from './own-secret.ts'

type Props = { first: RequestRow | undefined; of: ApiKey; snippet: Snippet; onDone: () => void }

const HINTS = ['401', '404', '429'] as const

/** Says how the first request is sent and listens for it, then says what it was. */
export function RequestStep({ first, of, snippet, onDone }: Props) {
  const t = useTexts('start')
  const format = useFormat()
  const facts = [
    [t('model'), first ? (first.model ?? first.model_asked) : format.NONE],
    [t('firstToken'), format.duration(first?.first_token_ms ?? null)],
    [t('cost'), format.usd(first?.cost ?? null)],
  ] as const
  return (
    <div className="start-config">
      <div className="col gap12">
        {!first && snippet.run && <Command of={of} run={snippet.run} beside={!snippet.file.startsWith('~')} />}
        <div className={first ? 'start-live arrived' : 'start-live'}>
          {first ? <RequestStatus request={first} /> : <span className="start-pulse" />}
          <div role="status">
            <div className="b">{t(first ? 'arrived' : 'waiting')}</div>
            {!first && (
              <div className="t3 n">
                {t('listening', { name: of.name })} · <Waited />
              </div>
            )}
          </div>
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
              {t('onward')}
            </Button>
          )}
        </div>
      </div>
      {!first && (
        <div className="start-hints">
          <b>{t('nothing')}</b>
          <ul>
            {HINTS.map((code) => (
              <li key={code}>
                <span className="m">{code}</span>
                {t(`hint.${code}`)}
              </li>
            ))}
          </ul>
          <Link to="/dashboard/tutorial?client=errors">{t('allHints')}</Link>
        </div>
      )}
    </div>
  )
}

type CommandProps = { of: ApiKey; run: NonNullable<Snippet['run']>; beside: boolean }

/** What is typed to send it; `beside` the file that was saved, or anywhere. */
function Command({ of, run, beside }: CommandProps) {
  const t = useTexts('start')
  const keys = useTexts('keys')
  const { key, masked } = ownSecret(of)
  const hello = keys('configs.hello')
  return (
    <Code
      language="sh"
      title={t(beside ? 'runBeside' : 'runAnywhere')}
      code={run({ key, hello })}
      shown={run({ key: masked, hello })}
      mark={masked}
    />
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
