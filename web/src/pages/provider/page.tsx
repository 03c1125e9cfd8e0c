import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play, RotateCw, SearchX } from 'lucide-react'
import {
  getProvider,
  HEALTH_RANGES,
  type HealthRange,
  type ProviderDetail,
} from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { CallError } from '../../lib/call-error.ts'
import { tryWith } from '../../lib/playground/link.ts'
import { ask } from '../../lib/query.ts'
import { usePathId } from '../../lib/path-id.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Refreshing } from '../../ui/refreshing.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { BoxBones } from '../../ui/traffic/bones.tsx'
import { DurationsCard } from './durations-card.tsx'
import { EventsCard } from './events-card.tsx'
import { Head } from './head.tsx'
import { Kpis } from './kpis.tsx'
import { LatencyCard } from './latency-card.tsx'
import { ModelsCard } from './models-card.tsx'
import { TimelineCard } from './timeline-card.tsx'
import './page.css'

const LIST = '/dashboard/models-providers?tab=providers'
/** How often the figures are asked for again. */
const FRESH_MS = 60_000

/** One provider as its users see it: how it does, its models, and what it did for the reader. */
export function Page() {
  const t = useTexts('provider')
  const id = usePathId()
  const [search, change] = useSearchParams()
  const range: HealthRange = HEALTH_RANGES.find((known) => known === one(search, 'range')) ?? '24h'
  const query = useQuery({
    ...ask(getProvider, { params: { id }, query: { range } }),
    refetchInterval: FRESH_MS,
    // Another provider's figures must not stand here, not even for a moment.
    placeholderData: (old) => (old?.id === id ? keepPreviousData(old) : undefined),
  })
  const { data } = query
  useShortcuts({ r: () => void query.refetch() })
  const choose = (next: HealthRange) => change({ range: next === '24h' ? null : next })
  return (
    <>
      <PageHead
        title={data?.name ?? t('title')}
        crumb={
          <Link to={LIST} className="text-inherit hover:text-accent">
            {t('list')}
          </Link>
        }
      >
        {data && (
          <>
            <Updated at={query.dataUpdatedAt} />
            <span className="hide">
              <Ranges range={range} onRange={choose} />
            </span>
            <Button icon aria-label={t('refresh')} title={t('refresh')} onClick={() => void query.refetch()}>
              <Icon of={RotateCw} small />
            </Button>
            <Button kind="primary" onClick={() => change(tryWith(firstModel(data)), { push: true })}>
              <Icon of={Play} small />
              {t('try')}
            </Button>
          </>
        )}
      </PageHead>
      {data ? (
        <div className="pd relative">
          <Refreshing on={query.isPlaceholderData} />
          <Head provider={data} range={range} />
          <div className="only-m">
            <Ranges range={range} onRange={choose} />
          </div>
          <Blocks provider={data} range={range} />
        </div>
      ) : (
        <Missing error={query.error} onRetry={() => void query.refetch()} />
      )}
    </>
  )
}

/** The playground begins with a model of this provider. */
function firstModel({ models }: ProviderDetail): { model?: string } {
  const [first] = models
  return first ? { model: first.id } : {}
}

function Blocks({ provider, range }: { provider: ProviderDetail; range: HealthRange }) {
  return (
    <>
      <Kpis provider={provider} range={range} />
      <TimelineCard provider={provider} />
      <div className="g2">
        <LatencyCard provider={provider} range={range} />
        <DurationsCard provider={provider} />
      </div>
      <div className="g2">
        <ModelsCard provider={provider} />
        <EventsCard provider={provider} />
      </div>
    </>
  )
}

function Updated({ at }: { at: number }) {
  const t = useTexts('provider')
  const { when } = useFormat()
  return <span className="t3 n hide">{t('updated', { time: when(new Date(at).toISOString()) })}</span>
}

function Ranges({ range, onRange }: { range: HealthRange; onRange: (range: HealthRange) => void }) {
  const t = useTexts('provider')
  return (
    <Segmented
      label={t('range')}
      className="pd-range"
      value={range}
      onChange={onRange}
      options={HEALTH_RANGES.map((value) => ({ value, label: t(`ranges.${value}`) }))}
    />
  )
}

function Missing({ error, onRetry }: { error: CallError | null; onRetry: () => void }) {
  const t = useTexts('provider')
  if (error === null) {
    return (
      <div className="pd">
        {[84, 92, 220, 300].map((height) => (
          <Card key={height}>
            <BoxBones height={height} />
          </Card>
        ))}
      </div>
    )
  }
  return (
    <Card>
      {error.status === 404 ? (
        <Empty
          icon={SearchX}
          title={t('missing')}
          text={t('missingText')}
          actions={
            <Link to={LIST} className={buttonClass({})}>
              {t('back')}
            </Link>
          }
        />
      ) : (
        <ErrorState error={error} title={t('failed')} onRetry={onRetry} />
      )}
    </Card>
  )
}
