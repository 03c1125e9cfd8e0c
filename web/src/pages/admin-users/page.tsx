import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Upload, UserPlus, UsersRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { adminListUsers, adminUserFigures, USER_COLUMNS, type AdminUser } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { ask } from '../../lib/query.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useSort } from '../../lib/sort.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { useFormat, useZone } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { FactLine } from '../../ui/fact-line.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PasswordOnce, type Told } from './password-once.tsx'
import { useAccountDeeds } from './use-account-deeds.ts'
import { useUserDeeds } from './use-user-deeds.ts'
import { UserList } from './user-list.tsx'
import type { UserActs } from './user-menu.tsx'
import { filterQuery, readFilter } from './users.ts'

const loadForm = () => loadChunk(() => import('./user-form-drawer.tsx'))
const UserFormDrawer = lazy(() => loadForm().then((found) => ({ default: found.UserFormDrawer })))
const EditUser = lazy(() => loadChunk(() => import('./edit-user.tsx')).then((found) => ({ default: found.EditUser })))
const UserDrawer = lazy(() =>
  loadChunk(() => import('./user-drawer.tsx')).then((found) => ({ default: found.UserDrawer })),
)
const ImportDrawer = lazy(() =>
  loadChunk(() => import('./import-drawer.tsx')).then((found) => ({ default: found.ImportDrawer })),
)
const GroupsDrawer = lazy(() =>
  loadChunk(() => import('./groups-drawer.tsx')).then((found) => ({ default: found.GroupsDrawer })),
)

/** The accounts. What is open is in the address: `user` (with `tab`), `edit`, `new`, `import`, `groups`. */
export function Page() {
  const t = useTexts('users')
  const zone = useZone()
  const [search, change] = useSearchParams()
  const filter = readFilter(search)
  const sorting = useSort(USER_COLUMNS, '-cost')
  const list = usePages(adminListUsers, { query: { tz: zone, ...filterQuery(filter), sort: sorting.sort } })
  const { rows } = list
  const { setStatus, disable } = useUserDeeds()
  const { resetPassword, resetSecondFactor, removePasskeys, remove, view } = useAccountDeeds()
  const [told, setTold] = useState<Told | null>(null)
  const [opened, edited] = [one(search, 'user'), one(search, 'edit')]
  const close = () => change({ user: null, tab: null, edit: null, new: null, import: null, groups: null })
  const create = () => change({ new: '1' }, { push: true })
  const importing = () => change({ import: '1' }, { push: true })
  const acts: UserActs = {
    open: (user) => change({ user: user.id }, { push: true }),
    edit: (user) => change({ user: null, tab: null, edit: user.id }, { push: true }),
    view: (user) => void view(user),
    reset: (user: AdminUser) =>
      void resetPassword(user).then((password) => password && setTold({ email: user.email, password, fresh: false })),
    resetSecondFactor: (user) => void resetSecondFactor(user),
    removePasskeys: (user) => void removePasskeys(user),
    toggle: (user) => void (user.status === 'disabled' ? setStatus([user], 'active') : disable([user])),
    remove: (user) => void remove(user).then((gone) => gone && opened !== undefined && close()),
  }
  const groups = () => change({ groups: '1' }, { push: true })
  useShortcuts({ c: create, '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus() })
  return (
    <>
      <PageHead palette title={t('title')}>
        <Button onClick={groups}>
          <Icon of={UsersRound} small />
          {t('group.title')}
        </Button>
        <Button onClick={importing}>
          <Icon of={Upload} small />
          {t('act.import')}
        </Button>
        <Menu
          align="end"
          items={[
            { label: t('group.title'), icon: UsersRound, onSelect: groups },
            { label: t('act.import'), icon: Upload, onSelect: importing },
          ]}
          trigger={(trigger) => (
            <Button {...trigger} icon className="desk:hidden" aria-label={t('act.others')}>
              <Icon of={Ellipsis} small />
            </Button>
          )}
        />
        <Button kind="primary" onClick={create} onPointerEnter={() => void loadForm()}>
          <Icon of={UserPlus} small />
          {t('act.create')}
        </Button>
      </PageHead>
      <Figures />
      <UserList filter={filter} list={list} sorting={sorting} acts={acts} onCreate={create} onImport={importing} />
      <Suspense fallback={null}>
        {opened !== undefined && (
          <UserDrawer
            id={opened}
            ids={rows?.map((user) => user.id) ?? []}
            acts={acts}
            onMove={(id) => change({ user: id })}
            onClose={close}
          />
        )}
        {one(search, 'new') !== undefined && <UserFormDrawer edited={null} onTold={setTold} onClose={close} />}
        {edited !== undefined && (
          <EditUser key={edited} id={edited} known={rows?.find((user) => user.id === edited)} onClose={close} />
        )}
        {one(search, 'import') !== undefined && <ImportDrawer onClose={close} />}
        {one(search, 'groups') !== undefined && <GroupsDrawer onClose={close} />}
        {told !== null && <PasswordOnce told={told} onClose={() => setTold(null)} />}
      </Suspense>
    </>
  )
}

function Figures() {
  const t = useTexts('users')
  const zone = useZone()
  const { exact, usd } = useFormat()
  const { data } = useQuery(ask(adminUserFigures, { query: { tz: zone } }))
  return (
    <FactLine
      facts={
        data && [
          [exact(data.active + data.disabled), t('figure.users', { count: data.active + data.disabled })],
          [exact(data.active), t('status.active')],
          [exact(data.exhausted), t('sign.exhausted')],
          [exact(data.disabled), t('status.disabled')],
          [exact(data.active_today), t('figure.today'), 'lead'],
          [usd(data.month_cost, 2), t('figure.cost'), 'lead'],
        ]
      }
    />
  )
}
