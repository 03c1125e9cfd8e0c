import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Laptop, LogOut, ShieldAlert, ShieldCheck, Smartphone, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { listSessions } from '../../../../src/contract/users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { confirm } from '../../lib/confirm.ts'
import { deviceName } from '../../../../src/core/device.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { leaveEverywhere } from '../../lib/leave-everywhere.ts'
import { ask } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { ErrorLine } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Failure, Failures } from './use-failures.ts'

/** Where links to the card lead. */
export const SECURITY_ID = 'security'
const MOST_PLACES = 3
const MOST_DEVICES = 5

/** Who tried to get in, who is in, and the way to put everybody out. */
export function SecurityCard({ failures }: { failures: Failures }) {
  const t = useTexts('activity')
  const { known, count, places } = failures
  return (
    <Card id={SECURITY_ID} className="ac-security">
      <CardHead title={t('security.title')}>
        {known && (
          <span className={`st ${count > 0 ? 'err' : 'ok'}`}>
            <Icon of={count > 0 ? ShieldAlert : ShieldCheck} />
            {count > 0 ? t('security.alerts', { count }) : t('security.fine')}
          </span>
        )}
      </CardHead>
      {places.length > 0 && <Alert places={places.slice(0, MOST_PLACES)} />}
      <h3>{t('security.devices')}</h3>
      <Devices />
      <div className="row wrap mt">
        <EndAll />
        <span className="sp" />
        <Link to="/dashboard/profile" className="link t3">
          {t('security.manage')}
        </Link>
      </div>
    </Card>
  )
}

function Alert({ places }: { places: readonly Failure[] }) {
  const t = useTexts('activity')
  const format = useFormat()
  return (
    <div className="alert">
      <b className="err">{t('security.strange')}</b>
      {places.map(({ ip, user_agent: agent, at, count }) => (
        <div key={`${ip} ${agent}`}>
          <div className="row">
            <span className="n el">{ip}</span>
            <span className="sp" />
            <span className="t3 n nw">{format.when(at)}</span>
          </div>
          <p className="t2">
            {deviceName(agent) ?? t('unknown_device')}
            {' · '}
            {t('security.strange_text', { count })}
          </p>
        </div>
      ))}
      <Link to="/dashboard/profile" className={buttonClass({ small: true, kind: 'danger' })}>
        {t('security.change_password')}
      </Link>
    </div>
  )
}

function Devices() {
  const t = useTexts('activity')
  const format = useFormat()
  const { data, error, refetch } = useQuery(ask(listSessions))
  if (data === undefined) {
    return error === null ? <TableSkeleton rows={2} /> : <ErrorLine error={error} onRetry={() => void refetch()} />
  }
  return (
    <ul>
      {data.items.slice(0, MOST_DEVICES).map((session) => (
        <li key={session.id} className="dv">
          <Icon of={iconOf(session.user_agent)} />
          <div className="min-w-0">
            <div className="row">
              <span className="el">{deviceName(session.user_agent) ?? t('unknown_device')}</span>
              {session.current && <Tag>{t('security.current')}</Tag>}
            </div>
            <div className="t3 n el">{`${session.ip} · ${format.relative(session.last_seen_at)}`}</div>
          </div>
        </li>
      ))}
    </ul>
  )
}

function iconOf(agent: string): LucideIcon {
  return /Android|iPhone|iPad/.test(agent) ? Smartphone : Laptop
}

function EndAll() {
  const t = useTexts('activity')
  const [busy, setBusy] = useState(false)
  const end = async () => {
    const title = t('security.end_ask')
    const message = t('security.end_effect')
    if (!(await confirm({ title, message, confirmText: t('security.end_all'), variant: 'danger' }))) return
    setBusy(true)
    await leaveEverywhere()
      .catch((error: unknown) => toast.error(t('security.end_failed'), whyOf(error, t('security.retry'))))
      .finally(() => setBusy(false))
  }
  return (
    <Button kind="danger" busy={busy} onClick={() => void end()}>
      <Icon of={LogOut} small />
      {t('security.end_all')}
    </Button>
  )
}
