import type { AdminUser, UserColumn } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { NONE } from '../../lib/format.ts'
import { useFormat } from '../../lib/use-format.ts'
import type { Selection } from '../../lib/use-selection.ts'
import { PickAllBox, PickBox } from '../../ui/pick-box.tsx'
import { Status } from '../../ui/status.tsx'
import { SortHead, Table, type Sorting } from '../../ui/table.tsx'
import { LastActive, MonthCost, QuotaCell, RoleText, UserName } from './user-bits.tsx'
import { shieldBeside, type ShownUserColumns, type UserTableColumn } from './user-columns.ts'
import { UserMenu, type UserActs } from './user-menu.tsx'
import { userState } from './users.ts'

/** What the table and, on small screens, the cards are given; `users` are the rows read so far. */
export type ListProps = { users: readonly AdminUser[]; selection: Selection; acts: UserActs }

type TableProps = ListProps & { sorting: Sorting<UserColumn>; shown: ShownUserColumns }

const SORTED: Partial<Record<UserTableColumn, { column: UserColumn; number?: true; latest?: true }>> = {
  cost: { column: 'cost', number: true },
  requests: { column: 'requests', number: true },
  keys: { column: 'keys', number: true },
  active: { column: 'active', latest: true },
  created: { column: 'created', latest: true },
}

/** The accounts as a table. */
export function UserTable({ users, sorting, selection, acts, shown }: TableProps) {
  const t = useTexts('users')
  const name = useUserColumnName()
  return (
    <Table label={t('title')} tall className="gives">
      <thead>
        <tr>
          <th scope="col" className="w-4">
            <PickAllBox label={t('pick.all')} selection={selection} />
          </th>
          <SortHead column="name" {...sorting}>
            {t('col.user')}
          </SortHead>
          {shown.columns.map((column) => {
            const sorted = SORTED[column]
            const className = shown.narrow[column] ?? ''
            return sorted === undefined ? (
              <th key={column} scope="col" className={className}>
                {name(column)}
              </th>
            ) : (
              <SortHead key={column} className={className} {...sorted} {...sorting}>
                {name(column)}
              </SortHead>
            )
          })}
          <th scope="col">
            <span className="vh">{t('col.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <Row key={user.id} user={user} selection={selection} acts={acts} shown={shown} />
        ))}
      </tbody>
    </Table>
  )
}

/** How the columns are called. */
export function useUserColumnName(): (column: UserTableColumn) => string {
  const t = useTexts('users')
  return (column) => t(`col.${column}`)
}

type RowProps = Omit<ListProps, 'users'> & { user: AdminUser; shown: ShownUserColumns }

function Row({ user, selection, acts, shown }: RowProps) {
  const t = useTexts('users')
  const picked = selection.has(user.id)
  return (
    <tr className={picked ? 'sel' : ''}>
      <td>
        <PickBox of={user.id} label={t('pick.one', { name: user.name })} selection={selection} />
      </td>
      <td className="max-w-64 min-w-44">
        <UserName user={user} onOpen={() => acts.open(user)} shield={shieldBeside(shown)} />
      </td>
      {shown.columns.map((column) => (
        <td key={column} className={`${CELLS[column]} ${shown.narrow[column] ?? ''}`}>
          <Cell column={column} user={user} />
        </td>
      ))}
      <td className="r">
        <UserMenu user={user} acts={acts} />
      </td>
    </tr>
  )
}

const CELLS: Record<UserTableColumn, string> = {
  role: '',
  status: '',
  second_factor: '',
  group: 'el max-w-40',
  billing: 't2',
  quota: '',
  cost: 'r',
  requests: 'r',
  keys: 'r',
  active: 'n',
  created: 'n t2',
}

function Cell({ column, user }: { column: UserTableColumn; user: AdminUser }) {
  const t = useTexts('users')
  const { count, day, whenExact } = useFormat()
  switch (column) {
    case 'role':
      return <RoleText role={user.role} />
    case 'status':
      return <Status state={`key_${userState(user)}`} />
    case 'second_factor':
      return user.second_factor ? t('second_factor.on') : <span className="t3">{t('second_factor.off')}</span>
    case 'group':
      return user.group === null ? <span className="t3">{NONE}</span> : user.group.name
    case 'billing':
      return t(`billing.${user.billing}`)
    case 'quota':
      return <QuotaCell user={user} />
    case 'cost':
      return <MonthCost user={user} />
    case 'requests':
      return count(user.month.requests)
    case 'keys':
      return user.keys
    case 'active':
      return <LastActive user={user} />
    case 'created':
      return <span title={whenExact(user.created_at)}>{day(user.created_at)}</span>
  }
  return column satisfies never
}
