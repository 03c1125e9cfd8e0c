import { Activity } from 'lucide-react'
import { ACTIVITY_GROUPS, type ActivityEvent } from '../../../../src/contract/activity.ts'
import { adminListActivity, type AdminUser } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { usePages } from '../../lib/use-pages.ts'
import { Empty } from '../../ui/empty.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { TwoLines } from '../../ui/table.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'

const KINDS = Object.values(ACTIVITY_GROUPS).flat()
/** Facts that say nothing to a reader. */
const QUIET = ['by', 'id']

/** What happened to an account, as its owner reads it. */
export function ActivityTab({ user }: { user: AdminUser }) {
  const t = useTexts('users')
  const { pages, rows } = usePages(adminListActivity, { params: { id: user.id } })
  if (rows === undefined) return <Unanswered query={pages} bones={<TableSkeleton rows={4} tall />} />
  if (rows.length === 0) return <Empty icon={Activity} title={t('activity.none')} />
  return (
    <>
      <ul className="rounded-card border border-line">
        {rows.map((event) => (
          <Line key={event.id} event={event} />
        ))}
      </ul>
      <MoreButton pages={pages}>{t('more')}</MoreButton>
    </>
  )
}

function Line({ event }: { event: ActivityEvent }) {
  const t = useTexts('users')
  const activity = useTexts('activity')
  const { when, whenExact } = useFormat()
  const kind = KINDS.find((known) => known === event.kind)
  const facts = Object.entries(event.details).filter(([name, value]) => !QUIET.includes(name) && value !== null)
  const under = [
    ...(event.details['by'] === 'admin' ? [t('activity.by_admin')] : []),
    ...facts.map(([, value]) => String(value)),
    event.ip,
  ]
  return (
    <li className="row border-b border-line px-3 py-1.5 text-cell last:border-0">
      <TwoLines under={under.filter(Boolean).join(' · ')}>
        <span className={event.outcome === 'failed' ? 'err' : ''}>
          {kind === undefined ? event.kind : activity(`kind.${kind}`)}
        </span>
      </TwoLines>
      <span className="sp" />
      <span className="t2 n nw" title={whenExact(event.at)}>
        {when(event.at)}
      </span>
    </li>
  )
}
