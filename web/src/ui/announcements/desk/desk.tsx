import { Megaphone, Plus } from 'lucide-react'
import { adminListAnnouncements } from '../../../../../src/contract/announcements.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { one, useSearchParams } from '../../../lib/search-params.ts'
import { usePages } from '../../../lib/use-pages.ts'
import { Button } from '../../button.tsx'
import { Card, CardHead } from '../../card.tsx'
import { Empty } from '../../empty.tsx'
import { Icon } from '../../icon.tsx'
import { MoreButton } from '../../more-button.tsx'
import { TableSkeleton } from '../../skeleton.tsx'
import { Unanswered } from '../../unanswered.tsx'
import { Editor } from './editor.tsx'
import { List } from './list.tsx'
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
        <Unanswered query={pages} bones={<TableSkeleton rows={4} />} />
      ) : rows.length === 0 ? (
        <Empty icon={Megaphone} title={t('desk.never')} text={t('desk.never_text')} actions={create} />
      ) : (
        <List rows={rows} onOpen={open} />
      )}
      {pages.hasNextPage && (
        <div className="foot">
          <span className="sp" />
          <MoreButton pages={pages} kind="ghost">
            {t('more')}
          </MoreButton>
        </div>
      )}
      {opened !== undefined && <Editor key={opened} id={opened === NEW ? null : opened} onClose={() => open(null)} />}
    </Card>
  )
}
