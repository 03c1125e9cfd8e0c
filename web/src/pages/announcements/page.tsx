import { Link } from '@tanstack/react-router'
import { CheckCheck, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { ANNOUNCEMENT_FILTERS, listAnnouncements } from '../../../../src/contract/announcements.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { markAll } from '../../lib/announcements/marks.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { useWide } from '../../lib/use-wide.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { List } from './list.tsx'
import { Reader } from './reader.tsx'
import './page.css'

/** What was announced: a list, and beside it what is being read. On a phone one leads to the other. */
export function Page() {
  const [search, change] = useSearchParams()
  const filter = ANNOUNCEMENT_FILTERS.find((known) => known === one(search, 'filter')) ?? 'all'
  const q = one(search, 'q')
  const asked = { query: { filter, ...(q === undefined ? {} : { q }) } }
  const { pages, rows } = usePages(listAnnouncements, asked)
  const opened = one(search, 'id')
  const id = useStanding(opened, rows?.[0]?.id)
  const open = (next: string | null) => change({ id: next }, { push: next !== null && opened === undefined })
  const at = rows?.findIndex((row) => row.id === id) ?? -1
  const step = (by: 1 | -1) => () => {
    const next = at === -1 ? undefined : rows?.[at + by]
    if (next) open(next.id)
  }
  useShortcuts({
    j: step(1),
    k: step(-1),
    '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
  })
  return (
    <>
      <Head unread={pages.data?.pages.at(-1)?.counts.unread ?? 0} />
      <Card flush className={`an-page ${opened === undefined ? '' : 'opened'}`}>
        <List pages={pages} rows={rows} filter={filter} opened={id} onOpen={open} />
        {id !== undefined && (
          <Reader key={id} id={id} newer={rows?.[at - 1]} next={at === -1 ? undefined : rows?.[at + 1]} onOpen={open} />
        )}
      </Card>
    </>
  )
}

function Head({ unread }: { unread: number }) {
  const t = useTexts('announcements')
  const c = useTexts('common')
  const admin = isAdmin(useUser())
  const [busy, setBusy] = useState(false)
  const readAll = async () => {
    setBusy(true)
    try {
      await markAll()
      toast.success(t('read_all_done'))
    } catch (error) {
      toast.error(t('failed.mark'), whyOf(error, t('failed.retry')))
    } finally {
      setBusy(false)
    }
  }
  return (
    <PageHead title={c('places.announcements')}>
      {admin && (
        <Link to="/admin/system" search={{ section: 'announcements' }} className={buttonClass({ kind: 'ghost' })}>
          <Icon of={Settings2} small />
          {t('manage')}
        </Link>
      )}
      <Button
        className="an-all"
        busy={busy}
        disabled={unread === 0}
        aria-label={t('read_all')}
        onClick={() => void readAll()}
      >
        <Icon of={CheckCheck} small />
        <span className="hide">{t('read_all')}</span>
      </Button>
    </PageHead>
  )
}

/**
 * What is read: the one in the address, else, where there is room beside the list, the first there was. It stays when
 * the list moves on, or reading the first unread one would bring up the next, and so all of them.
 */
function useStanding(opened: string | undefined, first: string | undefined): string | undefined {
  const isWide = useWide()
  const [standing, setStanding] = useState(opened)
  if (opened !== undefined && opened !== standing) setStanding(opened)
  if (standing === undefined && first !== undefined && isWide) setStanding(first)
  return opened ?? (isWide ? standing : undefined)
}
