import { Clock, X } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFilterText } from '../../lib/use-filter-text.ts'
import { Button } from '../../ui/button.tsx'
import { ActiveChip, Chip } from '../../ui/chip.tsx'
import { FilterMenu } from '../../ui/filter-menu.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { TimeRangeControl } from '../../ui/time-range.tsx'
import { CLASSES, OUTCOMES, TARGETS } from './filter.ts'
import { useActWords } from './use-act-words.ts'
import type { Audit } from './use-audit.ts'

/** Search and filters. */
export function AuditToolbar({ audit: { filter, rows, present, setRange, change } }: { audit: Audit }) {
  const t = useTexts('audit')
  const words = useActWords()
  const [text, setText] = useFilterText(filter.q, (q) => change({ q }))
  const theirs = rows?.find(({ actor }) => actor?.id === filter.actor)
  const target = rows?.find((event) => event.target.id === filter.targetId)?.target
  return (
    <div className="row wrap px-4 py-3">
      <SearchField label={t('search')} value={text} onChange={setText} slash />
      {filter.actor !== undefined && (
        <ActiveChip removeLabel={t('filter.any_actor')} onRemove={() => change({ actor: null })}>
          {t('filter.actor_is', { name: theirs === undefined ? filter.actor : words.actor(theirs) })}
        </ActiveChip>
      )}
      {filter.targetId !== undefined && (
        <ActiveChip removeLabel={t('filter.any_target')} onRemove={() => change({ target_id: null })}>
          {t('filter.target_is', { name: target?.name ?? filter.targetId })}
        </ActiveChip>
      )}
      <FilterMenu
        label={t('col.action')}
        options={CLASSES.map((value) => ({ value, label: t(`class.${value}`) }))}
        values={filter.classes}
        onChange={(classes) => change({ action: classes.map((name) => `${name}.`) })}
      />
      <FilterMenu
        label={t('col.target')}
        options={TARGETS.map((value) => ({ value, label: t(`target.${value}`) }))}
        values={filter.targets}
        onChange={(targets) => change({ target: targets })}
      />
      <FilterMenu
        label={t('col.outcome')}
        options={OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`) }))}
        values={filter.outcomes}
        onChange={(outcomes) => change({ outcome: outcomes })}
      />
      {filter.range === undefined ? (
        <Chip dashed onClick={() => setRange('7d')}>
          <Icon of={Clock} small />
          {t('filter.time')}
        </Chip>
      ) : (
        <>
          <TimeRangeControl range={filter.range} onRange={setRange} present={present} />
          <Button icon kind="ghost" aria-label={t('filter.any_time')} onClick={() => setRange(null)}>
            <Icon of={X} small />
          </Button>
        </>
      )}
    </div>
  )
}
