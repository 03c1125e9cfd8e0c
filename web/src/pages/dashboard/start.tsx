import { useQuery } from '@tanstack/react-query'
import { Check, ChevronDown, ChevronUp } from 'lucide-react'
import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { listKeys } from '../../../../src/contract/keys.ts'
import { adminListProviders } from '../../../../src/contract/providers.ts'
import type { RequestRow } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { savePreferences, usePreference } from '../../lib/preferences.ts'
import { ask } from '../../lib/query.ts'
import { useScope } from '../../lib/scope.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { SNIPPETS, type Snippet } from '../../lib/snippets.ts'
import { useZone } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ConfigStep } from './config-step.tsx'
import { KeyStep } from './key-step.tsx'
import { ProviderStep } from './provider-step.tsx'
import { RequestStep } from './request-step.tsx'
import { StartTiles } from './start-tiles.tsx'
import './start.css'

// Limits have words of their own, which nobody else here needs.
const StartFoot = lazy(() =>
  loadChunk(() => import('./start-foot.tsx')).then((found) => ({ default: found.StartFoot })),
)

type Props = {
  /** The first request, once there is one. */
  first: RequestRow | undefined
  /** Goes on to the figures. */
  onDone: () => void
}

type Step = { title: string; done: boolean; body: ReactNode }

/** The way to the first request, for those who have none: each step shows whether it is done. Folded it is a line, and stays so. */
export function Start({ first, onDone }: Props) {
  const t = useTexts('start')
  // Its steps need these too: what they waited for would take the whole card away once more.
  useTexts('keys')
  const [tool, setTool] = useState<Snippet['id']>('claude-code')
  // By role, not by space: the first administrator arrives in the personal one, and nothing works before this step.
  const admin = isAdmin(useUser())
  const zone = useZone()
  const keys = useQuery(ask(listKeys, { query: { tz: zone } }))
  const providers = useQuery({ ...ask(adminListProviders), enabled: admin })
  if (keys.data === undefined || (admin && providers.data === undefined)) {
    const failed = keys.error ?? providers.error
    if (!failed) return null
    return (
      <Card flush>
        <ErrorState error={failed} onRetry={() => void Promise.all([keys.refetch(), providers.refetch()])} />
      </Card>
    )
  }
  const key = keys.data.items.find((one) => one.status === 'active')
  const provider = providers.data?.items[0]
  const sent = first !== undefined
  const snippet = SNIPPETS.find(({ id }) => id === tool)
  const told = key && snippet && { of: key, snippet }
  const request = told && <RequestStep {...told} first={first} onDone={onDone} />
  const config = told && <ConfigStep {...told} onSnippet={setTool} />
  const steps: Step[] = [
    ...(admin
      ? [{ title: t('provider'), done: provider !== undefined, body: <ProviderStep name={provider?.name} /> }]
      : []),
    { title: t('key'), done: key !== undefined, body: <KeyStep of={key} /> },
    ...(admin ? [] : [{ title: t('config'), done: sent, body: config }]),
    {
      title: t('request'),
      done: sent,
      body:
        admin && told ? (
          <div className="col gap12">
            <div className="min-w-0">{config}</div>
            {request}
          </div>
        ) : (
          request
        ),
    },
  ]
  return <Steps steps={steps} />
}

function Steps({ steps }: { steps: readonly Step[] }) {
  const t = useTexts('start')
  const id = useId()
  const own = useScope() === 'user'
  const folded = usePreference('first_steps') === 'folded'
  const now = steps.findIndex((step) => !step.done)
  return (
    <>
      <Card flush className={folded ? 'start-card folded' : 'start-card'} aria-label={t('title')}>
        <Head steps={steps} folded={folded} list={id} />
        {!folded && (
          <ol className="start" id={id}>
            {steps.map((step, index) => (
              <li key={step.title} className={step.done ? 'done' : index === now ? 'now' : 'wait'}>
                <span className="no">{step.done ? <Icon of={Check} label={t('done')} /> : index + 1}</span>
                <div className="sb">
                  <h3>{step.title}</h3>
                  {step.body}
                </div>
              </li>
            ))}
          </ol>
        )}
        {!folded && (
          <Suspense fallback={null}>
            <StartFoot />
          </Suspense>
        )}
      </Card>
      {own && !folded && <StartTiles />}
    </>
  )
}

/** How far one is, and the button that folds the `list` of steps. */
function Head({ steps, folded, list }: { steps: readonly Step[]; folded: boolean; list: string }) {
  const t = useTexts('start')
  const done = steps.filter((step) => step.done).length
  const turn = () => void savePreferences({ first_steps: folded ? 'open' : 'folded' }).catch(() => null)
  return (
    <div className="hd start-hd">
      <h2>{t('title')}</h2>
      <span className="t3 hide">{t('remark')}</span>
      <span className="sp" />
      <span className="t3 n">{t('progress', { done, all: steps.length })}</span>
      <span className="start-bars" aria-hidden="true">
        {steps.map((step) => (
          <i key={step.title} className={step.done ? 'on' : ''} />
        ))}
      </span>
      <Button
        kind="ghost"
        small
        icon
        aria-label={t(folded ? 'unfold' : 'fold')}
        aria-expanded={!folded}
        aria-controls={folded ? undefined : list}
        onClick={turn}
      >
        <Icon of={folded ? ChevronDown : ChevronUp} small />
      </Button>
    </div>
  )
}
