import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminDiscoverModels, type Probes, type Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Drawer, DrawerBody, DrawerFoot } from '../../ui/drawer.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ProbeResult, ProbeRunning } from '../../ui/provider/probe-result.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Tag } from '../../ui/tag.tsx'
import { routeInputs, type ProviderSource } from './use-provider.ts'

const SHOWN = 200

type Props = { provider: Provider; source: ProviderSource; onClose: () => void }

/** What the upstream offers now, beside what is mapped: tick to add, untick to remove. */
export function DiscoverDrawer({ provider, source, onClose }: Props) {
  const t = useTexts('providers')
  const found = useQuery({
    queryKey: ['discover', provider.id],
    queryFn: ({ signal }) => call(adminDiscoverModels, { params: { id: provider.id }, signal }),
    // What the upstream offers is asked anew at every opening.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const mapped = new Set(provider.routes.map((route) => route.upstream_name))
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [busy, setBusy] = useState(false)
  const differences = [...changed].filter(([name, on]) => mapped.has(name) !== on)
  const { leave, done } = useUnsaved(differences.length > 0, onClose)
  const save = async () => {
    setBusy(true)
    const dropped = new Set(differences.filter(([, on]) => !on).map(([name]) => name))
    const keptOf = (now: Provider) => routeInputs(now).filter((row) => !dropped.has(row.upstream_name ?? row.model))
    const added = differences.filter(([, on]) => on).map(([name]) => ({ model: name, upstream_name: name }))
    const saved = await source.change(provider, (now) => ({ routes: [...keptOf(now), ...added] }), t('detail.saved'))
    setBusy(false)
    if (saved) done()
  }
  return (
    <Drawer open composed width="slim" onClose={leave} title={t('detail.discovered')}>
      <DrawerBody>
        {found.isFetching ? (
          <ProbeRunning />
        ) : found.isError ? (
          <ErrorState error={found.error} title={t('test.unreached')} onRetry={() => void found.refetch()} />
        ) : found.data && found.data.models.length > 0 ? (
          <Found
            models={found.data.models}
            isOn={(name) => changed.get(name) ?? mapped.has(name)}
            onChange={(name, on) => setChanged(new Map(changed).set(name, on))}
          />
        ) : (
          found.data && (
            <>
              <ProbeResult probes={found.data} />
              <p className="t3">{t('test.noList')}</p>
            </>
          )
        )}
      </DrawerBody>
      <DrawerFoot>
        <Button onClick={leave}>{t('act.cancel')}</Button>
        <span className="sp" />
        <Button kind="primary" busy={busy} disabled={differences.length === 0} onClick={() => void save()}>
          {t('act.save')}
        </Button>
      </DrawerFoot>
    </Drawer>
  )
}

type FoundProps = {
  models: Probes['models']
  isOn: (name: string) => boolean
  onChange: (name: string, on: boolean) => void
}

function Found({ models, isOn, onChange }: FoundProps) {
  const t = useTexts('providers')
  const [query, setQuery] = useState('')
  const shown = models.filter(({ id }) => id.toLowerCase().includes(query.trim().toLowerCase()))
  return (
    <>
      <p className="t2 text-cell">{t('detail.discoveredText')}</p>
      <SearchField value={query} onChange={setQuery} label={t('picks.search')} className="w-full!" />
      {shown.length === 0 && <p className="t3">{t('picks.nothing', { query: query.trim() })}</p>}
      <ul className="rounded-card border border-line empty:hidden">
        {shown.slice(0, SHOWN).map((model) => (
          <li key={model.id} className="border-b border-line last:border-0">
            <label className="row gap12 px-3 py-2">
              <Checkbox checked={isOn(model.id)} onChange={(on) => onChange(model.id, on)} />
              <span className="m sp text-cell wrap-anywhere">{model.id}</span>
              {model.priced ? <Tag>{t('picks.priced')}</Tag> : <span className="st warn">! {t('picks.unpriced')}</span>}
            </label>
          </li>
        ))}
      </ul>
      {shown.length > SHOWN && <p className="t3">{t('picks.more', { shown: SHOWN, total: shown.length })}</p>}
    </>
  )
}
