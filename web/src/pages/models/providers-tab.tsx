import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronDown, SearchX, ServerOff } from 'lucide-react'
import { OFFER_STATUSES, type OfferedProvider, type ProviderList } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { DIALECT_NAMES } from '../../lib/offers/protocol-names.ts'
import { DIALECTS } from '../../../../src/core/protocol.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useFilterText } from '../../lib/use-filter-text.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Refreshing } from '../../ui/refreshing.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { BoxBones } from '../../ui/traffic/bones.tsx'
import { IncidentTable } from './incident-table.tsx'
import { NO_FILTER } from './model-filter.ts'
import { ProviderCard } from './provider-card.tsx'
import { PROVIDER_SORTS, pickProviders, useProviderFilter, type ProviderFilter } from './provider-filter.ts'
import './providers.css'

/** Who serves the models, how they do, and what went wrong lately. */
export function ProvidersTab({ query }: { query: UseQueryResult<ProviderList> }) {
  const t = useTexts('models')
  if (query.data === undefined) {
    return query.isError ? (
      <Card className="mt">
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </Card>
    ) : (
      <div className="pv-cards mt">
        {Array.from({ length: 4 }, (_, at) => (
          <Card key={at}>
            <BoxBones height={168} />
          </Card>
        ))}
      </div>
    )
  }
  if (query.data.items.length === 0) {
    return (
      <Card className="mt">
        <Empty icon={ServerOff} title={t('provider.never.title')} text={t('provider.never.text')} />
      </Card>
    )
  }
  return <Providers list={query.data} updatedAt={query.dataUpdatedAt} refreshing={query.isPlaceholderData} />
}

type ProvidersProps = { list: ProviderList; updatedAt: number; refreshing: boolean }

function Providers({ list, updatedAt, refreshing }: ProvidersProps) {
  const t = useTexts('models')
  const { when } = useFormat()
  const [filter, change] = useProviderFilter()
  const [, clear] = useSearchParams()
  const [text, setText] = useFilterText(filter.q, (q) => change({ q }))
  const shown = pickProviders(list.items, filter)
  return (
    <>
      <div className="row wrap pv-tools">
        <SearchField label={t('provider.search')} value={text} onChange={setText} slash />
        <StatusFilter {...{ filter, change }} items={list.items} />
        <span className="sp hide" />
        <span className="t3 n hide">
          {t('provider.day')} · {t('updated', { time: when(new Date(updatedAt).toISOString()) })}
        </span>
        <Choices {...{ filter, change }} />
      </div>
      <div className="relative">
        <Refreshing on={refreshing} />
        {shown.length === 0 ? (
          <Card>
            <Empty
              icon={SearchX}
              title={t('provider.none.title')}
              actions={
                <Button onClick={() => clear({ ...NO_FILTER, status: null })}>{t('provider.none.clear')}</Button>
              }
            />
          </Card>
        ) : (
          <ul className="pv-cards" aria-label={t('tab.providers')}>
            {shown.map((provider) => (
              <li key={provider.id}>
                <ProviderCard
                  provider={provider}
                  incident={list.incidents.find((one) => one.provider_id === provider.id)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <IncidentTable list={list} />
    </>
  )
}

type FilterProps = { filter: ProviderFilter; change: (patch: Partial<ProviderFilter>) => void }

function StatusFilter({ filter, change, items }: FilterProps & { items: readonly OfferedProvider[] }) {
  const t = useTexts('models')
  const ui = useTexts('ui')
  const label = (text: string, count: number) => (
    <>
      {text} <span className="t3 n">{count}</span>
    </>
  )
  return (
    <Segmented
      label={t('provider.status')}
      className="min-w-0 overflow-x-auto"
      value={filter.status ?? ''}
      onChange={(status) => change({ status: OFFER_STATUSES.find((one) => one === status) ?? null })}
      options={[
        { value: '', label: label(t('provider.all'), items.length) },
        ...OFFER_STATUSES.map((value) => ({
          value,
          label: label(ui(`status.${value}`), items.filter((item) => item.status === value).length),
        })),
      ]}
    />
  )
}

function Choices({ filter, change }: FilterProps) {
  const t = useTexts('models')
  const name = filter.dialect === null ? t('provider.all') : DIALECT_NAMES[filter.dialect]
  return (
    <>
      <Menu
        align="end"
        label={t('provider.protocol')}
        items={[null, ...DIALECTS].map((dialect) => ({
          label: dialect === null ? t('provider.all') : DIALECT_NAMES[dialect],
          checked: dialect === filter.dialect,
          onSelect: () => change({ dialect }),
        }))}
        trigger={(props) => (
          <Button {...props}>
            {t('provider.protocolIs', { name })}
            <Icon of={ChevronDown} small />
          </Button>
        )}
      />
      <Menu
        align="end"
        label={t('sort')}
        items={PROVIDER_SORTS.map((sort) => ({
          label: t(`provider.sortBy.${sort}`),
          checked: sort === filter.sort,
          onSelect: () => change({ sort }),
        }))}
        trigger={(props) => (
          <Button {...props}>
            {t('sortIs', { name: t(`provider.sortBy.${filter.sort}`) })}
            <Icon of={ChevronDown} small />
          </Button>
        )}
      />
    </>
  )
}
