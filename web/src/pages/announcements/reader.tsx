import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Mail, MailOpen, MailX, Pin } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { getAnnouncement, type Announcement, type AnnouncementRow } from '../../../../src/contract/announcements.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { mark } from '../../lib/announcements/marks.ts'
import { inLanguage } from '../../lib/announcements/words.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { useLocale } from '../../lib/locale.ts'
import { ask } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { useFormat } from '../../lib/use-format.ts'
import { KindChip } from '../../ui/announcements/kind-chip.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { WindowFacts } from './window-facts.tsx'

type Props = {
  id: string
  /** What stands above and below it in the list; null where it stands in none. */
  beside: { newer: AnnouncementRow | undefined; next: AnnouncementRow | undefined } | null
  onOpen: (id: string | null) => void
}

/** One announcement as it is read. */
export function Reader({ id, beside, onOpen }: Props) {
  const t = useTexts('announcements')
  const { data, error, refetch } = useQuery(ask(getAnnouncement, { params: { id } }))
  return (
    <article className="ar" aria-label={t('reader.label')}>
      <Button kind="ghost" className="only-m an-back" onClick={() => onOpen(null)}>
        <Icon of={ChevronLeft} small />
        {t('reader.back')}
      </Button>
      {data !== undefined ? (
        <Text announcement={data} />
      ) : error?.status === 404 ? (
        <Empty icon={MailX} title={t('reader.gone')} text={t('reader.gone_text')} />
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Bones />
      )}
      {beside !== null && (
        <nav className="nx">
          <Beside row={beside.newer} way="newer" onOpen={onOpen} />
          <span className="sp" />
          <Beside row={beside.next} way="next" onOpen={onOpen} />
        </nav>
      )}
    </article>
  )
}

function Text({ announcement }: { announcement: Announcement }) {
  const t = useTexts('announcements')
  const locale = useLocale()
  const format = useFormat()
  const { id, kind, pinned, title, body, author, shown_at, updated_at, read } = announcement
  useReading(announcement)
  const time = format.when(shown_at)
  const told = [
    author === null ? t('reader.at', { time }) : t('reader.by', { author, time }),
    // Making it public is no change of what it says.
    ...(Date.parse(updated_at) > Date.parse(shown_at) + 1000
      ? [t('reader.updated', { time: format.when(updated_at) })]
      : []),
    t(read ? 'read' : 'unread_mark'),
  ]
  return (
    <>
      <div className="row wrap">
        <KindChip kind={kind} />
        {pinned && (
          <Tag>
            <Icon of={Pin} small />
            {t('pinned')}
          </Tag>
        )}
        <span className="sp" />
        <span className="row gap4">
          <Button kind="ghost" small onClick={() => void tell(id, !read, t('failed.mark'))}>
            <Icon of={read ? Mail : MailOpen} small />
            {t(read ? 'reader.mark_unread' : 'reader.mark_read')}
          </Button>
          <CopyButton text={`${location.origin}${location.pathname}?id=${id}`}>{t('reader.link')}</CopyButton>
        </span>
      </div>
      <h2>{inLanguage(title, locale)}</h2>
      <p className="t3">{told.join(' · ')}</p>
      {kind === 'maintenance' && <WindowFacts window={announcement} />}
      <Markdown text={inLanguage(body, locale)} />
    </>
  )
}

async function tell(id: string, read: boolean, failed: string): Promise<void> {
  await mark(id, read).catch((error: unknown) => toast.error(failed, whyOf(error, '')))
}

/** What has been opened is read, once: whoever marks it as unread after that means it. */
function useReading({ id, read }: Pick<Announcement, 'id' | 'read'>): void {
  const seen = useRef<string | null>(null)
  useEffect(() => {
    if (seen.current === id) return
    seen.current = id
    // Without an answer it stays unread, and is marked the next time it is opened.
    if (!read) void mark(id, true).catch(() => null)
  }, [id, read])
}

type BesideProps = { row: AnnouncementRow | undefined; way: 'newer' | 'next'; onOpen: (id: string) => void }

function Beside({ row, way, onOpen }: BesideProps) {
  const t = useTexts('announcements')
  const locale = useLocale()
  if (!row) return <span className="t3">{t(`reader.none_${way}`)}</span>
  return (
    <button type="button" className="row gap4" onClick={() => onOpen(row.id)}>
      {way === 'newer' && <Icon of={ChevronLeft} small />}
      <span className="t3 nw">{t(`reader.${way}`)}</span>
      <span className="link el">{inLanguage(row.title, locale)}</span>
      {way === 'next' && <Icon of={ChevronRight} small />}
    </button>
  )
}

function Bones() {
  return (
    <Skeleton>
      <div className="col gap16">
        <Bone width="30%" height={18} />
        <Bone width="70%" height={24} />
        <Bone width="96%" />
        <Bone width="90%" />
        <Bone width="60%" />
      </div>
    </Skeleton>
  )
}
