import { useQuery } from '@tanstack/react-query'
import { adminAnomalies, type Anomaly } from '../../../../../src/contract/anomalies.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { ask } from '../../../lib/query.ts'
import { useSearchParams } from '../../../lib/search-params.ts'
import { noFilters } from '../../../lib/traffic/filters.ts'
import { useFormat, useZone } from '../../../lib/use-format.ts'
import { Card, CardHead } from '../../../ui/card.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Table } from '../../../ui/table.tsx'
import { Block } from '../../../ui/traffic/block.tsx'
import { useValueName } from '../value-name.ts'
import { AnomalyRules } from './anomaly-rules.tsx'

const KINDS = ['provider', 'user', 'key', 'model'] as const

/** What of today is unlike the week before; each leads to the requests it is about. */
export function AnomaliesCard() {
  const t = useTexts('analysis')
  const answer = useQuery(ask(adminAnomalies, { query: { tz: useZone() } }))
  return (
    <Card flush className="relative">
      <CardHead title={t('anomalies.title')} remark={t('anomalies.remark')}>
        <AnomalyRules />
      </CardHead>
      <Block query={answer} bones={<TableSkeleton rows={4} />}>
        {({ items, compared }) => (
          <>
            {items.length > 0 && <Rows items={items} />}
            <p className="t3 px-4 py-3">
              {compared === 0
                ? t('anomalies.few')
                : items.length === 0
                  ? t('anomalies.none')
                  : t('anomalies.others', { count: compared - items.length, n: compared - items.length })}
            </p>
          </>
        )}
      </Block>
    </Card>
  )
}

function Rows({ items }: { items: readonly Anomaly[] }) {
  const t = useTexts('analysis')
  return (
    <Table label={t('anomalies.title')}>
      <thead>
        <tr>
          <th scope="col">{t('anomalies.subject')}</th>
          <th scope="col">{t('anomalies.figure')}</th>
          <th scope="col" className="r">
            {t('anomalies.value')}
          </th>
          <th scope="col" className="r hide">
            {t('anomalies.usual')}
          </th>
          <th scope="col" className="r">
            {t('anomalies.change')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={JSON.stringify([item.metric, item.subject])} item={item} />
        ))}
      </tbody>
    </Table>
  )
}

/** Whether the usual is so little that the factor is of a floor instead: then the value is more than that times the usual. */
const isFloor = ({ value, usual, factor }: Anomaly): boolean =>
  factor !== null && Number(value) > Number(usual) * (factor + 0.01)

function Row({ item }: { item: Anomaly }) {
  const t = useTexts('analysis')
  const format = useFormat()
  const valueName = useValueName()
  const [, change] = useSearchParams()
  const { metric, subject, factor } = item
  const parts = KINDS.flatMap((kind) => {
    const named = subject[kind]
    return named ? [valueName(kind, named.id, named.name)] : []
  })
  const name = parts.length === 0 ? t('anomalies.whole') : parts.join(' · ')
  const write = (value: string) => (metric === 'cost' ? format.usd(value) : format.percent(Number(value)))
  const open = () =>
    change(
      {
        ...noFilters('admin'),
        ...Object.fromEntries(KINDS.map((kind) => [kind, subject[kind]?.id ?? null])),
        tab: 'requests',
        range: 'today',
        from: null,
        to: null,
        ...(metric === 'failed' && { status: ['failed', 'refused'] }),
      },
      { push: true },
    )
  const tone = item.severity === 'critical' ? 'err' : 'warn'
  return (
    <tr>
      <td>
        <button
          type="button"
          className="link us-pick el text-left max-desk:max-w-32 max-desk:whitespace-normal"
          aria-label={t('anomalies.see', { name })}
          onClick={open}
        >
          {name}
        </button>
      </td>
      <td className="t2">{t(`anomalies.metric.${metric}`)}</td>
      <td className="r">
        <b className="b">{write(item.value)}</b>
      </td>
      <td className="r t2 hide">{write(item.usual)}</td>
      <td className={`r ${tone}`}>
        {factor === null
          ? t('anomalies.negative')
          : t(isFloor(item) ? 'anomalies.over' : 'anomalies.times', { n: format.exact(factor) })}
      </td>
    </tr>
  )
}
