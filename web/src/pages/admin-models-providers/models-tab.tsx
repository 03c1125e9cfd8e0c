import { Boxes, Plus, SearchX } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { adminListModels, MODEL_ABILITIES, type Model } from '../../../../src/contract/models.ts'
import { adminListProviders, type Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { choosing, EVERYBODY, isFor } from '../../lib/provider/audience.ts'
import { ask } from '../../lib/query.ts'
import { many, one, useSearchParams } from '../../lib/search-params.ts'
import { useFilterText } from '../../lib/use-filter-text.ts'
import { useSelection } from '../../lib/use-selection.ts'
import { useSort } from '../../lib/sort.ts'
import { Button } from '../../ui/button.tsx'
import { ByWidth } from '../../ui/by-width.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilterMenu } from '../../ui/filter-menu.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Refreshing } from '../../ui/refreshing.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'
import { ModelCards, ModelTable } from './model-rows.tsx'
import { ModelsBulk } from './models-bulk.tsx'
import { inOrder, MODEL_COLUMNS } from './model-order.ts'
import { standing, useReferences, type ReferenceOf } from './use-references.ts'
import { useGroups } from './use-audience.ts'
import { useWeek, useWeekComing } from './use-week.ts'

const FILTERS = ['all', 'enabled', 'unpriced', 'drift', 'disabled'] as const
type Filter = (typeof FILTERS)[number]

const NO_FILTERS = { q: null, status: null, of: null, ability: null, for: null } as const
const NO_REFERENCES: ReferenceOf = () => undefined

/** The catalogue: what callers can name, what it can do and what it costs. */
export function ModelsTab({ onAdd }: { onAdd: () => void }) {
  const list = useQuery(ask(adminListModels))
  const coming = useWeekComing()
  if (!list.data || coming) {
    return (
      <Card flush>
        <Unanswered query={list} bones={<TableSkeleton tall />} />
      </Card>
    )
  }
  if (list.data.items.length === 0) return <NoModels onAdd={onAdd} />
  return <Models all={list.data.items} fetching={list.isFetching} />
}

function Models({ all, fetching }: { all: readonly Model[]; fetching: boolean }) {
  const t = useTexts('providers')
  const offers = useTexts('offers')
  const [search, setSearch] = useSearchParams()
  const providers = useQuery(ask(adminListProviders)).data?.items ?? []
  const references = useReferences()
  const week = useWeek()
  const sorting = useSort(MODEL_COLUMNS, '-week')
  const passes = filtersOf(references?.of)
  const status = FILTERS.find((filter) => filter === one(search, 'status')) ?? 'all'
  const query = one(search, 'q') ?? ''
  const [of, abilities, wanted] = [many(search, 'of'), many(search, 'ability'), many(search, 'for')]
  const groups = useGroups()
  const offered = new Set(
    providers.filter(({ id }) => of.includes(id)).flatMap(({ routes }) => routes.map(({ model }) => model)),
  )
  const chosen = (model: Model) =>
    passes[status](model) &&
    named(model, query) &&
    (of.length === 0 || offered.has(model.id)) &&
    abilities.every((ability) => model.abilities.includes(ability as Model['abilities'][number])) &&
    (groups === undefined || isFor(model.id, wanted, groups))
  const shown = inOrder(all.filter(chosen), sorting.sort, week)
  const selection = useSelection(shown.map(({ id }) => id))
  const refused = all.filter((model) => model.enabled && model.price === null).length
  const told = { models: shown, selection, week, referenceOf: references?.of ?? NO_REFERENCES }
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
      <Filters {...{ all, status, query, passes, providers, known: references !== undefined }} />
      <Card flush className="relative">
        <Refreshing on={fetching} />
        {selection.picked.length > 0 && (
          <ModelsBulk models={shown.filter(({ id }) => selection.has(id))} onClear={selection.clear} />
        )}
        {shown.length === 0 ? (
          <Empty
            icon={SearchX}
            title={t('modelList.noneTitle')}
            actions={<Button onClick={() => setSearch(NO_FILTERS)}>{t('modelList.clear')}</Button>}
          />
        ) : (
          <ByWidth table={<ModelTable {...told} sorting={sorting} />} cards={<ModelCards {...told} />} />
        )}
        <div className="foot">
          <span>
            {t('modelList.foot')}
            {references?.date !== undefined && ` · ${offers('reference.from', { date: references.date })}`}
          </span>
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

type FiltersProps = {
  all: readonly Model[]
  status: Filter
  query: string
  passes: Passes
  providers: readonly Provider[]
  /** Whether the reference prices are told, so that models can be counted by them. */
  known: boolean
}

function Filters({ all, status, query, passes, providers, known }: FiltersProps) {
  const t = useTexts('providers')
  const offers = useTexts('offers')
  const [search, setSearch] = useSearchParams()
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
              {value === 'drift' ? offers('reference.filter') : t(`modelList.${value}`)}{' '}
              {(known || value !== 'drift') && <span className="t3 n ml-1">{all.filter(passes[value]).length}</span>}
            </>
          ),
        }))}
      />
      <FilterMenu
        label={offers('filter.provider')}
        values={many(search, 'of')}
        options={providers.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(of) => setSearch({ of })}
      />
      <FilterMenu
        label={offers('filter.ability')}
        values={many(search, 'ability')}
        options={MODEL_ABILITIES.map((value) => ({ value, label: t(`ability.${value}`) }))}
        onChange={(ability) => setSearch({ ability })}
      />
      <AudienceFilter />
      <span className="sp hide" />
      <SearchField value={text} onChange={setText} label={t('modelList.search')} slash />
    </div>
  )
}

/** By who may use a model: there is nothing to choose while every group may use them all. */
function AudienceFilter() {
  const t = useTexts('offers')
  const [search, setSearch] = useSearchParams()
  const groups = choosing(useGroups() ?? [])
  const values = many(search, 'for')
  if (groups.length === 0 && values.length === 0) return null
  return (
    <FilterMenu
      label={t('audience.title')}
      values={values}
      options={[
        { value: EVERYBODY, label: t('audience.everybody') },
        ...groups.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(next) => setSearch({ for: next })}
    />
  )
}

type Passes = Record<Filter, (model: Model) => boolean>

function filtersOf(referenceOf: ReferenceOf | undefined): Passes {
  return {
    all: () => true,
    enabled: (model) => model.enabled,
    unpriced: (model) => model.price === null,
    drift: (model) => standing(model, referenceOf?.(model.id))?.same === false,
    disabled: (model) => !model.enabled,
  }
}

function named(model: Model, query: string): boolean {
  const text = `${model.display_name} ${model.id} ${model.aliases.join(' ')}`
  return text.toLowerCase().includes(query.trim().toLowerCase())
}
