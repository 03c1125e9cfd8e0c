import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { listKeys, type ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { ask } from '../../lib/query.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { useZone } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { BaseUrls } from './base-urls.tsx'
import type { KeyView, OnView } from './key-actions.tsx'
import type { DrawerJob } from './key-drawer.tsx'
import { KeyList } from './key-list.tsx'
import { NoKeys } from './no-keys.tsx'
import './page.css'

// The form is heavier than the list; it loads when the pointer comes near, or when it opens.
const loadDrawer = () => loadChunk(() => import('./key-drawer.tsx'))
const KeyDrawer = lazy(() => loadDrawer().then((found) => ({ default: found.KeyDrawer })))
const RotateDialog = lazy(() =>
  loadChunk(() => import('./rotate-dialog.tsx')).then((found) => ({ default: found.RotateDialog })),
)
const OwnKeyDetails = lazy(() =>
  loadChunk(() => import('./own-key-details.tsx')).then((found) => ({ default: found.OwnKeyDetails })),
)

const CREATE: DrawerJob = { kind: 'create' }

/** The own API keys: where to send requests, the keys themselves, and all that can be done with one. What is open is in the address: `key` (with `tab`), `new`. */
export function Page() {
  const t = useTexts('keys')
  const zone = useZone()
  const keys = useQuery(ask(listKeys, { query: { tz: zone } }))
  const [job, setJob] = useState<DrawerJob | null>(null)
  const [rotated, setRotated] = useState<ApiKey | null>(null)
  const [search, change] = useSearchParams()
  const looked = one(search, 'key')
  const closeDetails = () => change({ key: null, tab: null })
  // Asked for in the address too, so that other pages can lead here.
  const asked = one(search, 'new') === '1'
  const create = () => change({ new: '1' }, { push: true })
  const wanted = job ?? (asked ? CREATE : null)
  // Once open it stays, so that it can slide away.
  const [drawn, setDrawn] = useState(false)
  if (wanted !== null && !drawn) setDrawn(true)
  const openJob = (next: DrawerJob | null) => {
    setJob(next)
    if (asked) change({ new: null })
  }
  const view: OnView = (kind: KeyView, key) => {
    if (kind === 'details') return change({ key: key.id }, { push: true })
    if (looked !== undefined) closeDetails()
    return kind === 'rotate' ? setRotated(key) : setJob({ kind, key })
  }
  useShortcuts({ c: create })
  const items = keys.data?.items
  return (
    <>
      <PageHead palette title={t('title')}>
        <Button kind="primary" onClick={create} onPointerEnter={() => void loadDrawer()}>
          <Icon of={Plus} small />
          {t('create')}
          <Kbd className="hide">C</Kbd>
        </Button>
      </PageHead>
      <BaseUrls />
      <Content
        items={items}
        refreshing={keys.isFetching}
        failure={
          keys.isError && items === undefined && <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />
        }
        onCreate={create}
        onView={view}
      />
      <Suspense fallback={null}>{drawn && <KeyDrawer job={wanted} onJob={openJob} zone={zone} />}</Suspense>
      <Suspense fallback={null}>
        {rotated !== null && (
          <RotateDialog
            item={rotated}
            onRotated={(key) => {
              setRotated(null)
              setJob({ kind: 'rotated', key })
            }}
            onClose={() => setRotated(null)}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {looked !== undefined && <OwnKeyDetails id={looked} keys={items} onView={view} onClose={closeDetails} />}
      </Suspense>
    </>
  )
}

type ContentProps = {
  items: readonly ApiKey[] | undefined
  refreshing: boolean
  failure: React.ReactNode
  onCreate: () => void
  onView: OnView
}

function Content({ items, refreshing, failure, onCreate, onView }: ContentProps) {
  const t = useTexts('keys')
  if (failure) return <Card className="mt">{failure}</Card>
  if (items === undefined) {
    return (
      <Card flush className="keys-wait" aria-label={t('list')}>
        <TableSkeleton rows={6} tall />
      </Card>
    )
  }
  if (items.length === 0) return <NoKeys onCreate={onCreate} />
  return <KeyList keys={items} refreshing={refreshing} onView={onView} />
}
