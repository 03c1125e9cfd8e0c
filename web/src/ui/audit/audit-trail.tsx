import { ChevronDown, ChevronRight, ScrollText } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { adminGetAudit, adminListAudit, type AuditEvent } from '../../../../src/contract/audit.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { ask } from '../../lib/query.ts'
import { useFormat } from '../../lib/use-format.ts'
import { usePages } from '../../lib/use-pages.ts'
import { ErrorLine } from '../error-state.tsx'
import { Icon } from '../icon.tsx'
import { Skeleton, Bone } from '../skeleton.tsx'
import { TwoLines } from '../table.tsx'
import { Trail } from '../trail.tsx'

const FieldTable = lazy(() =>
  loadChunk(() => import('./field-table.tsx')).then((found) => ({ default: found.FieldTable })),
)

const ACTIONS = [
  'user.created',
  'user.changed',
  'user.deleted',
  'user.password_reset',
  'user.second_factor_reset',
  'user.passkeys_removed',
  'user.sessions_ended',
  'user.viewed',
  'session.reused',
  'session.opened',
  'session.failed',
  'balance.changed',
  'key.created',
  'key.changed',
  'key.enabled',
  'key.disabled',
  'key.rotated',
  'key.deleted',
  'provider.created',
  'provider.changed',
  'provider.credential_recovered',
  'provider.endpoint_recovered',
  'provider.limits_changed',
  'provider.bill_imported',
  'provider.bill_removed',
  'model.created',
  'model.changed',
] as const

/** What administrators did to something, newest first; a press shows what was changed. */
export function AuditTrail({ kind, id }: { kind: 'user' | 'key' | 'provider' | 'model'; id: string }) {
  const t = useTexts('glance')
  const list = usePages(adminListAudit, { query: { target: kind, target_id: id } })
  return (
    <Trail list={list} icon={ScrollText} none={t('trail.none')} more={t('trail.more')}>
      {(event) => <Line key={event.id} event={event} />}
    </Trail>
  )
}

function Line({ event }: { event: AuditEvent }) {
  const t = useTexts('glance')
  const { when, whenExact } = useFormat()
  const [open, setOpen] = useState(false)
  const known = ACTIONS.find((action) => action === event.action)
  return (
    <li className="border-b border-line px-3 py-1.5 text-cell last:border-0">
      <button type="button" className="row w-full text-left" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon of={open ? ChevronDown : ChevronRight} small />
        <TwoLines under={[event.actor?.name ?? t('trail.server'), event.ip].filter(Boolean).join(' · ')}>
          {known === undefined ? event.action : t(`trail.act.${known}`)}
        </TwoLines>
        <span className="sp" />
        <span className="t2 n nw" title={whenExact(event.at)}>
          {when(event.at)}
        </span>
      </button>
      {open && <Change id={event.id} />}
    </li>
  )
}

function Change({ id }: { id: string }) {
  const query = useQuery({ ...ask(adminGetAudit, { params: { id } }), placeholderData: () => undefined })
  if (query.data === undefined) {
    if (query.isError) return <ErrorLine error={query.error} onRetry={() => void query.refetch()} />
    return (
      <Skeleton>
        <Bone height={40} />
      </Skeleton>
    )
  }
  return (
    <Suspense fallback={null}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1 py-2">
        <FieldTable before={query.data.before} after={query.data.after} />
      </div>
    </Suspense>
  )
}
