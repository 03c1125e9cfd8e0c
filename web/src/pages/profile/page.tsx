import { listSessions, type Me } from '../../../../src/contract/users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { initialOf } from '../../lib/initial-of.ts'
import { askAgain } from '../../lib/query.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { QuotaCard } from '../../ui/limits/quota-card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PasswordForm } from '../../ui/password-form.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Basics } from './basics.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import './profile.css'

/** Who the signed-in user is: name, language, password, second factor, passkeys, sessions. */
export function Page() {
  const t = useTexts('profile')
  const c = useTexts('common')
  const user = useUser()
  return (
    <>
      <PageHead title={c('places.profile')} />
      <div className="profile">
        {user !== null && (
          <>
            <Head user={user} />
            <Basics key={user.id} user={user} />
          </>
        )}
        <QuotaCard mine />
        <Card>
          <CardHead title={t('password.title')} remark={t('password.remark')} />
          <PasswordForm onChanged={() => void askAgain(listSessions)} />
        </Card>
        <SecondFactor />
        <Passkeys />
        <Sessions />
      </div>
    </>
  )
}

function Head({ user }: { user: Me }) {
  const t = useTexts('profile')
  const format = useFormat()
  const facts = [
    [t('facts.joined'), format.day(user.created_at)],
    [t('facts.last'), format.when(user.last_login_at)],
    [t('facts.id'), user.id],
  ] as const
  return (
    <Card className="ph">
      <span className="av l" aria-hidden="true">
        {initialOf(user.name)}
      </span>
      <div className="who">
        <div className="row wrap">
          <h2>{user.name}</h2>
          <Tag>{t(isAdmin(user) ? 'role.admin' : 'role.user')}</Tag>
        </div>
        <div className="t2 el">{user.email}</div>
      </div>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="t3">{label}</dt>
            <dd className="n row gap4">
              {value}
              {value === user.id && <CopyButton text={value} what={label} />}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
