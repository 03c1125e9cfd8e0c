import { Boxes, Plus, RefreshCw, SearchX, X } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState, type FormEvent } from 'react'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { askBreakdown } from '../../lib/traffic/ask.ts'
import { useFormat } from '../../lib/use-format.ts'
import type { Totals } from '../../../../src/contract/usage.ts'
import { toast } from '../../lib/toast.ts'
import { useSteadyOrder } from '../../lib/use-steady-order.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SavingSwitch } from '../../ui/saving-switch.tsx'
import { routeInputs, type ProviderSource } from './use-provider.ts'
import { useRange, type Range } from './use-range.ts'

const DiscoverDrawer = lazy(() =>
  loadChunk(() => import('./discover-drawer.tsx')).then((found) => ({ default: found.DiscoverDrawer })),
)

const SEARCH_FROM = 12
/** So many stand open at first: of an aggregator's hundreds most are never asked for, and what stands below is wanted, too. */
const AT_FIRST = 20
const SHOWN = 200

type Props = { provider: Provider; source: ProviderSource }
type Route = Provider['routes'][number]

/** Which models go through this provider, and what the upstream calls them. */
export function RoutesCard({ provider, source }: Props) {
  const t = useTexts('providers')
  const offers = useTexts('offers')
  const [query, setQuery] = useState('')
  const [fetching, setFetching] = useState(false)
  const [all, setAll] = useState(false)
  const { routes } = provider
  const { own, range } = useRange(provider.id)
  const rows = useQuery(askBreakdown('admin', { ...own, by: 'model' })).data?.items
  const figures = new Map(rows?.map(({ id, current }) => [id, current]))
  const wanted = query.trim().toLowerCase()
  const ordered = useSteadyOrder(routes, {
    idOf: ({ id }) => id,
    figureOf: rows && (({ model }) => figures.get(model)?.requests ?? 0),
    of: range,
  })
  const shown = ordered.filter((route) => `${route.model} ${route.upstream_name}`.toLowerCase().includes(wanted))
  const most = all || wanted !== '' ? SHOWN : AT_FIRST
  return (
    <Card flush aria-label={t('detail.mapping')}>
      <CardHead
        title={t('detail.mapping')}
        remark={
          <span className="hide">
            {t('detail.mappingHint')} · {offers('mapping.figures', { range: offers(`range.${range}`) })}
          </span>
        }
      >
        {routes.length >= SEARCH_FROM && (
          <SearchField value={query} onChange={setQuery} label={t('detail.searchRoutes')} />
        )}
        <Button small onClick={() => setFetching(true)}>
          <Icon of={RefreshCw} small />
          {t('detail.discover')}
        </Button>
      </CardHead>
      {routes.length === 0 ? (
        <Empty icon={Boxes} title={t('detail.noRoutes')} />
      ) : shown.length === 0 ? (
        <Empty icon={SearchX} title={t('picks.nothing', { query: query.trim() })} />
      ) : (
        <ul>
          {shown.slice(0, most).map((route) => (
            <Row
              key={route.id}
              {...{ route, provider, source, range }}
              asked={rows && (figures.get(route.model) ?? null)}
            />
          ))}
        </ul>
      )}
      {shown.length > most && most === AT_FIRST && (
        <button type="button" className="link block px-4 py-2 text-cell" onClick={() => setAll(true)}>
          {t('detail.allRoutes', { count: shown.length })}
        </button>
      )}
      {shown.length > SHOWN && most === SHOWN && (
        <p className="t3 border-t border-line px-4 py-2">{t('picks.more', { shown: SHOWN, total: shown.length })}</p>
      )}
      <AddRoute provider={provider} source={source} />
      <Suspense fallback={null}>
        {fetching && <DiscoverDrawer {...{ provider, source }} onClose={() => setFetching(false)} />}
      </Suspense>
    </Card>
  )
}

type RowProps = Props & {
  route: Route
  range: Range
  /** What the model was asked for here; null for nothing, left out while that is not known. */
  asked: Totals | null | undefined
}

function Row({ route, provider, source, range, asked }: RowProps) {
  const t = useTexts('providers')
  const { model, upstream_name, enabled, priced } = route
  const isThis = (row: { model: string; upstream_name?: string | undefined }) =>
    row.model === model && row.upstream_name === upstream_name
  const remove = async () => {
    const saved = await source.act(provider, (now) => ({
      routes: routeInputs(now).filter((row) => !isThis(row)),
    }))
    if (!saved.ok) {
      if (saved.error) toast.error(t('detail.saveFailed'), whyOf(saved.error, t('act.noAnswer')))
      return
    }
    const after = saved.provider
    toast.success(t('detail.routeRemoved', { name: model }), undefined, {
      label: t('providerList.undo'),
      run: () =>
        void source.change(after, (now) => ({ routes: [...routeInputs(now), { model, upstream_name, enabled }] })),
    })
  }
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-t border-line px-4 py-2 text-cell first:border-0 desk:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_170px_110px_auto] ${enabled ? '' : 'text-text3'}`}
    >
      <span className="row gap12 min-w-0">
        <MarkTile names={[model, upstream_name]} size={24} />
        <span className="wrap-anywhere">{model}</span>
      </span>
      <span className="order-3 min-w-0 wrap-anywhere max-desk:col-span-full max-desk:pl-9 desk:order-none">
        {model === upstream_name ? (
          <span className="text-text3">{t('detail.same')}</span>
        ) : (
          <>
            <span aria-hidden="true">→ </span>
            <span className="m">{upstream_name}</span>
          </>
        )}
      </span>
      <Asked {...{ asked, range }} />
      <span className="order-5 max-desk:justify-self-end desk:order-none">
        {priced ? (
          <span className="text-text3">{t('detail.priced')}</span>
        ) : (
          <span className="row gap4">
            <span className="warn">! {t('detail.unpriced')}</span>
            <Link to="/admin/models-providers" search={{ tab: 'models', model }}>
              {t('detail.setPrice')}
            </Link>
          </span>
        )}
      </span>
      <span className="row order-2 desk:order-none">
        <SavingSwitch
          checked={enabled}
          aria-label={t('detail.enableRoute', { name: model })}
          onSave={(on) =>
            source.change(provider, (now) => ({
              routes: routeInputs(now).map((row) => (isThis(row) ? { ...row, enabled: on } : row)),
            }))
          }
        />
        <Button
          kind="ghost"
          icon
          small
          aria-label={t('detail.removeRoute', { name: model })}
          onClick={() => void remove()}
        >
          <Icon of={X} small />
        </Button>
      </span>
    </li>
  )
}

/** How often a model was asked for here, and what that cost upstream. */
function Asked({ asked, range }: Pick<RowProps, 'asked' | 'range'>) {
  const t = useTexts('offers')
  const { count, usd } = useFormat()
  if (asked === undefined) return <span className="order-4 desk:order-none" />
  const requests = asked?.requests ?? 0
  return (
    <span
      className={`n order-4 max-desk:pl-9 desk:order-none desk:text-right ${requests === 0 ? 'text-text3' : ''}`}
      title={t(`range.${range}`)}
    >
      {t('mapping.requests', { count: requests, n: count(requests) })} · {usd(asked?.upstream_cost ?? '0')}
    </span>
  )
}

function AddRoute({ provider, source }: Props) {
  const t = useTexts('providers')
  const [model, setModel] = useState('')
  const [upstream, setUpstream] = useState('')
  const [busy, setBusy] = useState(false)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const name = model.trim()
    if (name === '' || busy) return
    setBusy(true)
    const upstream_name = upstream.trim() || name
    const restOf = (now: Provider) =>
      routeInputs(now).filter((row) => row.model !== name || row.upstream_name !== upstream_name)
    const done = await source.change(provider, (now) => ({
      routes: [...restOf(now), { model: name, upstream_name, enabled: true }],
    }))
    setBusy(false)
    if (!done) return
    setModel('')
    setUpstream('')
  }
  const fields = [
    [t('detail.model'), model, setModel, 'llama-4-70b'],
    [t('detail.upstream'), upstream, setUpstream, model.trim() || 'meta/llama-4-70b'],
  ] as const
  return (
    <form
      className="grid grid-cols-2 gap-2 border-t border-line px-4 py-3 desk:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
      onSubmit={(event) => void add(event)}
    >
      {fields.map(([label, value, set, example]) => (
        <span key={label} className="in m">
          <input
            value={value}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            aria-label={label}
            placeholder={`${label}: ${example}`}
            onChange={(event) => set(event.target.value)}
          />
        </span>
      ))}
      <Button type="submit" className="max-desk:col-span-full" busy={busy} disabled={model.trim() === ''}>
        <Icon of={Plus} small />
        {t('detail.addRoute')}
      </Button>
    </form>
  )
}
