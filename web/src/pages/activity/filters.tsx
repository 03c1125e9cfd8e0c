import { ChevronDown } from 'lucide-react'
import type { ActivitySummary } from '../../../../src/contract/activity.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useFilterText } from '../../lib/use-filter-text.ts'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { GROUPS, OUTCOMES, type Filter } from './use-activity.ts'

type Props = { filter: Filter; groups: ActivitySummary['groups'] | undefined }

/** What the list is filtered by: words, kinds with how often they happened in the range, outcome. */
export function Filters({ filter, groups }: Props) {
  const t = useTexts('activity')
  const [, change] = useSearchParams()
  const [text, setText] = useFilterText(filter.q ?? '', (q) => change({ q }))
  const all = groups && Object.values(groups).reduce((sum, count) => sum + count, 0)
  const toggle = (group: (typeof GROUPS)[number]) =>
    change({
      kind: filter.groups.includes(group) ? filter.groups.filter((one) => one !== group) : [...filter.groups, group],
    })
  const outcome = t(`outcome.${filter.outcome ?? 'all'}`)
  return (
    <div className="ac-filters">
      <SearchField
        label={t('search')}
        value={text}
        onChange={setText}
        maxLength={200}
        slash
        className="min-[861px]:w-66"
      />
      <div className="row ac-kinds" role="group" aria-label={t('filter.label')}>
        <Chip on={filter.groups.length === 0} onClick={() => change({ kind: null })}>
          {t('filter.all')} {all !== undefined && <span className="t3 n">{all}</span>}
        </Chip>
        {GROUPS.map((group) => (
          <Chip key={group} on={filter.groups.includes(group)} onClick={() => toggle(group)}>
            {t(`group.${group}`)} {groups && <span className="t3 n">{groups[group]}</span>}
          </Chip>
        ))}
        <span className="sp" />
        <Menu
          label={t('filter.outcomes')}
          align="end"
          items={[null, ...OUTCOMES].map((one) => ({
            label: t(`outcome.${one ?? 'all'}`),
            checked: one === filter.outcome,
            onSelect: () => change({ outcome: one }),
          }))}
          trigger={(trigger) => (
            <button type="button" {...trigger} className={`chip ${filter.outcome === null ? '' : 'on'}`}>
              {t('filter.outcome', { outcome })}
              <Icon of={ChevronDown} small />
            </button>
          )}
        />
      </div>
    </div>
  )
}
