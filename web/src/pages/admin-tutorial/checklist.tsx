import { Link } from '@tanstack/react-router'
import { Circle, CircleAlert, CircleCheck } from 'lucide-react'
import type { RequestRow } from '../../../../src/contract/usage.ts'
import type { Texts } from '../../i18n/texts.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card } from '../../ui/card.tsx'
import { Dot } from '../../ui/dot.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { STEP_IDS, stepsOf, type Found, type StepId, type StepState } from './steps.ts'
import { useFound } from './use-found.ts'

const PLACES = {
  provider: '/admin/models-providers',
  test: '/admin/models-providers',
  models: '/admin/models-providers?tab=models',
  prices: '/admin/models-providers?tab=models',
  users: '/admin/users',
  keys: '/admin/keys',
  request: '/admin/usage?tab=requests',
} as const satisfies Record<StepId, string>

const LOOKS = {
  done: { icon: CircleCheck, tone: 'ok' },
  partly: { icon: CircleAlert, tone: 'warn' },
  open: { icon: Circle, tone: 't2' },
} as const satisfies Record<StepState['state'], object>

/** The way to a gateway that serves, ticked off by what there is. */
export function Checklist() {
  const t = useTexts('onboarding')
  const { found, last, error, retry } = useFound()
  return (
    <Card className="ob-card" aria-label={t('list.title')}>
      <div className="row">
        <h2>{t('list.title')}</h2>
        <span className="sp" />
        <span className="row gap4 t3 ok">
          <Dot tone="ok" pulse />
          {t('list.live')}
        </span>
      </div>
      {found !== undefined ? (
        <Steps found={found} last={last} />
      ) : error === null ? (
        <TableSkeleton rows={STEP_IDS.length} tall />
      ) : (
        <ErrorState error={error} onRetry={retry} />
      )}
    </Card>
  )
}

function Steps({ found, last }: { found: Found; last: RequestRow | undefined }) {
  const t = useTexts('onboarding')
  const steps = stepsOf(found)
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <>
      <div className="row gap12">
        <span className="bar sp" aria-hidden="true">
          <i style={{ width: `${(done / steps.length) * 100}%` }} />
        </span>
        <span className="n" role="status" aria-label={t('list.progress', { done, all: steps.length })}>
          {done} / {steps.length}
        </span>
      </div>
      <ol className="ob-steps">
        {steps.map((one) => (
          <li key={one.id}>
            <Icon of={LOOKS[one.state].icon} className={LOOKS[one.state].tone} label={t(`state.${one.state}`)} />
            <div className="min-w-0">
              <h3>{t(`step.${one.id}`)}</h3>
              <p className={`t3 ${one.state === 'partly' ? 'warn' : ''}`}>
                {one.id === 'request' && last ? <Last request={last} /> : factOf(t, one)}
              </p>
            </div>
            <span className="sp" />
            <Link to={PLACES[one.id]} className="link nw">
              {t(one.state === 'done' ? 'list.view' : `go.${one.id}`)}
            </Link>
          </li>
        ))}
      </ol>
    </>
  )
}

/** What came in last, and how that went. */
function Last({ request }: { request: RequestRow }) {
  const t = useTexts('onboarding')
  const { relative, seconds, usd, whenExact } = useFormat()
  const facts = [
    relative(request.at),
    request.model ?? request.model_asked,
    request.first_token_ms !== null && t('fact.firstToken', { time: seconds(request.first_token_ms) }),
    usd(request.cost, 4),
  ]
  return <span title={whenExact(request.at)}>{facts.filter(Boolean).join(' · ')}</span>
}

const MOST_NAMES = 3

function factOf(t: Texts<'onboarding'>, { id, count, all, lacking = [] }: StepState): string {
  if (id === 'request') return t('fact.waiting')
  const fact = t(`fact.${id}`, { count, all })
  if (lacking.length === 0) return fact
  const names = lacking.slice(0, MOST_NAMES).join(t('fact.comma'))
  const more = lacking.length - MOST_NAMES
  return `${fact}${more > 0 ? t('fact.unpriced_more', { names, count: more }) : t('fact.unpriced', { names })}`
}
