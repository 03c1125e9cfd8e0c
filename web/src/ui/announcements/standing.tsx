import { Link } from '@tanstack/react-router'
import { Megaphone, Wrench, X } from 'lucide-react'
import type { AnnouncementRow } from '../../../../src/contract/announcements.ts'
import { MAINTENANCE_AHEAD_MS, takes } from '../../../../src/core/notices.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { mark } from '../../lib/announcements/marks.ts'
import { useBoard } from '../../lib/announcements/use-board.ts'
import { useSecond } from '../../lib/announcements/use-second.ts'
import { type Standing, standingOf } from '../../lib/announcements/window.ts'
import { inLanguage } from '../../lib/announcements/words.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { useLocale } from '../../lib/locale.ts'
import { usePreference } from '../../lib/preferences.ts'
import { toast } from '../../lib/toast.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Dot } from '../dot.tsx'
import { Icon } from '../icon.tsx'
import { Note } from '../note.tsx'
import { Countdown } from './countdown.tsx'
import { KIND_LOOKS } from './kind-chip.tsx'
import './standing.css'

/** A dot beside the menu's word while something is unread. */
export function UnreadDot() {
  const t = useTexts('announcements')
  const { unread: announced, notices } = useBoard().data ?? { unread: 0, notices: 0 }
  const unread = announced + notices
  if (unread === 0) return null
  return (
    <>
      <Dot tone="acc" />
      <span className="vh">{t('unread', { count: unread })}</span>
    </>
  )
}

/** A line on every page while maintenance is going on, and for those who want it half an hour before. */
export function MaintenanceStrip() {
  const planned = useBoard().data?.maintenance ?? []
  return planned.length === 0 ? null : <Going planned={planned} />
}

function Going({ planned }: { planned: readonly AnnouncementRow[] }) {
  const t = useTexts('announcements')
  const locale = useLocale()
  const now = useSecond()
  const ahead = useAhead()
  const going = planned.flatMap((one) => {
    const standing = standingOf(one, now)
    return standing && hasLine(standing, ahead) ? [{ ...one, ...standing }] : []
  })
  return going.map((one) => (
    <Note key={one.id} tone="warn" icon={Wrench} className="an-strip">
      <b role="status">{t(one.phase === 'going' ? 'strip.going' : 'strip.coming')}</b>
      <span className="el say">{inLanguage(one.title, locale)}</span>
      <span className="sp" />
      <span className="nw">
        <span className="t2">{t(one.phase === 'going' ? 'strip.left' : 'strip.until')}</span>{' '}
        <Countdown ms={one.leftMs} />
      </span>
      <Link to="/dashboard/announcements" search={{ id: one.id }} className="link nw">
        {t('strip.open')}
      </Link>
    </Note>
  ))
}

/** Whether whoever looks wants to be told of maintenance before it begins. */
const useAhead = (): boolean => takes(usePreference('notices'), 'maintenance', 'console')

function hasLine({ phase, leftMs }: Standing, ahead: boolean): boolean {
  return phase === 'going' || (phase === 'coming' && ahead && leftMs <= MAINTENANCE_AHEAD_MS)
}

/** The first unread announcement in one line; taking it away marks it as read. Whoever lays something out under it has asked for it, so that both know at once. */
export function NoticeStrip({ notice }: { notice: AnnouncementRow | null | undefined }) {
  const t = useTexts('announcements')
  const c = useTexts('common')
  const locale = useLocale()
  const format = useFormat()
  const ahead = useAhead()
  const standing = notice?.kind === 'maintenance' ? standingOf(notice, format.voice.now) : undefined
  // Shortly before and while it goes on it has a line of its own.
  if (!notice || (standing && hasLine(standing, ahead))) return null
  const dismiss = () =>
    mark(notice.id, true).catch((error: unknown) => toast.error(t('failed.mark'), whyOf(error, t('failed.retry'))))
  const { tone, icon } = NOTES[notice.kind]
  return (
    <Note tone={tone} icon={icon} className="an-strip an-notice">
      <b>{notice.kind === 'info' ? c('places.announcements') : t(`kind.${notice.kind}`)}</b>
      <Link to="/dashboard/announcements" search={{ id: notice.id }} className="el say">
        {inLanguage(notice.title, locale)}
      </Link>
      <span className="sp" />
      <span className="t3 nw hide">{format.relative(notice.shown_at)}</span>
      <button type="button" className="close" aria-label={t('strip.dismiss')} onClick={() => void dismiss()}>
        <Icon of={X} small />
      </button>
    </Note>
  )
}

const NOTES = {
  info: { tone: 'tint', icon: Megaphone },
  warning: { tone: 'warn', icon: KIND_LOOKS.warning.icon },
  maintenance: { tone: 'tint', icon: KIND_LOOKS.maintenance.icon },
  important: { tone: 'err', icon: KIND_LOOKS.important.icon },
} as const
