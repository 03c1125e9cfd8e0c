import { Link } from '@tanstack/react-router'
import { CheckCheck, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { ANNOUNCEMENT_FILTERS, listAnnouncements } from '../../../../src/contract/announcements.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { markAll, readAllOwn } from '../../lib/announcements/marks.ts'
import { useBoard } from '../../lib/announcements/use-board.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { useAct } from '../../lib/use-act.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { useWide } from '../../lib/use-wide.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { List, type Listed } from './list.tsx'
import { Notices } from './notices.tsx'
import { Reader } from './reader.tsx'
import './page.css'

const TABS = ['announcements', 'notices'] as const

/** What was announced to everybody, and what one was told of one's own account. */
export function Page() {
  const t = useTexts('announcements')
  const [search, change] = useSearchParams()
  const tab = TABS.find((known) => known === one(search, 'tab')) ?? 'announcements'
  const filter = ANNOUNCEMENT_FILTERS.find((known) => known === one(search, 'filter')) ?? 'all'
  const q = one(search, 'q')
  const announced = usePages(listAnnouncements, { query: { filter, ...(q === undefined ? {} : { q }) } })
  const unread = {
    announcements: announced.pages.data?.pages.at(-1)?.counts.unread ?? 0,
    notices: useBoard().data?.notices ?? 0,
  }
  return (
    <>
      <Head tab={tab} unread={unread[tab]} />
      <Tabs
        label={t('tabs.label')}
        value={tab}
        onChange={(next) =>
          change({ tab: next === 'announcements' ? null : next, id: null, filter: null, q: null }, { push: true })
        }
        tabs={TABS.map((value) => ({
          value,
          label: (
            <>
              {t(`tabs.${value}`)} {unread[value] > 0 && <Unread count={unread[value]} />}
            </>
          ),
        }))}
      >
        <div className="an-tab">{tab === 'notices' ? <Notices /> : <Announced {...announced} filter={filter} />}</div>
      </Tabs>
    </>
  )
}

function Unread({ count }: { count: number }) {
  const t = useTexts('announcements')
  return (
    <>
      <span className="t3 n" aria-hidden="true">
        {count}
      </span>
      <span className="vh">{t('unread', { count })}</span>
    </>
  )
}

/** What was announced: a list, and beside it what is being read. On a phone one leads to the other. */
function Announced({ pages, rows, filter }: Pick<Listed, 'pages' | 'rows' | 'filter'>) {
  const [search, change] = useSearchParams()
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
    <Card flush className={`an-page ${opened === undefined ? '' : 'opened'}`}>
      <List pages={pages} rows={rows} filter={filter} opened={id} onOpen={open} />
      {id !== undefined && (
        <Reader
          key={id}
          id={id}
          beside={rows === undefined || at === -1 ? null : { newer: rows[at - 1], next: rows[at + 1] }}
          onOpen={open}
        />
      )}
    </Card>
  )
}

function Head({ tab, unread }: { tab: (typeof TABS)[number]; unread: number }) {
  const t = useTexts('announcements')
  const c = useTexts('common')
  const admin = isAdmin(useUser())
  const { busy, act } = useAct({ failed: t('failed.mark'), retry: t('failed.retry') })
  const markThem = async () => {
    await (tab === 'notices' ? readAllOwn() : markAll())
    toast.success(t('read_all_done'))
  }
  return (
    <PageHead title={c('places.announcements')}>
      {admin && (
        <Link
          to="/admin/system"
          search={{ section: 'announcements' }}
          className={`${buttonClass({ kind: 'ghost' })} keep`}
          aria-label={t('manage')}
        >
          <Icon of={Settings2} small />
          <span className="hide">{t('manage')}</span>
        </Link>
      )}
      <Button
        className="an-all"
        busy={busy}
        disabled={unread === 0}
        aria-label={t('read_all')}
        onClick={() => void act(markThem)}
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
