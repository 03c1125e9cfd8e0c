import { Link } from '@tanstack/react-router'
import { Bell, Gauge, KeyRound, ShieldAlert, ShieldCheck, UserCog, type LucideIcon } from 'lucide-react'
import { listNotices, type NoticeView } from '../../../../src/contract/notices.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { readOwn } from '../../lib/announcements/marks.ts'
import { useFormat } from '../../lib/use-format.ts'
import { usePages } from '../../lib/use-pages.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dot } from '../../ui/dot.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'

/** What one was told of one's own limits, keys and account; each leads to where more is to be seen. */
export function Notices() {
  const t = useTexts('announcements')
  const { pages, rows } = usePages(listNotices)
  if (rows === undefined) return <Unanswered query={pages} bones={<TableSkeleton rows={6} tall />} />
  if (rows.length === 0) return <Never />
  return (
    <Card flush aria-label={t('notices.label')} className="an-own">
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Row row={row} />
          </li>
        ))}
      </ul>
      <div className="foot">
        <span className="n">{t('listed_some', { n: rows.length })}</span>
        <span className="sp" />
        <MoreButton pages={pages} kind="ghost">
          {t('more')}
        </MoreButton>
      </div>
    </Card>
  )
}

function Never() {
  const t = useTexts('announcements')
  return (
    <Card>
      <Empty
        icon={Bell}
        title={t('notices.never')}
        text={t('notices.never_text')}
        actions={
          <Link to="/dashboard/settings" hash="notices" className={buttonClass({})}>
            {t('notices.choose')}
          </Link>
        }
      />
    </Card>
  )
}

const LOOKS: Readonly<Record<NoticeView['kind'], { icon: LucideIcon; tone: string }>> = {
  limit_50: { icon: Gauge, tone: '' },
  limit_80: { icon: Gauge, tone: 'warn' },
  limit_100: { icon: Gauge, tone: 'err' },
  key_expiry: { icon: KeyRound, tone: 'warn' },
  odd_sign_in: { icon: ShieldAlert, tone: 'err' },
  second_factor: { icon: ShieldCheck, tone: 'warn' },
  account_changed: { icon: UserCog, tone: '' },
  announcement: { icon: Bell, tone: '' },
  maintenance: { icon: Bell, tone: '' },
}

function Row({ row }: { row: NoticeView }) {
  const t = useTexts('announcements')
  const format = useFormat()
  const { icon, tone } = LOOKS[row.kind]
  // Whoever looks on for somebody else may not mark it, and goes there all the same.
  const read = () => void (row.read || readOwn(row.id).catch(() => undefined))
  return (
    <Link to={row.link} className={`an ${row.read ? '' : 'un'}`} onClick={read}>
      <span className="row gap4">
        {!row.read && (
          <>
            <Dot tone="acc" />
            <span className="vh">{t('unread_mark')}</span>
          </>
        )}
        <span className={`st ${tone}`}>
          <Icon of={icon} />
        </span>
        <span className="ti">{row.title}</span>
        <span className="sp" />
        <span className="t3 n nw">{format.when(row.at)}</span>
      </span>
      <span className="t2">{row.text}</span>
    </Link>
  )
}
