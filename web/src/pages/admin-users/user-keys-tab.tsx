import { KeyRound, Plus } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { adminListKeys } from '../../../../src/contract/admin-keys.ts'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { keyState, masked } from '../../lib/key/key-state.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useFormat, useZone } from '../../lib/use-format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Status } from '../../ui/status.tsx'
import { TwoLines } from '../../ui/table.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'

/** The keys of an account; each leads to its place among all keys. */
export function UserKeysTab({ user }: { user: AdminUser }) {
  const t = useTexts('users')
  const zone = useZone()
  const { usd } = useFormat()
  const { pages, rows } = usePages(adminListKeys, { query: { tz: zone, user: user.id } })
  const create = (
    <Link
      to="/admin/keys"
      search={{ for: user.id }}
      className={buttonClass({ small: true, className: 'justify-self-start' })}
    >
      <Icon of={Plus} small />
      {t('keys.create')}
    </Link>
  )
  if (rows === undefined) return <Unanswered query={pages} bones={<TableSkeleton rows={3} tall />} />
  if (rows.length === 0) return <Empty icon={KeyRound} title={t('keys.none')} actions={create} />
  return (
    <>
      <ul className="rounded-card border border-line">
        {rows.map((key) => (
          <li key={key.id} className="row gap12 border-b border-line px-3 py-1.5 text-cell last:border-0">
            <TwoLines under={<span className="m">{masked(key)}</span>}>
              <Link to="/admin/keys" search={{ key: key.id }}>
                {key.name}
              </Link>
            </TwoLines>
            <span className="sp" />
            <Status state={`key_${keyState(key)}`} />
            <span className="n min-w-16 text-right">{usd(key.month.cost, 2)}</span>
          </li>
        ))}
      </ul>
      <MoreButton pages={pages}>{t('more')}</MoreButton>
      {create}
    </>
  )
}
