import { RefreshCw } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { MAX_ROWS } from '../../lib/live/merged.ts'
import { useHeld } from '../../lib/live/use-held.ts'
import { useScope } from '../../lib/scope.ts'
import { readColumns } from '../../lib/columns.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { filterQuery, type Filters } from '../../lib/traffic/filters.ts'
import { readFloors } from '../../lib/traffic/floors.ts'
import { useFresh } from '../../lib/traffic/use-fresh.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { useReader } from '../../lib/traffic/use-reader.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { ByWidth } from '../../ui/by-width.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Refreshing } from '../../ui/refreshing.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'
import { UsageExport } from './usage-export.tsx'
import { columnsFor, fileColumns } from './columns.ts'
import { FilterBar } from './filter-bar.tsx'
import { FloorChips } from './floor-chips.tsx'
import { Nothing } from './nothing.tsx'
import { RequestCards } from './request-cards.tsx'
import { RequestTable } from './request-table.tsx'
import { RequestTools } from './request-tools.tsx'
import { Strip } from './strip.tsx'
import { useHeard } from './use-heard.ts'
import { useRequestsMarkdown } from './use-markdown.ts'
import { useRequestList } from './use-request-list.ts'
import { useStandingPeriod } from './use-standing-period.ts'
import './requests.css'

type Props = {
  time: PeriodState
  filters: Filters
  onOpen: (id: string) => void
  /** Tells the order the requests are listed in. */
  onIds: (ids: readonly string[]) => void
}

/** Request by request, newest first. */
export function Requests({ time, filters, onOpen, onIds }: Props) {
  const t = useTexts('usage')
  const scope = useScope()
  const [search, change] = useSearchParams()
  const live = one(search, 'live') === '1'
  const q = one(search, 'q')
  const { query, again } = useStandingPeriod(time)
  const asked = { ...query, ...filterQuery(filters), ...readFloors(search), ...(q === undefined ? {} : { q }) }
  const { pages, rows: all } = useRequestList(scope, asked, live)
  // The list is what is waited for: its sums are asked for after it.
  const summed = useDeferredValue(asked)
  const { rows, waiting, hold, isHeld } = useHeld(all)
  const isFresh = useFresh(all)
  const heard = useHeard(all)
  const cut = rows.length >= MAX_ROWS && (pages.hasNextPage || live)
  const { cols } = search
  const reader = useReader()
  const shown = useMemo(() => readColumns(cols, columnsFor(reader)), [cols, reader])
  const markdown = useRequestsMarkdown(shown.columns)
  // One that runs cannot be opened yet.
  const ids = rows.flatMap((row) => (row.status === 'running' ? [] : row.id)).join()
  useEffect(() => onIds(ids === '' ? [] : ids.split(',')), [ids, onIds])
  useShortcuts({
    l: () => change({ live: live ? null : '1' }),
    r: again,
  })
  return (
    <>
      <FilterBar time={time} filters={filters} more={<FloorChips />}>
        <Button kind="ghost" small onClick={again} aria-label={t('refresh')}>
          <Icon of={RefreshCw} small />
          <span className="hide">{t('refresh')}</span>
        </Button>
        <UsageExport
          query={{ ...asked, ...time.query }}
          columns={fileColumns(shown)}
          markdown={rows.length > 0 ? () => markdown(rows) : undefined}
        />
      </FilterBar>
      <Card flush className="relative">
        <Refreshing on={pages.isPlaceholderData} />
        <Strip time={time} query={summed} heard={live ? heard : 0}>
          <RequestTools
            shown={shown}
            live={live}
            onLive={(on) => change({ live: on ? '1' : null })}
            paused={isHeld}
            waiting={waiting}
          />
        </Strip>
        {pages.data === undefined ? (
          <Unanswered query={pages} bones={<TableSkeleton rows={12} />} />
        ) : rows.length === 0 ? (
          <Nothing time={time} filters={filters} />
        ) : (
          <List {...{ rows, onOpen, isFresh, shown }} onHover={(on) => hold(on && live)} />
        )}
        {rows.length > 0 && (
          <div className="foot">
            <KeysHint />
            <span className="sp" />
            <span className="n">
              {cut ? t('cut', { max: MAX_ROWS }) : t('listed', { count: rows.length, n: rows.length })}
            </span>
            {!cut && <MoreButton pages={pages}>{t('more')}</MoreButton>}
          </div>
        )}
      </Card>
    </>
  )
}

function KeysHint() {
  const t = useTexts('usage')
  return (
    <span className="row gap4 hide">
      <Kbd>J</Kbd>
      <Kbd>K</Kbd>
      {t('keys.move')}
      <Kbd>Enter</Kbd>
      {t('keys.open')}
    </span>
  )
}

type ListProps = Parameters<typeof RequestTable>[0] & { onHover: (on: boolean) => void }

function List({ onHover, ...list }: ListProps) {
  return (
    <div onPointerEnter={() => onHover(true)} onPointerLeave={() => onHover(false)}>
      <ByWidth
        table={<RequestTable {...list} />}
        cards={
          <div className="px-4">
            <RequestCards {...list} />
          </div>
        }
      />
    </div>
  )
}
