import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { adminKeyFigures, type AdminKey, type KeyColumn } from '../../../../src/contract/admin-keys.ts'
import { adminGetUser } from '../../../../src/contract/admin-users.ts'
import type { Sort } from '../../../../src/contract/common.ts'
import { KEY_STATES } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useFilterText } from '../../lib/use-filter-text.ts'
import { useZone } from '../../lib/use-format.ts'
import { ActiveChip, Chip } from '../../ui/chip.tsx'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { FilterMenu } from '../../ui/filter-menu.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PersonField } from '../../ui/person-field.tsx'
import { Popover } from '../../ui/popover.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { RISK_LOOKS } from './key-bits.tsx'
import { filterQuery, RISK_ORDER, type KeyFilter } from './keys.ts'
import { useAllExport } from './use-all-export.ts'

type Props = { filter: KeyFilter; sort: Sort<KeyColumn>; keys: readonly AdminKey[] }

/** Search, filters with how many keys each leaves, and the export of what they leave, in the order shown. */
export function KeyToolbar({ filter, sort, keys }: Props) {
  const t = useTexts('allkeys')
  const ui = useTexts('ui')
  const [, change] = useSearchParams()
  const [text, setText] = useFilterText(filter.q, (q) => change({ q }))
  const zone = useZone()
  const exportOf = useAllExport()
  const figures = useQuery(ask(adminKeyFigures, { query: { tz: zone } })).data
  return (
    <div className="row wrap px-4 py-3">
      <SearchField label={t('search')} className="desk:w-56" value={text} onChange={setText} slash />
      {filter.user.map((id) => (
        <Owner key={id} id={id} onRemove={() => change({ user: filter.user.filter((one) => one !== id) })} />
      ))}
      <FilterMenu
        label={t('col.status')}
        options={KEY_STATES.map((value) => ({ value, label: ui(`status.key_${value}`) }))}
        values={filter.status}
        onChange={(status) => change({ status })}
      />
      <Popover
        label={t('col.owner')}
        trigger={(props) => (
          <button type="button" {...props} className="chip dash">
            <Icon of={Plus} small />
            {t('col.owner')}
          </button>
        )}
      >
        {(close) => (
          <PersonField
            label={t('col.owner')}
            disabledToo
            value={null}
            onChange={(id) => {
              close()
              if (id !== null) change({ user: [...new Set([...filter.user, id])] })
            }}
          />
        )}
      </Popover>
      {RISK_ORDER.map((risk) => {
        const on = filter.risk.includes(risk)
        const others = filter.risk.filter((one) => one !== risk)
        return (
          <Chip key={risk} on={on} onClick={() => change({ risk: on ? others : [...others, risk] })}>
            <Icon of={RISK_LOOKS[risk].icon} small />
            {t(`risk.${risk}`)} {figures && <span className="t3 n">{figures.risks[risk]}</span>}
          </Chip>
        )
      })}
      <span className="sp hide" />
      <ExportMenu className="hide" {...exportOf({ ...filterQuery(filter), sort }, keys)} />
    </div>
  )
}

function Owner({ id, onRemove }: { id: string; onRemove: () => void }) {
  const t = useTexts('allkeys')
  const { data } = useQuery({ ...ask(adminGetUser, { params: { id } }), placeholderData: () => undefined })
  return (
    <ActiveChip removeLabel={t('owner.any')} onRemove={onRemove}>
      {t('owner.is', { name: data?.name ?? '…' })}
    </ActiveChip>
  )
}
