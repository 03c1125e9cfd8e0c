import { useQuery } from '@tanstack/react-query'
import { Clock, X } from 'lucide-react'
import { adminListUsers } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { useFilterText } from '../../lib/use-filter-text.ts'
import { Button } from '../../ui/button.tsx'
import { ActiveChip, Chip } from '../../ui/chip.tsx'
import { FilterMenu } from '../../ui/filter-menu.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { TimeRangeControl } from '../../ui/time-range.tsx'
import { CLASSES, OUTCOMES, TARGETS } from './filter.ts'
import type { Audit } from './use-audit.ts'

/** Search and filters. */
export function AuditToolbar({ audit: { filter, rows, present, setRange, change } }: { audit: Audit }) {
  const t = useTexts('audit')
  const [text, setText] = useFilterText(filter.q, (q) => change({ q }))
  const target = rows?.find((event) => event.target.id === filter.targetId)?.target
  return (
    <div className="row wrap px-4 py-3">
      <SearchField label={t('search')} value={text} onChange={setText} slash className="desk:w-84" />
      {filter.targetId !== undefined && (
        <ActiveChip removeLabel={t('filter.any_target')} onRemove={() => change({ target_id: null })}>
          {t('filter.target_is', { name: target?.name ?? filter.targetId })}
        </ActiveChip>
      )}
      <ActorMenu filter={filter} rows={rows} change={change} />
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

const MOST_ADMINS = 200

/** Administrators, and whoever else acted in what is listed: somebody may have been one once. */
function ActorMenu({ filter, rows, change }: Pick<Audit, 'filter' | 'rows' | 'change'>) {
  const t = useTexts('audit')
  const admins = useQuery(ask(adminListUsers, { query: { role: 'admin', limit: MOST_ADMINS } })).data?.items ?? []
  const names = new Map<string, string>(filter.actors.map((id) => [id, id]))
  for (const person of [...admins, ...(rows ?? []).flatMap(({ actor }) => actor ?? [])]) {
    names.set(person.id, person.name)
  }
  return (
    <FilterMenu
      label={t('col.actor')}
      options={[...names].map(([value, label]) => ({ value, label }))}
      values={filter.actors}
      onChange={(actor) => change({ actor })}
    />
  )
}
