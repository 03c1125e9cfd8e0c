import { MonitorSmartphone } from 'lucide-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { adminEndSession, adminEndSessions, adminListSessions } from '../../../../src/contract/admin-sign-ins.ts'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { confirm } from '../../lib/confirm.ts'
import { deviceName } from '../../../../src/core/device.ts'
import { ask, askAgain } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { unlessGone } from '../../lib/unless-gone.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { TwoLines } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'

/** Where an account is signed in, and how to end that. */
export function SessionsTab({ user }: { user: AdminUser }) {
  const t = useTexts('users')
  const { relative } = useFormat()
  const params = { id: user.id }
  const list = useQuery({ ...ask(adminListSessions, { params }), placeholderData: () => undefined })
  const after = {
    onError: () => toast.error(t('session.failed')),
    onSettled: () => askAgain(adminListSessions),
  }
  const endOne = useMutation({
    ...after,
    mutationFn: (session: string) => unlessGone(call(adminEndSession, { params: { ...params, session } })),
    onSuccess: () => toast.success(t('session.ended')),
  })
  const endAll = useMutation({
    ...after,
    mutationFn: () => call(adminEndSessions, { params }),
    onSuccess: () => toast.success(t('session.all_ended')),
  })
  const askForAll = async () => {
    const [title, message] = [t('session.ask', { name: user.name }), t('session.ask_effect')]
    if (await confirm({ title, message, confirmText: t('session.end'), variant: 'warning' })) endAll.mutate()
  }
  if (list.data === undefined) {
    return <Unanswered query={list} bones={<TableSkeleton rows={3} tall />} />
  }
  const { items } = list.data
  if (items.length === 0) return <Empty icon={MonitorSmartphone} title={t('session.none')} />
  return (
    <>
      <ul className="rounded-card border border-line">
        {items.map((session) => (
          <li key={session.id} className="row gap12 border-b border-line px-3 py-1.5 text-cell last:border-0">
            <TwoLines under={`${session.ip} · ${relative(session.last_seen_at)}`}>
              <span title={session.user_agent}>{deviceName(session.user_agent) ?? t('session.unknown')}</span>
            </TwoLines>
            <span className="sp" />
            {session.current ? (
              <Tag>{t('session.current')}</Tag>
            ) : (
              <Button small onClick={() => endOne.mutate(session.id)}>
                {t('session.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button kind="danger" className="justify-self-start" busy={endAll.isPending} onClick={() => void askForAll()}>
        {t('session.end_all')}
      </Button>
    </>
  )
}
