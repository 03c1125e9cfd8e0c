import { Megaphone, Pin, Plus, Trash2 } from 'lucide-react'
import {
  adminDeleteAnnouncement,
  adminListAnnouncements,
  type AdminAnnouncement,
} from '../../../../../src/contract/announcements.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { inLanguage } from '../../../lib/announcements/words.ts'
import { call } from '../../../lib/call.ts'
import { confirm } from '../../../lib/confirm.ts'
import { whyOf } from '../../../lib/form-faults.ts'
import { NONE } from '../../../lib/format.ts'
import { useLocale } from '../../../lib/locale.ts'
import { one, useSearchParams } from '../../../lib/search-params.ts'
import { toast } from '../../../lib/toast.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { usePages } from '../../../lib/use-pages.ts'
import { Button } from '../../button.tsx'
import { Card, CardHead } from '../../card.tsx'
import { Dot } from '../../dot.tsx'
import { Empty } from '../../empty.tsx'
import { ErrorState } from '../../error-state.tsx'
import { Icon } from '../../icon.tsx'
import { TableSkeleton } from '../../skeleton.tsx'
import { Table } from '../../table.tsx'
import { KindChip } from '../kind-chip.tsx'
import { Editor, reloadDesk } from './editor.tsx'
import { stateOf, type DeskState } from './form.ts'
import './desk.css'

const OPENED = 'announcement'
const NEW = 'new'

/** Where administrators write announcements: the list of them, and an editor over it (`?announcement=` with an id or `new`). */
export function AnnouncementDesk() {
  const t = useTexts('announcements')
  const [search, change] = useSearchParams()
  const { pages, rows } = usePages(adminListAnnouncements)
  const opened = one(search, OPENED)
  const open = (id: string | null) => change({ [OPENED]: id }, { push: id !== null })
  const create = (
    <Button kind="primary" small onClick={() => open(NEW)}>
      <Icon of={Plus} small />
      {t('desk.create')}
    </Button>
  )
  return (
    <Card flush>
      <CardHead title={t('desk.title')} remark={t('desk.remark')}>
        {create}
      </CardHead>
      {rows === undefined ? (
        pages.isError ? (
          <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
        ) : (
          <TableSkeleton rows={4} />
        )
      ) : rows.length === 0 ? (
        <Empty icon={Megaphone} title={t('desk.never')} text={t('desk.never_text')} actions={create} />
      ) : (
        <List rows={rows} onOpen={open} />
      )}
      {pages.hasNextPage && (
        <div className="foot">
          <span className="sp" />
          <Button small kind="ghost" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
      {opened !== undefined && <Editor key={opened} id={opened === NEW ? null : opened} onClose={() => open(null)} />}
    </Card>
  )
}

type ListProps = { rows: readonly AdminAnnouncement[]; onOpen: (id: string) => void }

function List({ rows, onOpen }: ListProps) {
  const t = useTexts('announcements')
  return (
    <Table label={t('desk.title')}>
      <thead>
        <tr>
          <th scope="col">{t('desk.col.title')}</th>
          <th scope="col">{t('desk.col.state')}</th>
          <th scope="col" className="hide">
            {t('desk.col.audience')}
          </th>
          <th scope="col" className="r hide">
            {t('desk.col.reads')}
          </th>
          <th scope="col" className="hide">
            {t('desk.col.updated')}
          </th>
          <th scope="col">
            <span className="vh">{t('desk.delete')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} onOpen={onOpen} />
        ))}
      </tbody>
    </Table>
  )
}

const TONES = { draft: 'none', waiting: 'info', shown: 'ok', over: 'none' } as const satisfies Record<DeskState, string>

function Row({ row, onOpen }: { row: AdminAnnouncement; onOpen: (id: string) => void }) {
  const t = useTexts('announcements')
  const locale = useLocale()
  const format = useFormat()
  const state = stateOf(row, format.voice.now)
  const title = inLanguage(row.title, locale)
  return (
    <tr>
      <td className="desk-title">
        <span className="row">
          <KindChip kind={row.kind} />
          <button type="button" className="link el" onClick={() => onOpen(row.id)}>
            {title}
          </button>
          {row.pinned && <Icon of={Pin} small className="t3" label={t('pinned')} />}
        </span>
      </td>
      <td>
        <span className="row gap4">
          <Dot tone={TONES[state]} ring={state === 'draft'} />
          {t(`desk.state.${state}`)}
        </span>
      </td>
      <td className="hide">
        {row.groups === null ? t('desk.everybody') : t('desk.groups', { count: row.groups.length })}
      </td>
      <td className="r hide">{state === 'draft' ? NONE : format.count(row.reads)}</td>
      <td className="n hide">{format.when(row.updated_at)}</td>
      <td className="r">
        <Button
          kind="ghost"
          small
          icon
          aria-label={`${t('desk.delete')} ${title}`}
          onClick={() => void remove(row.id, title)}
        >
          <Icon of={Trash2} small />
        </Button>
      </td>
    </tr>
  )

  async function remove(id: string, name: string): Promise<void> {
    const sure = await confirm({
      variant: 'danger',
      title: t('desk.delete_ask', { title: name }),
      message: t('desk.delete_effect'),
      confirmText: t('desk.delete'),
      typeToConfirm: name,
    })
    if (!sure) return
    try {
      await call(adminDeleteAnnouncement, { params: { id } })
      toast.success(t('desk.deleted'))
    } catch (error) {
      toast.error(t('failed.mark'), whyOf(error, t('failed.retry')))
    }
    await reloadDesk()
  }
}
