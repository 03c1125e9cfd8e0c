import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { adminListModels } from '../../../../src/contract/models.ts'
import { adminListProviders } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { ask } from '../../lib/query.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { HeadActions } from './head-actions.tsx'
import { ModelsTab } from './models-tab.tsx'
import { ProvidersTab } from './providers-tab.tsx'

// The forms are heavier than the lists; they load when the pointer comes near, or when they open.
const loadWizard = () => loadChunk(() => import('./provider-wizard.tsx'))
const loadModel = () => loadChunk(() => import('./model-drawer.tsx'))
const ProviderWizard = lazy(() => loadWizard().then((found) => ({ default: found.ProviderWizard })))
const ModelDrawer = lazy(() => loadModel().then((found) => ({ default: found.ModelDrawer })))

const RoutingTab = lazy(() =>
  loadChunk(() => import('./routing-tab.tsx')).then((found) => ({ default: found.RoutingTab })),
)

const TABS = ['providers', 'models', 'routing'] as const

/** The administrator's providers and models. What is open is in the address: `tab`, `new`, `model`. */
export function Page() {
  const t = useTexts('providers')
  const [search, setSearch] = useSearchParams()
  const tab = TABS.find((known) => known === one(search, 'tab')) ?? 'providers'
  const providers = useQuery(ask(adminListProviders)).data?.items
  const models = useQuery(ask(adminListModels)).data?.items
  const adds = one(search, 'new') !== undefined
  const model = one(search, 'model')
  const add = () => tab !== 'routing' && setSearch({ new: '1' }, { push: true })
  useShortcuts({ c: add, '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus() })
  const close = () => setSearch({ new: null, model: null })
  return (
    <>
      <PageHead palette title={t('title')}>
        <HeadActions tab={tab} onAdd={add} onNear={() => void (tab === 'providers' ? loadWizard() : loadModel())} />
      </PageHead>
      <Tabs
        label={t('title')}
        className="mb-3.5"
        value={tab}
        onChange={(next) =>
          setSearch(
            {
              tab: next === 'providers' ? null : next,
              q: null,
              status: null,
              of: null,
              ability: null,
              for: null,
              speaks: null,
              billed: null,
              sort: null,
              new: null,
              model: null,
            },
            { push: true },
          )
        }
        tabs={[
          { value: 'providers', label: <TabName name={t('tab.providers')} count={providers?.length} /> },
          { value: 'models', label: <TabName name={t('tab.models')} count={models?.length} /> },
          { value: 'routing', label: t('tab.routing') },
        ]}
      >
        {tab === 'providers' && <ProvidersTab onAdd={add} />}
        {tab === 'models' && <ModelsTab onAdd={add} />}
        <Suspense fallback={null}>{tab === 'routing' && <RoutingTab />}</Suspense>
      </Tabs>
      <Suspense fallback={null}>
        {tab === 'providers' && adds && <ProviderWizard onClose={close} />}
        {tab === 'models' && (adds || model !== undefined) && (
          <ModelDrawer key={model ?? ''} id={adds ? null : (model ?? null)} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

function TabName({ name, count }: { name: string; count: number | undefined }) {
  return (
    <>
      {name}
      {count !== undefined && <span className="t3 n ml-1.5 font-normal">{count}</span>}
    </>
  )
}
