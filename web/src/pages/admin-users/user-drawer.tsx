import type { ReactNode } from 'react'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useUser } from '../../lib/session.ts'
import { useLastMonth } from '../../lib/traffic/use-last-month.ts'
import { AuditTrail } from '../../ui/audit/audit-trail.tsx'
import { Button } from '../../ui/button.tsx'
import { Drawer, DrawerBody, DrawerFoot } from '../../ui/drawer.tsx'
import { DrawerSteps } from '../../ui/drawer-steps.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Status } from '../../ui/status.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Latest } from '../../ui/traffic/latest.tsx'
import { Ranking } from '../../ui/traffic/ranking.tsx'
import { ActivityTab } from './activity-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { SessionsTab } from './sessions-tab.tsx'
import { useAccount } from './use-account.ts'
import { UserKeysTab } from './user-keys-tab.tsx'
import type { UserActs } from './user-menu.tsx'
import { UserMissing } from './user-missing.tsx'
import { userState } from './users.ts'

const TABS = ['overview', 'keys', 'usage', 'activity', 'sessions', 'changes'] as const
type Tab = (typeof TABS)[number]

type Props = {
  id: string
  /** The order of the list, for the arrows. */
  ids: readonly string[]
  acts: UserActs
  onMove: (id: string) => void
  onClose: () => void
}

/** One account: what it used, what bounds it, its money, its keys and its sessions. */
export function UserDrawer({ id, ids, acts, onMove, onClose }: Props) {
  const t = useTexts('users')
  const { data: user, error, refetch } = useAccount(id)
  return (
    <Drawer
      open
      composed
      onClose={onClose}
      title={user?.name ?? t('drawer')}
      remark={
        user && (
          <>
            <Status state={`key_${userState(user)}`} />
            <Tag className="hide">{t(`role.${user.role}`)}</Tag>
            <span className="t3 el hide">{user.email}</span>
          </>
        )
      }
      actions={<DrawerSteps {...{ id, ids, onMove }} link={`/admin/users?user=${encodeURIComponent(id)}`} />}
    >
      {user === undefined ? (
        <UserMissing error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <DrawerBody>
            <Content key={user.id} user={user} acts={acts} />
          </DrawerBody>
          <Foot user={user} acts={acts} />
        </>
      )}
    </Drawer>
  )
}

function Content({ user, acts }: { user: AdminUser; acts: UserActs }) {
  const t = useTexts('users')
  const [search, change] = useSearchParams()
  const tab = TABS.find((known) => known === one(search, 'tab')) ?? 'overview'
  const query = { ...useLastMonth(), user: [user.id] }
  const content: Record<Tab, () => ReactNode> = {
    overview: () => <OverviewTab user={user} query={query} acts={acts} />,
    keys: () => <UserKeysTab user={user} />,
    usage: () => (
      <>
        <div className="grid gap-5 desk:grid-cols-2">
          <Ranking scope="admin" query={query} by="model" />
          <Ranking scope="admin" query={query} by="key" />
        </div>
        <Latest scope="admin" query={query} filter={{ user: user.id }} />
      </>
    ),
    activity: () => <ActivityTab user={user} />,
    sessions: () => <SessionsTab user={user} />,
    changes: () => <AuditTrail kind="user" id={user.id} />,
  }
  return (
    <Tabs
      label={user.name}
      value={tab}
      onChange={(next) => change({ tab: next === 'overview' ? null : next })}
      tabs={TABS.map((value) => ({
        value,
        label: value === 'keys' ? `${t('tab.keys')} ${user.keys}` : t(`tab.${value}`),
      }))}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{content[tab]()}</div>
    </Tabs>
  )
}

function Foot({ user, acts }: { user: AdminUser; acts: UserActs }) {
  const t = useTexts('users')
  const own = useUser()?.id === user.id
  const off = user.status === 'disabled'
  return (
    <DrawerFoot>
      <Button kind="danger" disabled={own} onClick={() => acts.toggle(user)}>
        {t(off ? 'act.enable' : 'act.disable_ask')}
      </Button>
      <Button kind="danger" disabled={own} onClick={() => acts.remove(user)}>
        {t('act.delete')}
      </Button>
      {own && <span className="t3">{t('own')}</span>}
      <span className="sp hide" />
      <Button disabled={own} onClick={() => acts.reset(user)}>
        {t('act.reset')}
      </Button>
      <Button onClick={() => acts.edit(user)}>{t('act.edit')}</Button>
    </DrawerFoot>
  )
}
