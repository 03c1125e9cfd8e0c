import type { AdminUser, UserColumn } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import type { Selection } from '../../lib/use-selection.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Status } from '../../ui/status.tsx'
import { SortHead, Table, type Sorting } from '../../ui/table.tsx'
import { LastActive, MonthCost, QuotaCell, RoleText, UserName } from './user-bits.tsx'
import { UserMenu, type UserActs } from './user-menu.tsx'
import { userState } from './users.ts'

/** What the table and, on small screens, the cards are given; `users` are the rows read so far. */
export type ListProps = { users: readonly AdminUser[]; selection: Selection; acts: UserActs }

/** What goes first where the card is narrow, as the drawer of an account tells it too. Administrators are marked beside their names then. */
const CREATED = '@max-[1100px]:hidden'
const ROLE = '@max-[1000px]:hidden'
const KEYS = '@max-[860px]:hidden'

/** The accounts as a table. */
export function UserTable({ users, sorting, selection, acts }: ListProps & { sorting: Sorting<UserColumn> }) {
  const t = useTexts('users')
  return (
    <Table label={t('title')} tall className="gives">
      <thead>
        <tr>
          <th scope="col" className="w-4">
            <Checkbox aria-label={t('pick.all')} checked={selection.all} onChange={selection.toggleAll} />
          </th>
          <SortHead column="name" {...sorting}>
            {t('col.user')}
          </SortHead>
          <th scope="col" className={ROLE}>
            {t('col.role')}
          </th>
          <th scope="col">{t('col.status')}</th>
          <th scope="col">{t('col.quota')}</th>
          <SortHead column="cost" number {...sorting}>
            {t('col.cost')}
          </SortHead>
          <SortHead column="requests" number {...sorting}>
            {t('col.requests')}
          </SortHead>
          <SortHead column="keys" number className={KEYS} {...sorting}>
            {t('col.keys')}
          </SortHead>
          <SortHead column="active" latest {...sorting}>
            {t('col.active')}
          </SortHead>
          <SortHead column="created" latest className={CREATED} {...sorting}>
            {t('col.created')}
          </SortHead>
          <th scope="col">
            <span className="vh">{t('col.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <Row key={user.id} user={user} selection={selection} acts={acts} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ user, selection, acts }: Omit<ListProps, 'users'> & { user: AdminUser }) {
  const t = useTexts('users')
  const { count, day, whenExact } = useFormat()
  const picked = selection.has(user.id)
  return (
    <tr className={picked ? 'sel' : ''}>
      <td>
        <Checkbox
          aria-label={t('pick.one', { name: user.name })}
          checked={picked}
          onChange={() => selection.toggle(user.id)}
        />
      </td>
      <td className="max-w-64 min-w-44">
        <UserName user={user} onOpen={() => acts.open(user)} />
      </td>
      <td className={ROLE}>
        <RoleText role={user.role} />
      </td>
      <td>
        <Status state={`key_${userState(user)}`} />
      </td>
      <td>
        <QuotaCell user={user} />
      </td>
      <td className="r">
        <MonthCost user={user} />
      </td>
      <td className="r">{count(user.month.requests)}</td>
      <td className={`r ${KEYS}`}>{user.keys}</td>
      <td className="n">
        <LastActive user={user} />
      </td>
      <td className={`n t2 ${CREATED}`} title={whenExact(user.created_at)}>
        {day(user.created_at)}
      </td>
      <td className="r">
        <UserMenu user={user} acts={acts} />
      </td>
    </tr>
  )
}
