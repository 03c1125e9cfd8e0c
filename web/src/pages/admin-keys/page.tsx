import { useQuery } from '@tanstack/react-query'
import { Plus, Siren } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { adminKeyFigures, adminListKeys, KEY_COLUMNS } from '../../../../src/contract/admin-keys.ts'
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
import { PageHead } from '../../ui/page-head.tsx'
import { KeyList } from './key-list.tsx'
import type { KeyActs } from './key-menu.tsx'
import { filterQuery, readFilter } from './keys.ts'
import { useKeyDeeds } from './use-key-deeds.ts'
import { useRemoveKey } from './use-remove-key.ts'

const KeyDrawer = lazy(() =>
  loadChunk(() => import('./key-drawer.tsx')).then((found) => ({ default: found.KeyDrawer })),
)
const EditKey = lazy(() => loadChunk(() => import('./edit-key.tsx')).then((found) => ({ default: found.EditKey })))
const ReplaceKey = lazy(() =>
  loadChunk(() => import('./replace-key.tsx')).then((found) => ({ default: found.ReplaceKey })),
)
const AdminKeyDetails = lazy(() =>
  loadChunk(() => import('./admin-key-details.tsx')).then((found) => ({ default: found.AdminKeyDetails })),
)
const FindDialog = lazy(() =>
  loadChunk(() => import('./find-dialog.tsx')).then((found) => ({ default: found.FindDialog })),
)

/** The keys of everybody. What is open is in the address: `key` (with `tab`), `edit`, `new`, `for` (a new one for that user), `like` (one that replaces that key), `find`. */
export function Page() {
  const t = useTexts('allkeys')
  const zone = useZone()
  const [search, change] = useSearchParams()
  const filter = readFilter(search)
  const sorting = useSort(KEY_COLUMNS, '-cost')
  const list = usePages(adminListKeys, { query: { tz: zone, ...filterQuery(filter), sort: sorting.sort } })
  const { setStatus, disable } = useKeyDeeds()
  const remove = useRemoveKey()
  const [opened, edited, replaced] = [one(search, 'key'), one(search, 'edit'), one(search, 'like')]
  const owner = one(search, 'for') ?? null
  const close = () => change({ key: null, tab: null, edit: null, new: null, for: null, like: null, find: null })
  const create = () => change({ new: '1' }, { push: true })
  const acts: KeyActs = {
    open: (key) => change({ key: key.id }, { push: true }),
    edit: (key) => change({ key: null, tab: null, edit: key.id }, { push: true }),
    owner: (key) => change({ user: key.owner.id }),
    toggle: (key) => void (key.status === 'disabled' ? setStatus([key], 'active') : disable([key])),
    remove: (key) => void remove(key).then((gone) => gone && opened !== undefined && close()),
  }
  useShortcuts({ c: create, '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus() })
  return (
    <>
      <PageHead palette title={t('title')}>
        <Button
          kind="danger"
          className="keep"
          aria-label={t('find.title')}
          onClick={() => change({ find: '1' }, { push: true })}
        >
          <Icon of={Siren} small />
          <span className="hide">{t('find.title')}</span>
        </Button>
        <Button kind="primary" onClick={create}>
          <Icon of={Plus} small />
          {t('act.create')}
        </Button>
      </PageHead>
      <Figures />
      <KeyList filter={filter} list={list} sorting={sorting} acts={acts} onCreate={create} />
      <Suspense fallback={null}>
        {opened !== undefined && (
          <AdminKeyDetails
            id={opened}
            ids={list.rows?.map((key) => key.id) ?? []}
            acts={acts}
            onMove={(id) => change({ key: id })}
            onClose={close}
          />
        )}
        {(one(search, 'new') !== undefined || owner !== null) && (
          <KeyDrawer key={owner ?? ''} edited={null} owner={owner} onClose={close} />
        )}
        {edited !== undefined && (
          <EditKey key={edited} id={edited} known={list.rows?.find((key) => key.id === edited)} onClose={close} />
        )}
        {replaced !== undefined && <ReplaceKey key={replaced} id={replaced} onClose={close} />}
        {one(search, 'find') !== undefined && (
          <FindDialog
            onOpen={(key) => change({ find: null, key: key.id })}
            onReplace={(key) => change({ find: null, like: key.id })}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

function Figures() {
  const t = useTexts('allkeys')
  const ui = useTexts('ui')
  const zone = useZone()
  const { exact, usd } = useFormat()
  const { data } = useQuery(ask(adminKeyFigures, { query: { tz: zone } }))
  const all = data ? data.active + data.disabled + data.expired : 0
  return (
    <FactLine
      facts={
        data && [
          [exact(all), t('figure.keys', { count: all })],
          [exact(data.active), ui('status.key_active')],
          [exact(data.rotating), ui('status.key_rotating')],
          [exact(data.exhausted), ui('status.key_exhausted')],
          [exact(data.disabled), ui('status.key_disabled')],
          [exact(data.expired), ui('status.key_expired')],
          [usd(data.month_cost, 2), t('figure.cost'), 'lead'],
        ]
      }
    />
  )
}
