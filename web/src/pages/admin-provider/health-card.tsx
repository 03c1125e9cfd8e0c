import type { Incident } from '../../../../src/contract/catalogue.ts'
import type { ProviderStrips, Strip } from '../../../../src/contract/provider-strips.ts'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { DIALECT_NAMES } from '../../lib/offers/protocol-names.ts'
import { useHealthWords } from '../../lib/offers/use-health-words.ts'
import { useWayWords } from '../../lib/offers/use-way-words.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { IncidentStatus } from '../../ui/offers/incident-status.tsx'
import { LongStrip } from '../../ui/offers/long-strip.tsx'
import { StripAxis, StripLegend } from '../../ui/offers/strip-axis.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { BoxBones } from '../../ui/traffic/bones.tsx'
import { useRange } from './use-range.ts'
import { useStrips } from './use-strips.ts'

/** How each endpoint and credential did over the range, tick by tick, and when the provider did not do as usual. */
export function HealthCard({ provider }: { provider: Provider }) {
  const t = useTexts('providers')
  const offers = useTexts('offers')
  const words = useHealthWords()
  const { range } = useRange(provider.id)
  const query = useStrips(provider.id)
  const each = query.data && t('detail.health.each', { span: words.span(query.data.tick_ms) })
  return (
    <Card className="relative">
      <CardHead
        title={t('detail.health.title')}
        remark={[offers(`range.${range}`), each].filter((one) => one !== undefined).join(' · ')}
      >
        <StripLegend />
      </CardHead>
      <Block query={query} bones={<BoxBones height={96} />}>
        {(data) => (
          <div className="grid gap-4">
            <Strips provider={provider} strips={data} />
            <Incidents incidents={data.incidents} />
          </div>
        )}
      </Block>
    </Card>
  )
}

function Strips({ provider, strips }: { provider: Provider; strips: ProviderStrips }) {
  const t = useTexts('providers')
  const tickMs = strips.tick_ms
  return (
    <div className="strips four">
      <span className="t3 hide">{t('detail.health.way')}</span>
      <span className="hide" />
      <span className="t3 r hide">{t('detail.health.availability')}</span>
      <span className="t3 r hide">{t('detail.health.firstToken')}</span>
      {provider.endpoints.map(({ id, dialect, base_url }) => (
        <Row
          key={id}
          name={DIALECT_NAMES[dialect]}
          kind={t('detail.health.endpoint')}
          title={base_url}
          tickMs={tickMs}
          strip={strips.endpoints.find((strip) => strip.id === id)}
        />
      ))}
      {provider.credentials.map(({ id, name, last4 }) => (
        <Row
          key={id}
          name={name}
          kind={t('detail.health.credential')}
          title={last4 === '' ? name : t('detail.set', { last4 })}
          tickMs={tickMs}
          strip={strips.credentials.find((strip) => strip.id === id)}
        />
      ))}
      <span className="strips-pad" />
      <StripAxis ticks={strips.endpoints[0]?.ticks ?? []} tickMs={tickMs} />
      <span className="strips-pad" />
      <span className="strips-pad" />
    </div>
  )
}

/** From this share of answers on nothing is worth a colour. */
const WELL = 0.99

type RowProps = { name: string; kind: string; title: string; tickMs: number; strip: Strip | undefined }

/** One endpoint or credential; nothing of one that was made since the strips were asked for. */
function Row({ name, kind, title, tickMs, strip }: RowProps) {
  const { percent, seconds } = useFormat()
  const words = useWayWords()
  if (strip === undefined) return null
  const { availability, first_token_p50: firstToken, ticks } = strip
  const poor = availability !== null && availability < WELL
  return (
    <>
      <span className="row gap4 min-w-0 text-cell" title={title}>
        <b className="el font-medium">{name}</b>
        <span className="t3 nw">{kind}</span>
      </span>
      <LongStrip
        name={`${name} ${kind}`}
        share={percent(availability)}
        ticks={ticks}
        say={(tick) => words(tick, tickMs)}
      />
      <span className={`n r text-cell ${poor ? 'err font-semibold' : ''}`}>{percent(availability)}</span>
      <span className="n r text-cell t2">{seconds(firstToken)}</span>
    </>
  )
}

/** So many of the latest are told. */
const SHOWN = 8

function Incidents({ incidents }: { incidents: readonly Incident[] }) {
  const offers = useTexts('offers')
  const { when } = useFormat()
  const words = useHealthWords()
  return (
    <ul className="grid gap-1.5 text-cell empty:hidden">
      {incidents.slice(0, SHOWN).map((incident) => (
        <li key={incident.from} className="row wrap">
          <span className="t3 n">{when(incident.from)}</span>
          <IncidentStatus trouble={incident.trouble} />
          <span className="t2">
            {words.what(incident)} ·{' '}
            {incident.to === null ? offers('events.lasting') : words.span(words.lasted(incident))}
          </span>
          <span className="t2 wrap-anywhere">{words.affected(incident)}</span>
        </li>
      ))}
    </ul>
  )
}
