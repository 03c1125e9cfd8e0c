import { useQuery } from '@tanstack/react-query'
import { Calculator, Play } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { listModels, listProviders } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { tryWith } from '../../lib/playground/link.ts'
import { ask } from '../../lib/query.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { NO_FILTER } from './model-filter.ts'
import { ModelsTab } from './models-tab.tsx'
import { ProvidersTab } from './providers-tab.tsx'
import './page.css'

const Calculate = lazy(() => loadChunk(() => import('./calculator.tsx')).then((it) => ({ default: it.Calculate })))

const TABS = ['models', 'providers'] as const
type Tab = (typeof TABS)[number]

/** How often what models and providers do is asked again. */
const FRESH_MS = 60_000

/** What the reader may use, what it costs them and how it does. */
export function Page() {
  const t = useTexts('models')
  const [search, change] = useSearchParams()
  const tab: Tab = one(search, 'tab') === 'providers' ? 'providers' : 'models'
  const models = useQuery({ ...ask(listModels), refetchInterval: FRESH_MS })
  const providers = useQuery({ ...ask(listProviders), refetchInterval: FRESH_MS })
  const calculate = () => change({ calc: '1' }, { push: true })
  useShortcuts({ '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus() })
  const count = { models: models.data?.items.length, providers: providers.data?.items.length }
  return (
    <>
      <PageHead palette title={t('title')}>
        <Button className="keep" aria-label={t('calculate')} onClick={calculate}>
          <Icon of={Calculator} small />
          <span className="hide">{t('calculate')}</span>
        </Button>
        <Button kind="primary" onClick={() => change(tryWith({}), { push: true })}>
          <Icon of={Play} small />
          {t('try')}
        </Button>
      </PageHead>
      <Tabs
        label={t('tabs')}
        value={tab}
        onChange={(next) =>
          change({ ...NO_FILTER, status: null, tab: next === 'models' ? null : next }, { push: true })
        }
        tabs={TABS.map((value) => ({
          value,
          label: (
            <>
              {t(`tab.${value}`)} <span className="t3 n">{count[value]}</span>
            </>
          ),
        }))}
      >
        {tab === 'models' ? <ModelsTab query={models} /> : <ProvidersTab query={providers} />}
      </Tabs>
      {one(search, 'calc') === '1' && models.data && (
        <Suspense fallback={null}>
          <Calculate models={models.data.items} multiplier={models.data.multiplier} />
        </Suspense>
      )}
    </>
  )
}
