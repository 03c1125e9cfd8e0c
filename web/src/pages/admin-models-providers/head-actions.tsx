import { Link } from '@tanstack/react-router'
import { History, PlugZap, Plus, RefreshCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { HeadButton } from '../../ui/head-button.tsx'
import { Icon } from '../../ui/icon.tsx'

const loadSync = () => loadChunk(() => import('./sync-drawer.tsx'))
const loadTests = () => loadChunk(() => import('./test-all-drawer.tsx'))
const SyncDrawer = lazy(() => loadSync().then((found) => ({ default: found.SyncDrawer })))
const TestAllDrawer = lazy(() => loadTests().then((found) => ({ default: found.TestAllDrawer })))

type Props = { tab: 'providers' | 'models' | 'routing'; onAdd: () => void; onNear: () => void }

/** What can be done with all that a tab lists, and the way to add to it. */
export function HeadActions({ tab, onAdd, onNear }: Props) {
  const t = useTexts('providers')
  if (tab === 'routing') {
    return (
      <Link
        to="/admin/audit-logs"
        search={{ action: 'model.' }}
        className={buttonClass({ className: 'keep' })}
        aria-label={t('history')}
      >
        <Icon of={History} small />
        <span className="hide">{t('history')}</span>
      </Link>
    )
  }
  return (
    <>
      {tab === 'models' ? <Sync /> : <TestAll />}
      <Button kind="primary" onClick={onAdd} onPointerEnter={onNear}>
        <Icon of={Plus} small />
        {t(tab === 'providers' ? 'providerList.add' : 'modelList.add')}
      </Button>
    </>
  )
}

/** Asks all upstreams what they offer; open while the address says so. */
function Sync() {
  const t = useTexts('offers')
  const [search, setSearch] = useSearchParams()
  const open = one(search, 'sync') !== undefined && one(search, 'model') === undefined
  return (
    <>
      <HeadButton
        icon={RefreshCw}
        text={t('sync.open')}
        onNear={() => void loadSync()}
        onClick={() => setSearch({ sync: '1' }, { push: true })}
      />
      <Suspense fallback={null}>{open && <SyncDrawer onClose={() => setSearch({ sync: null })} />}</Suspense>
    </>
  )
}

function TestAll() {
  const t = useTexts('offers')
  const [open, setOpen] = useState(false)
  return (
    <>
      <HeadButton icon={PlugZap} text={t('tests.open')} onNear={() => void loadTests()} onClick={() => setOpen(true)} />
      <Suspense fallback={null}>{open && <TestAllDrawer onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
