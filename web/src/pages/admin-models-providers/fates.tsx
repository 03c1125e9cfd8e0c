import { Link } from '@tanstack/react-router'
import type { RoutingFate } from '../../../../src/contract/routing.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { PROTOCOL_NAMES } from '../../lib/offers/protocol-names.ts'
import { skipWords } from '../../lib/traffic/skip-words.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Countdown } from '../../ui/countdown.tsx'
import { Status, type StatusState } from '../../ui/status.tsx'
import { Table, TwoLines } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'

const COLUMNS = 7

/** The ways to reach a model: those that would be asked, in order, then those that are skipped and why. */
export function Fates({ kept, skipped }: { kept: readonly RoutingFate[]; skipped: readonly RoutingFate[] }) {
  const t = useTexts('routing')
  return (
    <Table label={t('simulation.title')} tall>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{t('column.candidate')}</th>
          <th scope="col">{t('column.verdict')}</th>
          <th scope="col" className="hide">
            {t('column.protocol')}
          </th>
          <th scope="col" className="r hide">
            {t('column.priority')}
          </th>
          <th scope="col" className="r hide">
            {t('column.weight')}
          </th>
          <th scope="col" className="r hide">
            {t('column.firstToken')}
          </th>
        </tr>
      </thead>
      <tbody>
        {kept.length > 0 && <Part name={t('kept')} count={kept.length} />}
        {kept.map((fate) => (
          <Fate key={nameOf(fate)} fate={fate} />
        ))}
        {skipped.length > 0 && <Part name={t('skipped')} count={skipped.length} />}
        {skipped.map((fate) => (
          <Fate key={nameOf(fate)} fate={fate} />
        ))}
      </tbody>
    </Table>
  )
}

const nameOf = ({ endpoint, credential, protocol, upstream_name: name }: RoutingFate) =>
  [endpoint.id, credential.id, protocol, name].join(' ')

function Part({ name, count }: { name: string; count: number }) {
  return (
    <tr className="rt-part">
      <th scope="rowgroup" colSpan={COLUMNS}>
        {name} · {count}
      </th>
    </tr>
  )
}

function Fate({ fate }: { fate: RoutingFate }) {
  const t = useTexts('routing')
  const format = useFormat()
  return (
    <tr className={fate.position === null ? 'rt-out' : ''}>
      <td className="n b">{fate.position ?? ''}</td>
      <td>
        <Candidate fate={fate} />
      </td>
      <td>
        <Verdict fate={fate} />
      </td>
      <td className="hide">
        <span className="row gap4">
          {PROTOCOL_NAMES[fate.protocol].name}
          {fate.translated && <Tag>{t('translated')}</Tag>}
        </span>
      </td>
      <td className="r hide">{fate.priority}</td>
      <td className="r hide">{fate.weight}</td>
      <td className="r hide">{format.seconds(fate.first_token_ms)}</td>
    </tr>
  )
}

function Candidate({ fate: { provider, credential, endpoint } }: { fate: RoutingFate }) {
  const t = useTexts('routing')
  const { host } = new URL(endpoint.base_url)
  return (
    <TwoLines under={`${host} · ${t('tail', { last4: credential.last4 })}`}>
      <Link to={`/admin/providers/${encodeURIComponent(provider.id)}`}>{provider.name}</Link>
    </TwoLines>
  )
}

/** How grave each reason is; those that are not named are a matter of settings. */
const STATES: Readonly<Record<string, StatusState>> = {
  breaker: 'broken',
  invalid: 'upstream_error',
  exhausted: 'upstream_error',
  cooling: 'limited',
  rate: 'limited',
  concurrency: 'limited',
}

function Verdict({ fate: { position, reason, until, credential } }: { fate: RoutingFate }) {
  const t = useTexts('routing')
  const words = useTexts('requests')
  if (reason === null) return <Status state="healthy">{t(position === 1 ? 'primary' : 'fallback')}</Status>
  const busy = reason === 'concurrency' && credential.limit !== null
  return (
    <TwoLines under={busy ? t('inFlight', { used: credential.in_flight, limit: credential.limit ?? 0 }) : undefined}>
      <Status state={STATES[reason] ?? 'cancelled'}>
        {skipWords(reason, words)}
        {until !== null && <Countdown until={until} />}
      </Status>
    </TwoLines>
  )
}
