import { useQuery } from '@tanstack/react-query'
import { type AdminUser, USER_SIGNS, type UserColumn } from '../../../../src/contract/admin-users.ts'
import type { Sort } from '../../../../src/contract/common.ts'
import { adminListGroups } from '../../../../src/contract/groups.ts'
import { BILLINGS, ROLES, USER_STATUSES } from '../../../../src/contract/users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useFilterText } from '../../lib/use-filter-text.ts'
import { Chip } from '../../ui/chip.tsx'
import { ColumnMenu } from '../../ui/column-menu.tsx'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { FilterMenu } from '../../ui/filter-menu.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { USER_TABLE, type ShownUserColumns } from './user-columns.ts'
import { useUserColumnName } from './user-table.tsx'
import { useUserExport } from './use-user-export.ts'
import { filterQuery, type UserFilter } from './users.ts'

type Props = { filter: UserFilter; sort: Sort<UserColumn>; shown: ShownUserColumns; users: readonly AdminUser[] }

/** Search, filters, the choice of columns, and the export of what the filters leave, in the order shown. */
export function UserToolbar({ filter, sort, shown, users }: Props) {
  const t = useTexts('users')
  const [, change] = useSearchParams()
  const [text, setText] = useFilterText(filter.q, (q) => change({ q }))
  const groups = useQuery(ask(adminListGroups)).data?.items ?? []
  const exportOf = useUserExport(shown)
  return (
    <div className="row wrap px-4 py-3">
      <SearchField label={t('search')} value={text} onChange={setText} slash />
      <FilterMenu
        label={t('col.role')}
        options={ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
        values={filter.role}
        onChange={(role) => change({ role })}
      />
      <FilterMenu
        label={t('col.status')}
        options={USER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        values={filter.status}
        onChange={(status) => change({ status })}
      />
      <FilterMenu
        label={t('col.billing')}
        options={BILLINGS.map((value) => ({ value, label: t(`billing.${value}`) }))}
        values={filter.billing}
        onChange={(billing) => change({ billing })}
      />
      {groups.length > 0 && (
        <FilterMenu
          label={t('group.title')}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          values={filter.group}
          onChange={(group) => change({ group })}
        />
      )}
      {USER_SIGNS.map((sign) => {
        const on = filter.sign.includes(sign)
        const others = filter.sign.filter((one) => one !== sign)
        return (
          <Chip key={sign} on={on} dashed={!on} onClick={() => change({ sign: on ? others : [...others, sign] })}>
            {t(`sign.${sign}`)}
          </Chip>
        )
      })}
      <span className="sp hide" />
      <ColumnMenu shown={shown} of={USER_TABLE} name={useUserColumnName()} />
      <ExportMenu className="hide" {...exportOf({ ...filterQuery(filter), sort }, users)} />
    </div>
  )
}
