import { Plus, SearchX, Server } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { MatrixRow } from '../../../../src/contract/overview.ts'
import { adminListProviders, type Provider } from '../../../../src/contract/providers.ts'
import { BILLING_TYPES } from '../../../../src/core/billing-type.ts'
import { DIALECTS } from '../../../../src/core/protocol.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { healthOf, HEALTHS, type Health } from '../../lib/provider/health.ts'
import { ask } from '../../lib/query.ts'
import { many, one, useSearchParams } from '../../lib/search-params.ts'
import { useMatrix } from '../../lib/provider/use-matrix.ts'
import { useFilterText } from '../../lib/use-filter-text.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dot } from '../../ui/dot.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilterMenu } from '../../ui/filter-menu.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TestDrawer } from '../../ui/provider/test-drawer-lazy.tsx'
import { Refreshing } from '../../ui/refreshing.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'
import { EventsCard } from './events-card.tsx'
import { ProviderRows } from './provider-rows.tsx'
import { TrafficCard } from './traffic-card.tsx'
import { Troubles } from './troubles.tsx'

const EVERY_MS = 30_000

/** The providers in the order they are asked, with what can be changed where it stands. */
export function ProvidersTab({ onAdd }: { onAdd: () => void }) {
  const t = useTexts('providers')
  const list = useQuery({ ...ask(adminListProviders), refetchInterval: EVERY_MS })
  const days = useMatrix()
  const [search, setSearch] = useSearchParams()
  const [tested, setTested] = useState<string | null>(null)
  if (!list.data) {
    return (
      <Card flush>
        <Unanswered query={list} bones={<TableSkeleton tall />} />
      </Card>
    )
  }
  const all = list.data.items.toSorted(byPriority)
  if (all.length === 0) return <NoProviders onAdd={onAdd} />
  const status = HEALTHS.find((health) => health === one(search, 'status')) ?? 'all'
  const query = one(search, 'q') ?? ''
  const spoken = many(search, 'speaks')
  const billed = many(search, 'billed')
  const shown = all
    .filter((provider) => matches(provider, query) && speaks(provider, spoken) && isBilled(provider, billed))
    .filter((provider) => status === 'all' || healthOf(provider, days.of(provider.id)).health === status)
  const provider = all.find(({ id }) => id === tested)
  return (
    <>
      <Troubles providers={all} dayOf={days.of} onTest={setTested} />
      <Filters {...{ all, status, query }} dayOf={days.of} at={list.dataUpdatedAt} />
      <Card flush className="relative">
        <Refreshing on={list.isPlaceholderData} />
        {shown.length === 0 ? (
          <Empty
            icon={SearchX}
            title={t('providerList.noneTitle')}
            actions={
              <Button onClick={() => setSearch({ q: null, status: null, speaks: null, billed: null })}>
                {t('providerList.clear')}
              </Button>
            }
          />
        ) : (
          <ProviderRows providers={shown} order={all} dayOf={days.of} onTest={setTested} />
        )}
        <div className="foot">
          <span>
            {t('providerList.foot')}
            <span className="hide">{t('providerList.footDrag')}</span>
          </span>
          <span className="sp" />
          <span className="hide max-[1086px]:hidden">{t('providerList.footShares')}</span>
        </div>
      </Card>
      <div className="g2e mt-3.5 max-[1180px]:grid-cols-1">
        <EventsCard days={days.query} />
        <TrafficCard days={days.query} />
      </div>
      <Suspense fallback={null}>
        {provider && <TestDrawer provider={provider} onClose={() => setTested(null)} />}
      </Suspense>
    </>
  )
}

function NoProviders({ onAdd }: { onAdd: () => void }) {
  const t = useTexts('providers')
  return (
    <Card>
      <Empty
        icon={Server}
        title={t('providerList.emptyTitle')}
        text={t('providerList.emptyText')}
        actions={
          <Button kind="primary" onClick={onAdd}>
            <Icon of={Plus} small />
            {t('providerList.add')}
          </Button>
        }
      />
    </Card>
  )
}

type Filter = Health | 'all'

type FiltersProps = {
  all: readonly Provider[]
  status: Filter
  query: string
  dayOf: (id: string) => MatrixRow | undefined
  /** When the list was read, in epoch milliseconds. */
  at: number
}

function Filters({ all, status, query, dayOf, at }: FiltersProps) {
  const t = useTexts('providers')
  const offers = useTexts('offers')
  const { when } = useFormat()
  const [search, setSearch] = useSearchParams()
  const [text, setText] = useFilterText(query, (q) => setSearch({ q }))
  const options = (['all', ...HEALTHS] as const).map((value) => {
    const is = (provider: Provider) => value === 'all' || healthOf(provider, dayOf(provider.id)).health === value
    const count = all.filter(is).length
    return {
      value,
      label: (
        <>
          {value === 'all' ? t('providerList.all') : t(`health.${value}`)} <span className="t3 n ml-1">{count}</span>
        </>
      ),
    }
  })
  return (
    <div className="row wrap mb-2.5">
      <Segmented
        label={t('providerList.status')}
        options={options}
        value={status}
        onChange={(value) => setSearch({ status: value === 'all' ? null : value })}
        className="min-w-0 overflow-x-auto"
      />
      <FilterMenu
        label={t('billingType.name')}
        values={many(search, 'billed')}
        options={BILLING_TYPES.map((value) => ({ value, label: t(`billingType.${value}`) }))}
        onChange={(next) => setSearch({ billed: next })}
      />
      <FilterMenu
        label={offers('filter.dialect')}
        values={many(search, 'speaks')}
        options={DIALECTS.map((value) => ({ value, label: t(`dialect.${value}`) }))}
        onChange={(next) => setSearch({ speaks: next })}
      />
      <span className="sp hide" />
      <SearchField
        value={text}
        onChange={setText}
        label={t('providerList.search')}
        slash
        className="min-[861px]:w-75"
      />
      <span className="t3 n row gap4 nw hide">
        <Dot tone="ok" />
        {offers('updated', { time: when(new Date(at).toISOString()) })}
      </span>
    </div>
  )
}

function matches({ name, slug, endpoints, credentials }: Provider, query: string): boolean {
  const known = [
    name,
    slug,
    ...endpoints.map((one) => one.base_url),
    ...credentials.flatMap((one) => [one.name, one.last4]),
  ]
  return known.join(' ').toLowerCase().includes(query.trim().toLowerCase())
}

function speaks({ endpoints }: Provider, dialects: readonly string[]): boolean {
  return dialects.length === 0 || endpoints.some(({ dialect }) => dialects.includes(dialect))
}

function isBilled({ billing_type: type }: Provider, types: readonly string[]): boolean {
  return types.length === 0 || types.includes(type)
}

function byPriority(a: Provider, b: Provider): number {
  return a.priority - b.priority || a.name.localeCompare(b.name)
}
