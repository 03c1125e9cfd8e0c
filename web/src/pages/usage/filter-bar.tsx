import { useQuery } from '@tanstack/react-query'
import { ListFilter, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { listKeys } from '../../../../src/contract/keys.ts'
import { type Dimension, MOST_GROUPS } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { useScope } from '../../lib/scope.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { askBreakdown } from '../../lib/traffic/ask.ts'
import { DIMENSIONS_OF, filterQuery, noFilters, toggled, type Filters } from '../../lib/traffic/filters.ts'
import { readFloors } from '../../lib/traffic/floors.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { useReader } from '../../lib/traffic/use-reader.ts'
import { useFormat, useZone } from '../../lib/use-format.ts'
import { useWide } from '../../lib/use-wide.ts'
import { Button } from '../../ui/button.tsx'
import { ActiveChip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import type { TriggerProps } from '../../ui/use-trigger.ts'
import { useValueName } from './value-name.ts'

type Props = {
  time: PeriodState
  filters: Filters
  /** Filters of the page's own. */
  more?: ReactNode
  children?: ReactNode
}

/** What is filtered by, and the menus to filter by more. */
export function FilterBar({ time, filters, more, children }: Props) {
  const t = useTexts('usage')
  const reader = useReader()
  const [search, change] = useSearchParams()
  const wide = useWide()
  const [open, setOpen] = useState(false)
  const chosen = Object.keys(filters).length + Object.keys(readFloors(search)).length
  const chips = (
    <>
      {DIMENSIONS_OF[reader]
        .filter((dimension) => wide || open || filters[dimension] !== undefined)
        .map((dimension) => (
          <DimensionFilter key={dimension} dimension={dimension} time={time} filters={filters} />
        ))}
      {more}
      {chosen > 0 && (
        <Button kind="ghost" small onClick={() => change(noFilters(reader))}>
          {t('clearFilters')}
        </Button>
      )}
    </>
  )
  if (wide) {
    return (
      <div className="us-filters">
        {chips}
        <span className="sp" />
        {children}
      </div>
    )
  }
  // On a phone what can be filtered by is folded away; what is in force, and what is done with it, stays in sight.
  return (
    <div className="us-filters">
      <Button small aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon of={ListFilter} small />
        {t('filters')}
      </Button>
      <span className="sp" />
      {children}
      {(open || chosen > 0) && <div className="us-chips">{chips}</div>}
    </div>
  )
}

type DimensionProps = { dimension: Dimension; time: PeriodState; filters: Filters }

/** What is filtered by in one dimension, and the menu to choose from. */
export function DimensionFilter({ dimension, time, filters }: DimensionProps) {
  const t = useTexts('usage')
  const format = useFormat()
  const scope = useScope()
  const [, change] = useSearchParams()
  const valueName = useValueName()
  const chosen = filters[dimension] ?? []
  const [wanted, setWanted] = useState(false)
  // Without the filter of this dimension itself: what else there is must stay on offer.
  const { [dimension]: _, ...others } = filters
  const choices = useQuery({
    ...askBreakdown(scope, { ...time.query, ...filterQuery(others), by: dimension }),
    enabled: wanted || chosen.length > 0,
  })
  const rows = choices.data?.items ?? []
  const unused = useUnused(dimension, choices.data === undefined ? [] : chosen, rows)
  const nameOf = (id: string) => valueName(dimension, id, [...rows, ...unused].find((one) => one.id === id)?.name ?? id)
  const items: MenuItem[] = rows.map((row) => ({
    label: nameOf(row.id),
    after: <span className="t3 n">{format.count(row.current.requests)}</span>,
    checked: chosen.includes(row.id),
    onSelect: () => change({ [dimension]: toggled(filters, dimension, row.id) }),
  }))
  if (rows.length === MOST_GROUPS) items.unshift({ heading: t('costliest', { count: MOST_GROUPS }) })
  const empty: MenuItem[] = [{ heading: t(choices.data ? 'noValues' : 'loadingValues') }]
  const name = t(`dimension.${dimension}`)
  const want = (trigger: TriggerProps) => ({
    ...trigger,
    onPointerEnter: () => {
      setWanted(true)
      trigger.onPointerEnter()
    },
    onFocus: () => {
      setWanted(true)
      trigger.onFocus()
    },
  })
  return (
    <Menu
      label={name}
      findable
      items={items.length > 0 ? items : empty}
      trigger={(trigger) =>
        chosen.length === 0 ? (
          <button type="button" className="chip dash" {...want(trigger)}>
            <Icon of={Plus} small />
            {name}
          </button>
        ) : (
          <ActiveChip removeLabel={t('removeFilter', { name })} onRemove={() => change({ [dimension]: null })}>
            <button type="button" {...want(trigger)}>
              {t('filterIs', { name, values: chosen.map(nameOf).join(t('or')) })}
            </button>
          </ActiveChip>
        )
      }
    />
  )
}

type Named = { id: string | null; name: string }

/** The own keys, where one that is filtered by has asked nothing in the period, and so is in no breakdown. */
function useUnused(dimension: Dimension, chosen: readonly string[], rows: readonly Named[]): readonly Named[] {
  const scope = useScope()
  const tz = useZone()
  const missing = chosen.some((id) => !rows.some((row) => row.id === id))
  const keys = useQuery({
    ...ask(listKeys, { query: { tz } }),
    enabled: missing && dimension === 'key' && scope === 'user',
  })
  return keys.data?.items ?? []
}
