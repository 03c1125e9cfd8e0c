import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { WAITS } from '../../lib/provider/waits.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ProbeNow } from '../../ui/provider/probe-now.tsx'
import { Status, type StatusState } from '../../ui/status.tsx'
import { AskedText } from './asked-text.tsx'
import { useStrips } from './use-strips.ts'

/** The addresses and what each is asked for. */
export function EndpointsCard({ provider, onEdit }: { provider: Provider; onEdit: () => void }) {
  const t = useTexts('providers')
  const strips = useStrips(provider.id).data?.endpoints
  return (
    <Card flush aria-label={t('detail.endpoints')}>
      <CardHead title={t('detail.endpoints')}>
        <Button small onClick={onEdit}>
          <Icon of={Pencil} small />
          {t('detail.editEndpoints')}
        </Button>
      </CardHead>
      <ul>
        {provider.endpoints.map((endpoint) => (
          <li
            key={endpoint.id}
            className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-0.5 border-t border-line px-4 py-2.5 text-cell first:border-0 desk:grid-cols-[96px_minmax(0,1.3fr)_minmax(0,0.9fr)_minmax(0,1fr)_150px] desk:items-center min-[1280px]:grid-cols-[96px_minmax(0,1.3fr)_minmax(0,0.9fr)_minmax(0,1fr)_216px]"
          >
            <b className="font-medium">{t(`dialect.${endpoint.dialect}`)}</b>
            <span className="row gap4 min-w-0">
              <span className="m wrap-anywhere">{endpoint.base_url}</span>
              <CopyButton text={endpoint.base_url} what={t('detail.endpoint')} />
            </span>
            <span className="t2">{endpoint.protocols.map((protocol) => t(`protocol.${protocol}`)).join(' · ')}</span>
            <Standing endpoint={endpoint} provider={provider} />
            <span className="t2 desk:text-right">
              <AskedText strip={strips?.find(({ id }) => id === endpoint.id)} />
            </span>
          </li>
        ))}
      </ul>
      <div className="foot">
        <WayOut provider={provider} />
      </div>
    </Card>
  )
}

/** How the endpoints are reached. */
function WayOut({ provider: { proxy, ca, http2 } }: { provider: Provider }) {
  const t = useTexts('offers')
  const parts = [
    proxy === null ? t('wayOut.straight') : t('wayOut.proxy', { proxy }),
    ca !== null && t('wayOut.ca'),
    http2 && 'HTTP/2',
  ]
  return <span className="wrap-anywhere">{parts.filter(Boolean).join(' · ')}</span>
}

type Endpoint = Provider['endpoints'][number]

const BREAKERS = { closed: 'healthy', open: 'broken', half_open: 'degraded' } as const satisfies Record<
  Provider['health']['endpoints'][number]['breaker'],
  StatusState
>

/** Whether it is asked at present, what it has under way, and what it is allowed. */
function Standing({ endpoint, provider }: { endpoint: Endpoint; provider: Provider }) {
  const t = useTexts('providers')
  const format = useFormat()
  const now = provider.health.endpoints.find((one) => one.id === endpoint.id)
  const { id, base_url: name, max_concurrency: most } = endpoint
  const breaker = now?.breaker ?? 'closed'
  const parts = now?.parts ?? []
  const limit = most ?? t('detail.any')
  const waits = WAITS.flatMap((name) => {
    const ms = endpoint.timeouts[name]
    return ms === null ? [] : `${t(`detail.wait.${name}`)} ${format.duration(ms)}`
  })
  return (
    <span className="row wrap gap4 t3 n">
      <Status state={BREAKERS[breaker]}>
        {t(`detail.breaker.${breaker}`)}
        {now?.until && <Countdown until={now.until} />}
      </Status>
      {parts.map((part) => (
        <RestingPart key={`${part.model} ${part.user_id}`} part={part} />
      ))}
      {(breaker !== 'closed' || parts.length > 0) && (
        <ProbeNow part={{ kind: 'endpoint', id }} {...{ provider, name }} />
      )}
      <span>{[t('detail.inFlight', { used: now?.in_flight ?? 0, limit }), ...waits].join(' · ')}</span>
    </span>
  )
}

type Part = Provider['health']['endpoints'][number]['parts'][number]

/** A model that rests while its endpoint goes on, for everybody or for one user. */
function RestingPart({ part: { model, user_id: user, breaker, until } }: { part: Part }) {
  const t = useTexts('providers')
  return (
    <span className="row wrap gap4 basis-full">
      <span className="m wrap-anywhere">{model}</span>
      <Status state={BREAKERS[breaker]}>
        {t(`detail.breaker.${breaker}`)}
        {until && <Countdown until={until} />}
      </Status>
      {user !== null && (
        <Link to="/admin/users" search={{ user }}>
          {t('detail.oneUserOnly')}
        </Link>
      )}
    </span>
  )
}
