import type { UseQueryResult } from '@tanstack/react-query'
import { Boxes, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { listModels, OfferedModel } from '../../../../src/contract/catalogue.ts'
import type { AnswerOf } from '../../../../src/contract/endpoint.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useWide } from '../../lib/use-wide.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useMoreRows } from '../../ui/more-rows.tsx'
import { Refreshing } from '../../ui/refreshing.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'
import { CompareTray } from './compare-tray.tsx'
import { FacetBar } from './facet-bar.tsx'
import { NO_FILTER, pickModels } from './model-filter.ts'
import { ModelCards } from './model-cards.tsx'
import { ModelDrawer } from './model-drawer.tsx'
import { ModelTable } from './model-table.tsx'
import { Toolbar } from './toolbar.tsx'
import { useModelFilter } from './use-model-filter.ts'
import { useSpent } from './use-spent.ts'

type Answer = AnswerOf<typeof listModels>

/** The models: filters at the left, what they leave at the right, and what is compared below. */
export function ModelsTab({ query }: { query: UseQueryResult<Answer> }) {
  const t = useTexts('models')
  if (query.data === undefined) {
    return (
      <Card flush className="ml-wait">
        <Unanswered query={query} bones={<TableSkeleton rows={8} tall />} />
      </Card>
    )
  }
  if (query.data.items.length === 0) {
    return (
      <Card className="mt">
        <Empty icon={Boxes} title={t('never.title')} text={t('never.text')} />
      </Card>
    )
  }
  return <Models answer={query.data} refreshing={query.isPlaceholderData} updatedAt={query.dataUpdatedAt} />
}

type ModelsProps = { answer: Answer; refreshing: boolean; updatedAt: number }

function Models({ answer, refreshing, updatedAt }: ModelsProps) {
  const { items: models, multiplier } = answer
  const [filter, change] = useModelFilter()
  const spent = useSpent(filter.sort === 'mine')
  const [folded, setFolded] = useState(false)
  const [search, setSearch] = useSearchParams()
  const shown = pickModels(models, filter, spent)
  const cards = one(search, 'view') === 'cards'
  const opened = one(search, 'try') === undefined ? one(search, 'model') : undefined
  const open = (id: string | null) => setSearch({ model: id }, { push: id !== null && opened === undefined })
  return (
    <div className={folded ? 'ml folded' : 'ml'}>
      {!folded && <FacetBar models={models} filter={filter} onChange={change} onFold={() => setFolded(true)} />}
      <div className="min-w-0">
        <Toolbar
          {...{ models, filter, cards }}
          shown={shown.length}
          onChange={change}
          onUnfold={folded ? () => setFolded(false) : undefined}
        />
        <div className="relative">
          <Refreshing on={refreshing} />
          {shown.length === 0 ? (
            <NothingLeft count={models.length} />
          ) : (
            <Shown models={shown} cards={cards} onOpen={open} multiplier={multiplier} updatedAt={updatedAt} />
          )}
        </div>
      </div>
      <CompareTray models={models} />
      {opened !== undefined && (
        <ModelDrawer id={opened} ids={shown.map(({ id }) => id)} onMove={open} onClose={() => open(null)} />
      )}
    </div>
  )
}

type ShownProps = {
  models: readonly OfferedModel[]
  cards: boolean
  onOpen: (id: string) => void
  multiplier: string
  updatedAt: number
}

function Shown({ models, cards, onOpen, multiplier, updatedAt }: ShownProps) {
  const t = useTexts('models')
  const { when } = useFormat()
  const wide = useWide()
  const { shown, more } = useMoreRows(models)
  const foot = (
    <>
      <span>{t('foot', { factor: multiplier })}</span>
      <span className="sp" />
      <span className="n nw">{t('updated', { time: when(new Date(updatedAt).toISOString()) })}</span>
    </>
  )
  return cards || !wide ? (
    <>
      <ModelCards models={shown} onOpen={onOpen} />
      {more && <div className="ml-foot">{more}</div>}
      <div className="ml-foot t3">{foot}</div>
    </>
  ) : (
    <Card flush>
      <ModelTable models={shown} onOpen={onOpen} />
      {more && <div className="foot">{more}</div>}
      <div className="foot">{foot}</div>
    </Card>
  )
}

function NothingLeft({ count }: { count: number }) {
  const t = useTexts('models')
  const [, change] = useSearchParams()
  return (
    <Card>
      <Empty
        icon={SearchX}
        title={t('none.title')}
        text={t('none.text', { count })}
        actions={<Button onClick={() => change(NO_FILTER)}>{t('none.clear')}</Button>}
      />
    </Card>
  )
}
