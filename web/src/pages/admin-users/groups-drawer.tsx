import { Pencil, Plus, Trash2, UsersRound } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminDeleteGroup, adminListGroups, type GroupView } from '../../../../src/contract/groups.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { confirm } from '../../lib/confirm.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { ask, askAgain } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer, DrawerBody } from '../../ui/drawer.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useLimitWords } from '../../ui/limits/use-limit-words.ts'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { TwoLines } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'
import { rowsOf } from '../../lib/limits/rows.ts'
import { GroupEditor } from './group-editor.tsx'

/** Groups of users: what they pay, which models they may use, and what all of them together may use. */
export function GroupsDrawer({ onClose }: { onClose: () => void }) {
  const t = useTexts('users')
  const groups = useQuery(ask(adminListGroups))
  const [edited, setEdited] = useState<GroupView | 'new' | null>(null)
  const items = groups.data?.items
  const create = (
    <Button kind="primary" className="justify-self-start" onClick={() => setEdited('new')}>
      <Icon of={Plus} small />
      {t('group.create')}
    </Button>
  )
  const editing = edited !== null
  const [dirty, setDirty] = useState(false)
  const out = useUnsaved(dirty, editing ? () => setEdited(null) : onClose)
  return (
    <Drawer
      open
      composed
      width="slim"
      onClose={out.leave}
      title={edited === 'new' ? t('group.create') : (edited?.name ?? t('group.title'))}
    >
      {editing ? (
        <GroupEditor group={edited === 'new' ? null : edited} onDirty={setDirty} out={out} />
      ) : (
        <DrawerBody>
          {items === undefined ? (
            <Unanswered query={groups} bones={<TableSkeleton rows={3} tall />} />
          ) : items.length === 0 ? (
            <Empty icon={UsersRound} title={t('group.empty')} text={t('group.empty_text')} actions={create} />
          ) : (
            <>
              {create}
              <ul className="rounded-card border border-line">
                {items.map((group) => (
                  <Line key={group.id} group={group} onEdit={() => setEdited(group)} />
                ))}
              </ul>
            </>
          )}
        </DrawerBody>
      )}
    </Drawer>
  )
}

function Line({ group, onEdit }: { group: GroupView; onEdit: () => void }) {
  const t = useTexts('users')
  const words = useLimitWords()
  const remove = async () => {
    const sure = await confirm({
      variant: 'danger',
      title: t('group.delete', { name: group.name }),
      message: t('group.delete_effect'),
      confirmText: t('ask.delete_yes'),
      typeToConfirm: group.name,
    })
    if (!sure) return
    try {
      await call(adminDeleteGroup, { params: { id: group.id } })
      toast.success(t('group.deleted', { name: group.name }))
    } catch (error) {
      toast.error(t('failed.change'), whyOf(error, t('failed.retry')))
    }
    await askAgain(adminListGroups)
  }
  const facts = [
    t('group.users', { count: group.users }),
    `×${group.multiplier}`,
    group.allow_models === null ? t('group.all_models') : t('group.models', { count: group.allow_models.length }),
    ...(group.limits.length === 0 ? [] : [words.list(rowsOf(group.limits))]),
  ]
  const occupied = group.users > 0
  return (
    <li className="row border-b border-line px-3 py-1.5 last:border-0">
      <TwoLines under={facts.join(' · ')}>
        <span className="row">
          <span className="el" title={group.name}>
            {group.name}
          </span>
          {group.default && <Tag>{t('group.default')}</Tag>}
        </span>
      </TwoLines>
      <span className="sp" />
      <Button kind="ghost" small icon aria-label={t('group.edit', { name: group.name })} onClick={onEdit}>
        <Icon of={Pencil} small />
      </Button>
      <span title={occupied ? t('group.occupied') : undefined}>
        <Button
          kind="ghost"
          small
          icon
          disabled={occupied}
          aria-label={t('group.remove', { name: group.name })}
          onClick={() => void remove()}
        >
          <Icon of={Trash2} small />
        </Button>
      </span>
    </li>
  )
}
