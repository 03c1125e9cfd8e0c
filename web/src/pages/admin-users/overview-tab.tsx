import { Gauge } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../lib/session.ts'
import type { TrafficQuery } from '../../lib/traffic/ask.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BulkLimits } from '../../ui/limits/bulk-limits-lazy.tsx'
import { LimitBars } from '../../ui/limits/limit-bars.tsx'
import { Glance } from '../../ui/traffic/glance.tsx'
import { AccessFacts } from './access-facts.tsx'
import { BalanceSection } from './balance-section.tsx'
import { useUserDeeds } from './use-user-deeds.ts'
import type { UserActs } from './user-menu.tsx'

/** What an operator asks first about an account: what it used, what bounds it, what it has left, who it is. */
export function OverviewTab({ user, query, acts }: { user: AdminUser; query: TrafficQuery; acts: UserActs }) {
  const t = useTexts('users')
  const { setLimits } = useUserDeeds()
  const [limiting, setLimiting] = useState(false)
  return (
    <>
      <Glance scope="admin" query={query} />
      <section className="grid gap-3 border-t border-line pt-5">
        <div className="row">
          <h3>{t('access.title')}</h3>
          <span className="sp" />
          <Button small kind="ghost" onClick={() => setLimiting(true)}>
            <Icon of={Gauge} small />
            {t('limits.edit')}
          </Button>
        </div>
        <LimitBars limits={user.limits} className="desk:grid-cols-2" />
        <AccessFacts user={user} />
      </section>
      <div className="border-t border-line pt-5">
        <BalanceSection user={user} />
      </div>
      <Facts user={user} acts={acts} />
      <Suspense fallback={null}>
        {limiting && (
          <BulkLimits
            items={[user]}
            otherwise={t('failed.retry')}
            onApply={(limits) => setLimits([user], limits)}
            onClose={() => setLimiting(false)}
          />
        )}
      </Suspense>
    </>
  )
}

function Facts({ user, acts }: { user: AdminUser; acts: UserActs }) {
  const t = useTexts('users')
  const { NONE, when } = useFormat()
  const facts = [
    [t('field.email'), user.email],
    [t('col.role'), t(`role.${user.role}`)],
    [t('group.title'), user.group?.name ?? t('group.none')],
    [t('col.billing'), t(`billing.${user.billing}`)],
    [t('fact.password'), t(user.must_change_password ? 'fact.must_change' : 'fact.own_password')],
    [t('col.second_factor'), <SecondFactor key="second factor" user={user} acts={acts} />],
    [t('passkeys.title'), <Passkeys key="passkeys" user={user} acts={acts} />],
    [t('fact.login'), user.last_login_at === null ? t('never') : when(user.last_login_at)],
    [t('col.created'), when(user.created_at)],
    [t('field.note'), user.note || NONE],
  ] as const
  return (
    <dl className="kv border-t border-line pt-5">
      {facts.flatMap(([label, value]) => [
        <dt key={label}>{label}</dt>,
        <dd key={`${label} value`} className="m-0 wrap-anywhere">
          {value}
        </dd>,
      ])}
      <dt>ID</dt>
      <dd className="row gap4 m-0">
        <span className="m el">{user.id}</span>
        <CopyButton text={user.id} what="ID" />
      </dd>
    </dl>
  )
}

/** Whether a code is asked for at a sign-in; who has lost what makes the codes is let in again by a reset. */
function SecondFactor({ user, acts }: { user: AdminUser; acts: UserActs }) {
  const t = useTexts('users')
  const own = useUser()?.id === user.id
  if (!user.second_factor) return t('second_factor.off')
  return (
    <span className="row wrap">
      {t('second_factor.on')}
      <Button small disabled={own} onClick={() => acts.resetSecondFactor(user)}>
        {t('act.reset_second_factor')}
      </Button>
      {own && <span className="t3">{t('own')}</span>}
    </span>
  )
}

/** How many sign in without a password; who lost a device may have all of them removed. */
function Passkeys({ user, acts }: { user: AdminUser; acts: UserActs }) {
  const t = useTexts('users')
  const own = useUser()?.id === user.id
  if (user.passkeys === 0) return t('passkeys.none')
  return (
    <span className="row wrap">
      {t('passkeys.count', { count: user.passkeys })}
      <Button small disabled={own} onClick={() => acts.removePasskeys(user)}>
        {t('act.remove_passkeys')}
      </Button>
      {own && <span className="t3">{t('own')}</span>}
    </span>
  )
}
