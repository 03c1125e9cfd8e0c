import { Plus, SearchX, Server } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminListProviders, type Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { credentialShare, healthOf, HEALTHS, modelShare, type Health } from '../../lib/provider/health.ts'
import { useProviderChanges } from '../../lib/provider/use-provider-changes.ts'
import { ask } from '../../lib/query.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useFilterText } from '../../lib/use-filter-text.ts'
import { Button } from '../../ui/button.tsx'
import { ByWidth } from '../../ui/by-width.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { HealthLine } from '../../ui/provider/health-line.tsx'
import { TestDrawer } from '../../ui/provider/test-drawer.tsx'
import { Refreshing } from '../../ui/refreshing.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Table } from '../../ui/table.tsx'
import { PriorityField } from './priority-field.tsx'
import { EndpointChips, ProviderMenu, ShareText } from './provider-parts.tsx'

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
          <Rows providers={shown} onTest={setTested} />
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

function Rows({ providers, onTest }: { providers: readonly Provider[]; onTest: (id: string) => void }) {
  const t = useTexts('providers')
  return (
    <ByWidth
      table={
        <Table label={t('tab.providers')} tall>
          <thead>
            <tr>
              <th scope="col" aria-sort="ascending">
                {t('providerList.priority')}
              </th>
              <th scope="col">{t('providerList.name')}</th>
              <th scope="col">{t('providerList.endpoints')}</th>
              <th scope="col" className="r">
                {t('providerList.credentials')}
              </th>
              <th scope="col" className="r">
                {t('providerList.models')}
              </th>
              <th scope="col" className="pl-8!">
                {t('providerList.enabled')}
              </th>
              <th scope="col">
                <span className="sr-only">{t('providerList.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {providers.map((provider) => (
              <Row key={provider.id} provider={provider} onTest={() => onTest(provider.id)} />
            ))}
          </tbody>
        </Table>
      }
      cards={providers.map((provider) => (
        <RowCard key={provider.id} provider={provider} onTest={() => onTest(provider.id)} />
      ))}
    />
  )
}

type RowProps = { provider: Provider; onTest: () => void }

function Row({ provider, onTest }: RowProps) {
  const { setPriority } = useProviderChanges()
  return (
    <tr className={provider.status === 'disabled' ? 'text-text3' : ''}>
      <td>
        <PriorityField provider={provider} onChange={(priority) => void setPriority(provider, priority)} />
      </td>
      <td>
        <Name provider={provider} />
      </td>
      <td>
        <EndpointChips provider={provider} />
      </td>
      <td className="r">
        <ShareText share={credentialShare(provider)} warns />
      </td>
      <td className="r">
        <ShareText share={modelShare(provider)} warns={false} />
      </td>
      <td className="pl-8!">
        <Toggle provider={provider} />
      </td>
      <td className="r">
        <RowMenu provider={provider} onTest={onTest} />
      </td>
    </tr>
  )
}

function RowCard({ provider, onTest }: RowProps) {
  const t = useTexts('providers')
  const { setPriority } = useProviderChanges()
  return (
    <div className={`rowcard ${provider.status === 'disabled' ? 'text-text3' : ''}`}>
      <div className="row gap12">
        <Name provider={provider} />
        <span className="sp" />
        <Toggle provider={provider} />
        <RowMenu provider={provider} onTest={onTest} />
      </div>
      <EndpointChips provider={provider} />
      <div className="grid grid-cols-3 items-start text-cell">
        <div className="grid justify-items-start gap-0.5">
          <span className="t3">{t('providerList.priority')}</span>
          <PriorityField provider={provider} onChange={(priority) => void setPriority(provider, priority)} />
        </div>
        <div className="grid gap-0.5">
          <span className="t3">{t('providerList.credentials')}</span>
          <ShareText share={credentialShare(provider)} warns />
        </div>
        <div className="grid justify-items-end gap-0.5">
          <span className="t3">{t('providerList.models')}</span>
          <ShareText share={modelShare(provider)} warns={false} />
        </div>
      </div>
    </div>
  )
}

function Name({ provider }: { provider: Provider }) {
  return (
    <div className="row gap12 min-w-0">
      <MarkTile names={[provider.preset, provider.slug, provider.name]} />
      <div className="grid min-w-0 leading-[18px]">
        <Link
          to="/admin/providers/$id"
          params={{ id: provider.id }}
          className="el font-semibold text-inherit hover:text-accent"
        >
          {provider.name}
        </Link>
        <HealthLine provider={provider} />
      </div>
    </div>
  )
}

function Toggle({ provider }: { provider: Provider }) {
  const t = useTexts('providers')
  const { setEnabled } = useProviderChanges()
  return (
    <Switch
      checked={provider.status !== 'disabled'}
      aria-label={t('providerList.enable', { name: provider.name })}
      onChange={(on) => void setEnabled(provider, on)}
    />
  )
}

function RowMenu({ provider, onTest }: RowProps) {
  const { remove } = useProviderChanges()
  return <ProviderMenu provider={provider} onTest={onTest} onDelete={() => void remove(provider)} />
}

function matches(provider: Provider, status: Filter, query: string): boolean {
  if (status !== 'all' && healthOf(provider).health !== status) return false
  const addresses = provider.endpoints.map((endpoint) => endpoint.base_url).join(' ')
  return `${provider.name} ${provider.slug} ${addresses}`.toLowerCase().includes(query.trim().toLowerCase())
}

function byPriority(a: Provider, b: Provider): number {
  return a.priority - b.priority || a.name.localeCompare(b.name)
}
