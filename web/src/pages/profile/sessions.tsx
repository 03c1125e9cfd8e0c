import { useMutation, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { endOtherSessions, endSession, listSessions, type session } from '../../../../src/contract/users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { confirm } from '../../lib/confirm.ts'
import { ask, askAgain } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { unlessGone } from '../../lib/unless-gone.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { ByWidth } from '../../ui/by-width.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'
import { deviceName } from '../../../../src/core/device.ts'

type Session = z.infer<typeof session>

/** Where the account is signed in, and how to end that. */
export function Sessions() {
  const t = useTexts('profile')
  const query = useQuery(ask(listSessions))
  const { data } = query
  const after = {
    onError: () => toast.error(t('sessions.failed')),
    onSettled: () => askAgain(listSessions),
  }
  const endOne = useMutation({
    ...after,
    mutationFn: (id: string) => unlessGone(call(endSession, { params: { id } })),
    onSuccess: () => toast.success(t('sessions.ended')),
  })
  const endOthers = useMutation({
    ...after,
    mutationFn: () => call(endOtherSessions),
    onSuccess: () => toast.success(t('sessions.others_ended')),
  })
  const askForOthers = async () => {
    const title = t('sessions.confirm_title')
    const message = t('sessions.confirm_text')
    if (await confirm({ title, message, confirmText: t('sessions.end'), variant: 'warning' })) endOthers.mutate()
  }
  const items = data?.items ?? []
  return (
    <Card flush>
      <CardHead title={t('sessions.title')} remark={data && t('sessions.count', { count: items.length })}>
        {items.length > 1 && (
          <Button kind="danger" small busy={endOthers.isPending} onClick={() => void askForOthers()}>
            {t('sessions.end_others')}
          </Button>
        )}
      </CardHead>
      {data === undefined ? (
        <Unanswered query={query} bones={<TableSkeleton rows={2} />} />
      ) : (
        <List items={items} onEnd={endOne.mutate} ending={endOne.isPending ? endOne.variables : undefined} />
      )}
    </Card>
  )
}

type ListProps = {
  items: readonly Session[]
  onEnd: (id: string) => void
  /** The one that is being ended. */
  ending: string | undefined
}

const List = (props: ListProps) => <ByWidth table={<Rows {...props} />} cards={<Cards {...props} />} />

function Rows({ items, onEnd, ending }: ListProps) {
  const t = useTexts('profile')
  const format = useFormat()
  return (
    <Table label={t('sessions.title')}>
      <thead>
        <tr>
          <th scope="col">{t('sessions.device')}</th>
          <th scope="col">{t('sessions.ip')}</th>
          <th scope="col">{t('sessions.began')}</th>
          <th scope="col">{t('sessions.seen')}</th>
          <th scope="col">
            <span className="vh">{t('sessions.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((one) => (
          <tr key={one.id}>
            <td title={one.user_agent}>{deviceName(one.user_agent) ?? t('sessions.unknown')}</td>
            <td className="n">{one.ip}</td>
            <td className="n">{format.when(one.created_at)}</td>
            <td>{format.relative(one.last_seen_at)}</td>
            <td className="r">
              <End one={one} onEnd={onEnd} ending={ending} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Cards({ items, onEnd, ending }: ListProps) {
  const t = useTexts('profile')
  const format = useFormat()
  return (
    <ul aria-label={t('sessions.title')}>
      {items.map((one) => (
        <li key={one.id} className="rowcard">
          <div className="row">
            <div className="sp two">
              <span className="el">{deviceName(one.user_agent) ?? t('sessions.unknown')}</span>
              <span className="n el">{one.ip}</span>
            </div>
            <End one={one} onEnd={onEnd} ending={ending} />
          </div>
          <dl className="row wrap t3 gap-x-4!">
            <div className="row gap4">
              <dt>{t('sessions.seen')}</dt>
              <dd className="t2">{format.relative(one.last_seen_at)}</dd>
            </div>
            <div className="row gap4">
              <dt>{t('sessions.began')}</dt>
              <dd className="t2 n">{format.when(one.created_at)}</dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}

/** Says that it is this session, or ends another. */
function End({ one, onEnd, ending }: Omit<ListProps, 'items'> & { one: Session }) {
  const t = useTexts('profile')
  if (one.current) return <Tag>{t('sessions.current')}</Tag>
  return (
    <Button small busy={one.id === ending} onClick={() => onEnd(one.id)}>
      {t('sessions.end')}
    </Button>
  )
}
