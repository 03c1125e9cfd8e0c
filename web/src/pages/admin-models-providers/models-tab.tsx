import { Boxes, Plus, SearchX } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { adminListModels, type Model } from '../../../../src/contract/models.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useFilterText } from '../../lib/use-filter-text.ts'
import { Button } from '../../ui/button.tsx'
import { ByWidth } from '../../ui/by-width.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Refreshing } from '../../ui/refreshing.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { ModelCards, ModelTable } from './model-rows.tsx'

const FILTERS = ['all', 'enabled', 'unpriced', 'disabled'] as const
type Filter = (typeof FILTERS)[number]

/** The catalogue: what callers can name, what it can do and what it costs. */
export function ModelsTab({ onAdd }: { onAdd: () => void }) {
  const t = useTexts('providers')
  const list = useQuery(ask(adminListModels))
  const [search, setSearch] = useSearchParams()
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
  if (all.length === 0) return <NoModels onAdd={onAdd} />
  const status = FILTERS.find((filter) => filter === one(search, 'status')) ?? 'all'
  const query = one(search, 'q') ?? ''
  const shown = all.filter((model) => PASSES[status](model) && named(model, query)).sort(byName)
  const refused = all.filter((model) => model.enabled && model.price === null).length
  return (
    <>
      {refused > 0 && status !== 'unpriced' && (
        <Note tone="warn" className="mb-2.5">
          <span className="sp">{t('modelList.unpricedNote', { count: refused })}</span>
          <button type="button" className="link nw" onClick={() => setSearch({ status: 'unpriced' })}>
            {t('modelList.unpricedShow')}
          </button>
        </Note>
      )}
      <Filters {...{ all, status, query }} />
      <Card flush className="relative">
        <Refreshing on={list.isFetching} />
        {shown.length === 0 ? (
          <Empty
            icon={SearchX}
            title={t('modelList.noneTitle')}
            actions={<Button onClick={() => setSearch({ q: null, status: null })}>{t('modelList.clear')}</Button>}
          />
        ) : (
          <ByWidth table={<ModelTable models={shown} />} cards={<ModelCards models={shown} />} />
        )}
        <div className="foot">
          <span>{t('modelList.foot')}</span>
          <span className="sp" />
          <span className="n">{t('modelList.count', { count: shown.length })}</span>
        </div>
      </Card>
    </>
  )
}

function NoModels({ onAdd }: { onAdd: () => void }) {
  const t = useTexts('providers')
  return (
    <Card>
      <Empty
        icon={Boxes}
        title={t('modelList.emptyTitle')}
        text={t('modelList.emptyText')}
        actions={
          <Button kind="primary" onClick={onAdd}>
            <Icon of={Plus} small />
            {t('modelList.add')}
          </Button>
        }
      />
    </Card>
  )
}

function Filters({ all, status, query }: { all: readonly Model[]; status: Filter; query: string }) {
  const t = useTexts('providers')
  const [, setSearch] = useSearchParams()
  const [text, setText] = useFilterText(query, (q) => setSearch({ q }))
  return (
    <div className="row wrap mb-2.5">
      <Segmented
        label={t('modelList.filter')}
        className="min-w-0 overflow-x-auto"
        value={status}
        onChange={(value) => setSearch({ status: value === 'all' ? null : value })}
        options={FILTERS.map((value) => ({
          value,
          label: (
            <>
              {t(`modelList.${value}`)} <span className="t3 n ml-1">{all.filter(PASSES[value]).length}</span>
            </>
          ),
        }))}
      />
      <span className="sp hide" />
      <SearchField value={text} onChange={setText} label={t('modelList.search')} slash />
    </div>
  )
}

const PASSES = {
  all: () => true,
  enabled: (model) => model.enabled,
  unpriced: (model) => model.price === null,
  disabled: (model) => !model.enabled,
} as const satisfies Record<Filter, (model: Model) => boolean>

function named(model: Model, query: string): boolean {
  const text = `${model.display_name} ${model.id} ${model.aliases.join(' ')}`
  return text.toLowerCase().includes(query.trim().toLowerCase())
}

function byName(a: Model, b: Model): number {
  return a.vendor.localeCompare(b.vendor) || a.id.localeCompare(b.id, undefined, { numeric: true })
}
