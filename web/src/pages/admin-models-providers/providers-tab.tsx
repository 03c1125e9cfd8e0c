import { Plus, SearchX, Server } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminListProviders, type Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { healthOf, HEALTHS, type Health } from '../../lib/provider/health.ts'
import { ask } from '../../lib/query.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useFilterText } from '../../lib/use-filter-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TestDrawer } from '../../ui/provider/test-drawer.tsx'
import { Refreshing } from '../../ui/refreshing.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { ProviderRows } from './provider-rows.tsx'

/** The providers in the order they are asked, with what can be changed where it stands. */
export function ProvidersTab({ onAdd }: { onAdd: () => void }) {
  const t = useTexts('providers')
  const list = useQuery(ask(adminListProviders))
  const [search, setSearch] = useSearchParams()
  const [tested, setTested] = useState<string | null>(null)
  if (list.isPending) {
    return (
      <Card flush>
        <TableSkeleton tall />
      </Card>
    )
  }
  if (list.isError) {
    return (
      <Card>
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      </Card>
    )
  }
  const all = list.data.items
  if (all.length === 0) return <NoProviders onAdd={onAdd} />
  const status = HEALTHS.find((health) => health === one(search, 'status')) ?? 'all'
  const query = one(search, 'q') ?? ''
  const shown = all.filter((provider) => matches(provider, status, query)).sort(byPriority)
  const provider = all.find(({ id }) => id === tested)
  return (
    <>
      <Filters {...{ all, status, query }} />
      <Card flush className="relative">
        <Refreshing on={list.isFetching} />
        {shown.length === 0 ? (
          <Empty
            icon={SearchX}
            title={t('providerList.noneTitle')}
            actions={<Button onClick={() => setSearch({ q: null, status: null })}>{t('providerList.clear')}</Button>}
          />
        ) : (
          <ProviderRows providers={shown} onTest={setTested} />
        )}
        <div className="foot">
          <span>{t('providerList.foot')}</span>
          <span className="sp" />
          <span className="hide">{t('providerList.footShares')}</span>
        </div>
      </Card>
      {provider && <TestDrawer provider={provider} onClose={() => setTested(null)} />}
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

function Filters({ all, status, query }: { all: readonly Provider[]; status: Filter; query: string }) {
  const t = useTexts('providers')
  const [, setSearch] = useSearchParams()
  const [text, setText] = useFilterText(query, (q) => setSearch({ q }))
  const options = (['all', ...HEALTHS] as const).map((value) => {
    const count = all.filter((provider) => matches(provider, value, '')).length
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
      <span className="sp hide" />
      <SearchField value={text} onChange={setText} label={t('providerList.search')} slash />
    </div>
  )
}

function matches(provider: Provider, status: Filter, query: string): boolean {
  if (status !== 'all' && healthOf(provider).health !== status) return false
  const addresses = provider.endpoints.map((endpoint) => endpoint.base_url).join(' ')
  return `${provider.name} ${provider.slug} ${addresses}`.toLowerCase().includes(query.trim().toLowerCase())
}

function byPriority(a: Provider, b: Provider): number {
  return a.priority - b.priority || a.name.localeCompare(b.name)
}
