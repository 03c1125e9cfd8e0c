import { Shield } from 'lucide-react'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { initialOf } from '../../lib/initial-of.ts'
import { useUser } from '../../lib/session.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Icon } from '../../ui/icon.tsx'
import { LimitCell } from '../../ui/limits/limit-cell.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Tag } from '../../ui/tag.tsx'

type NameProps = {
  user: AdminUser
  onOpen: () => void
  /** The class of an administrator's shield, which is hidden where a column tells the role; absent: it is always there. */
  shield?: string
}

/** Who it is; a press opens the account. */
export function UserName({ user, onOpen, shield = '' }: NameProps) {
  const t = useTexts('users')
  const own = useUser()?.id === user.id
  return (
    <div className="row gap12 min-w-0">
      <span className="av" aria-hidden="true">
        {initialOf(user.name)}
      </span>
      <div className="two min-w-0 grid-cols-[minmax(0,1fr)]">
        <span className="row">
          <button type="button" className="el min-h-6 hover:text-accent" title={user.name} onClick={onOpen} data-row>
            {user.name}
          </button>
          {user.role === 'admin' && <Icon of={Shield} small className={shield} label={t('role.admin')} />}
          {own && <Tag>{t('you')}</Tag>}
        </span>
        <span className="el" title={user.email}>
          {user.email}
        </span>
      </div>
    </div>
  )
}

/** Administrators stand out by a shield. */
export function RoleText({ role }: { role: AdminUser['role'] }) {
  const t = useTexts('users')
  return (
    <span className={role === 'admin' ? 'row gap4' : 't2'}>
      {role === 'admin' && <Icon of={Shield} small />}
      {t(`role.${role}`)}
    </span>
  )
}

/** What bounds the account: its fullest limit, else its money. */
export function QuotaCell({ user }: { user: AdminUser }) {
  const t = useTexts('users')
  const { usd } = useFormat()
  if (user.limits.length === 0 && user.balance !== null) {
    return (
      <span className="n">
        <span className="t3">{t('balance.title')}</span> {usd(user.balance, 2)}
      </span>
    )
  }
  return <LimitCell limits={user.limits} />
}

/** What the account cost this month, with its last 14 days. */
export function MonthCost({ user }: { user: AdminUser }) {
  const t = useTexts('users')
  const { plotted, usd } = useFormat()
  return (
    <span className="row gap12 justify-end">
      <span className="flex @max-[940px]:hidden">
        <Sparkline values={user.trend.map(plotted)} label={t('trend')} />
      </span>
      <span className={`min-w-16 ${user.month.cost === '0' ? 't2' : ''}`}>{usd(user.month.cost, 2)}</span>
    </span>
  )
}

/** When the account was last active. */
export function LastActive({ user }: { user: AdminUser }) {
  const t = useTexts('users')
  const { relative, whenExact } = useFormat()
  const at = user.last_active_at
  if (at === null) return <span className="t2">{t('never')}</span>
  return <span title={whenExact(at)}>{relative(at)}</span>
}
