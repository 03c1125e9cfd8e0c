import { Pencil, PlugZap, SearchX, Trash2 } from 'lucide-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useProviderChanges } from '../../lib/provider/use-provider-changes.ts'
import { useMatrix } from '../../lib/provider/use-matrix.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { usePathId } from '../../lib/path-id.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { HeadButton } from '../../ui/head-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { RequestDrawer } from '../../ui/traffic/request-drawer-lazy.tsx'
import { TestDrawer } from '../../ui/provider/test-drawer-lazy.tsx'
import { ChangesCard } from './changes-card.tsx'
import { Figures } from './figures.tsx'
import { RangeChoice } from './range-choice.tsx'
import { Section, SectionNav } from './sections.tsx'
import { CredentialsCard } from './credentials-card.tsx'
import { EndpointsCard } from './endpoints-card.tsx'
import { ErrorsCard } from './errors-card.tsx'
import { Head } from './head.tsx'
import { HealthCard } from './health-card.tsx'
import { LimitsCard } from './limits-card.tsx'
import { RoutesCard } from './routes-card.tsx'
import { SpentCard } from './spent-card.tsx'
import { useProvider } from './use-provider.ts'

const EditDrawer = lazy(() =>
  loadChunk(() => import('./edit-drawer.tsx')).then((found) => ({ default: found.EditDrawer })),
)

/** One provider for the administrator: its state, addresses, secrets and models. */
export function Page() {
  const t = useTexts('providers')
  const id = usePathId()
  const source = useProvider(id)
  const [, setSearch] = useSearchParams()
  const [testing, setTesting] = useState(false)
  const { provider } = source
  const day = useMatrix().of(id)
  const edit = () => setSearch({ edit: '1' }, { push: true })
  const open = (id: string) => setSearch({ req: id }, { push: true })
  const crumb = (
    <Link to="/admin/models-providers" className="text-inherit hover:text-accent">
      {t('title')}
    </Link>
  )
  if (provider === undefined) {
    return (
      <>
        <PageHead title={t('detail.provider')} crumb={crumb} />
        <Missing source={source} />
      </>
    )
  }
  return (
    <>
      <PageHead title={provider.name} crumb={crumb}>
        <span className="hide">
          <RangeChoice id={provider.id} />
        </span>
        <HeadButton icon={PlugZap} text={t('act.test')} onClick={() => setTesting(true)} />
        <HeadButton icon={Pencil} text={t('act.edit')} onClick={edit} />
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <Head provider={provider} source={source} day={day} onTest={() => setTesting(true)} />
        <SectionNav />
        <Section id="overview">
          <span className="desk:hidden justify-self-start">
            <RangeChoice id={provider.id} />
          </span>
          <Figures provider={provider} day={day} />
        </Section>
        <Section id="keys">
          <EndpointsCard provider={provider} onEdit={edit} />
          <CredentialsCard provider={provider} source={source} />
        </Section>
        <Section id="mapping">
          <RoutesCard provider={provider} source={source} />
        </Section>
        <Section id="limits">
          <LimitsCard provider={provider} />
        </Section>
        <Section id="health">
          <HealthCard provider={provider} />
        </Section>
        <Section id="errors">
          <ErrorsCard id={provider.id} onOpen={open} />
          <SpentCard id={provider.id} />
        </Section>
        <Section id="changes">
          <ChangesCard id={provider.id} />
        </Section>
        <DeleteCard provider={provider} />
      </div>
      <Suspense fallback={null}>
        {testing && <TestDrawer provider={provider} onClose={() => setTesting(false)} />}
      </Suspense>
      <Drawers provider={provider} source={source} />
    </>
  )
}

/** What the address has open: the form of the provider, or a request that failed. */
function Drawers({ provider, source }: { provider: Provider; source: ReturnType<typeof useProvider> }) {
  const [search, setSearch] = useSearchParams()
  const [conflicts, setConflicts] = useState(0)
  const opened = one(search, 'req')
  return (
    <Suspense fallback={null}>
      {one(search, 'edit') !== undefined && (
        <EditDrawer
          key={conflicts}
          onConflict={() => setConflicts(conflicts + 1)}
          provider={provider}
          source={source}
          onClose={() => setSearch({ edit: null })}
        />
      )}
      {opened !== undefined && (
        <RequestDrawer
          id={opened}
          ids={[]}
          onMove={(id) => setSearch({ req: id })}
          onClose={() => setSearch({ req: null })}
        />
      )}
    </Suspense>
  )
}

function Missing({ source }: { source: ReturnType<typeof useProvider> }) {
  const t = useTexts('providers')
  const { error } = source
  return (
    <Card>
      {error === null ? (
        <TableSkeleton tall />
      ) : error.status === 404 ? (
        <Empty
          icon={SearchX}
          title={t('detail.missing')}
          text={t('detail.missingText')}
          actions={
            <Link to="/admin/models-providers" className={buttonClass({})}>
              {t('detail.toList')}
            </Link>
          }
        />
      ) : (
        <ErrorState error={error} title={t('detail.loadFailed')} onRetry={() => void source.refetch()} />
      )}
    </Card>
  )
}

function DeleteCard({ provider }: { provider: Provider }) {
  const t = useTexts('providers')
  const navigate = useNavigate()
  const { remove } = useProviderChanges()
  const removeAndLeave = async () => {
    if (await remove(provider)) await navigate({ to: '/admin/models-providers' })
  }
  return (
    <Card>
      <div className="row wrap gap12">
        <div className="sp min-w-60">
          <h2>{t('detail.danger')}</h2>
          <p className="t3">{t('detail.dangerText')}</p>
        </div>
        <Button kind="danger" onClick={() => void removeAndLeave()}>
          <Icon of={Trash2} small />
          {t('act.delete')}
        </Button>
      </div>
    </Card>
  )
}
