import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, RotateCw } from 'lucide-react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import type { RequestRow } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSecond } from '../../lib/announcements/use-second.ts'
import { masked } from '../../lib/key/key-state.ts'
import { usedOf } from '../../lib/traffic/used.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CodeWords } from '../../ui/code-words.tsx'
import { Dot } from '../../ui/dot.tsx'
import { Icon } from '../../ui/icon.tsx'
import { fixOf } from './pick.ts'
import { useCheck } from './use-check.ts'

const HINTS = ['401', '404', '429'] as const

/** Watches a key and tells of the request that comes in, and how to mend one that failed. */
export function CheckCard({ item }: { item: ApiKey }) {
  const t = useTexts('tutorial')
  const { latest, watching, again } = useCheck(item.id)
  return (
    <Card className="tu-check" aria-label={t('check.title')}>
      <div className="row">
        <h2>{t('check.title')}</h2>
        <span className="sp" />
        <span className={`row gap4 t3 ${watching ? 'ok' : ''}`}>
          <Dot tone={watching ? 'ok' : 'none'} pulse={watching} />
          {t(watching ? 'check.watching' : 'check.over')}
        </span>
      </div>
      <div role="status">{latest === undefined ? <Waiting item={item} /> : <Arrived row={latest} />}</div>
      {latest === undefined ? <Hints /> : <Facts row={latest} />}
      {(latest !== undefined || !watching) && (
        <div className="row wrap">
          {latest !== undefined && (
            <Link to={`/dashboard/usage?tab=requests&req=${latest.id}`} className={buttonClass({ small: true })}>
              {t('check.open')}
            </Link>
          )}
          <Button kind="ghost" small onClick={again}>
            <Icon of={RotateCw} small />
            {t('check.again')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Waiting({ item }: { item: ApiKey }) {
  const t = useTexts('tutorial')
  return (
    <>
      <p>{t('check.waiting')}</p>
      <p className="t3 wrap-anywhere">
        {item.name} · <span className="m">{masked(item)}</span>
      </p>
    </>
  )
}

function Hints() {
  const t = useTexts('tutorial')
  return (
    <dl className="tu-hints">
      {HINTS.map((code) => (
        <div key={code}>
          <dt className="m">{code}</dt>
          <dd>
            <CodeWords text={t(`check.hint.${code}`)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Arrived({ row }: { row: RequestRow }) {
  const t = useTexts('tutorial')
  const fix = fixOf(row)
  return (
    <div className={`tu-verdict ${fix === null ? 'fine' : 'bad'}`}>
      <Icon of={fix === null ? CircleCheck : CircleAlert} />
      <div className="min-w-0">
        <b>{t('check.arrived', { client: row.client })}</b>
        <div className="t2 n text-cell">
          <Ago at={row.at} /> · {row.status === 'running' ? t('check.running') : row.http_status}
        </div>
        {fix !== null && <p className="text-cell">{t(`fix.${fix}`)}</p>}
        {row.error?.message && (
          <p className="t2 text-cell">
            <CodeWords text={row.error.message} />
          </p>
        )}
      </div>
    </div>
  )
}

/** How long ago, second by second: the list of requests says the time of day. */
function Ago({ at }: { at: string }) {
  const t = useTexts('tutorial')
  const seconds = Math.max(0, Math.round((useSecond() - Date.parse(at)) / 1000))
  // A screen reader must not hear every second.
  return (
    <span aria-hidden="true">
      {seconds < 60 ? t('check.seconds', { count: seconds }) : t('check.minutes', { count: Math.floor(seconds / 60) })}
    </span>
  )
}

function Facts({ row }: { row: RequestRow }) {
  const t = useTexts('tutorial')
  const { duration, tokens, usd } = useFormat()
  const used = usedOf(row)
  const facts = [
    [t('fact.model'), row.model ?? row.model_asked],
    [t('fact.times'), `${duration(row.first_token_ms)} / ${duration(row.total_ms)}`],
    [t('fact.tokens'), `${tokens(used.input)} / ${tokens(used.output)}`],
    [t('fact.cost'), usd(row.cost)],
  ] as const
  return (
    <dl className="kv">
      {facts.flatMap(([name, value]) => [
        <dt key={name}>{name}</dt>,
        <dd key={`${name}=`} className="n r el">
          {value}
        </dd>,
      ])}
    </dl>
  )
}
