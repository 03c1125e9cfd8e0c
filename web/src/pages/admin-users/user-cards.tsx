import type { ReactNode } from 'react'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { PickBox } from '../../ui/pick-box.tsx'
import { Status } from '../../ui/status.tsx'
import { LastActive, QuotaCell, UserName } from './user-bits.tsx'
import { UserMenu } from './user-menu.tsx'
import type { ListProps } from './user-table.tsx'
import { userState } from './users.ts'

/** The accounts as cards, for a phone. */
export function UserCards({ users, ...rest }: ListProps) {
  const t = useTexts('users')
  return (
    <ul aria-label={t('title')}>
      {users.map((user) => (
        <UserCard key={user.id} user={user} {...rest} />
      ))}
    </ul>
  )
}

function UserCard({ user, selection, acts }: Omit<ListProps, 'users'> & { user: AdminUser }) {
  const t = useTexts('users')
  const { count, usd } = useFormat()
  const picked = selection.has(user.id)
  const facts: readonly { label: string; value: ReactNode }[] = [
    { label: t('col.cost'), value: usd(user.month.cost, 2) },
    { label: t('col.requests'), value: count(user.month.requests) },
    { label: t('col.keys'), value: user.keys },
    { label: t('col.active'), value: <LastActive user={user} /> },
  ]
  return (
    <li className={`rowcard ${picked ? 'sel' : ''}`}>
      <div className="row gap12">
        <PickBox of={user.id} label={t('pick.one', { name: user.name })} selection={selection} />
        <UserName user={user} onOpen={() => acts.open(user)} />
        <span className="sp" />
        <Status state={`key_${userState(user)}`} />
        <UserMenu user={user} acts={acts} />
      </div>
      <dl className="flex justify-between gap-3">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="t3 el">{label}</dt>
            <dd className="n el m-0 text-cell">{value}</dd>
          </div>
        ))}
      </dl>
      {(user.limits.length > 0 || user.balance !== null) && <QuotaCell user={user} />}
    </li>
  )
}
