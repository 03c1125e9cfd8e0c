import type { UseQueryResult } from '@tanstack/react-query'
import type { MatrixRow, OverviewView } from '../../../../../src/contract/overview.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Card, CardHead } from '../../../ui/card.tsx'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { Block } from '../../../ui/traffic/block.tsx'
import { RankBones } from '../../../ui/traffic/bones.tsx'

type Now = OverviewView['now']
type Props = { query: UseQueryResult<OverviewView>; providers: readonly MatrixRow[] }

/** How much is going on at this moment. */
export function NowCard({ query, providers }: Props) {
  const t = useTexts('overview')
  return (
    <Card className="relative">
      <CardHead title={t('now.title')} />
      <Block query={query} bones={<RankBones rows={4} />}>
        {({ now }) => (
          <div className="ov-now">
            <Open now={now} providers={providers} />
            <Rates minutes={now.minutes} />
          </div>
        )}
      </Block>
    </Card>
  )
}

/** Of whom as many are named as find room. */
const NAMED = 3

function Open({ now, providers }: { now: Now; providers: readonly MatrixRow[] }) {
  const t = useTexts('overview')
  const format = useFormat()
  const busy = providers.filter((row) => row.in_flight > 0).toSorted((a, b) => b.in_flight - a.in_flight)
  const names = busy.slice(0, NAMED).map((row) => `${row.name} ${format.count(row.in_flight)}`)
  return (
    <div>
      <span className="two">
        <span>{t('now.open')}</span>
        <span className="el">{names.length > 0 ? names.join(' · ') : t('now.idle')}</span>
      </span>
      <span className="sp" />
      <b className="ov-open n">{format.count(now.open_requests)}</b>
    </div>
  )
}

function Rates({ minutes }: { minutes: Now['minutes'] }) {
  const t = useTexts('overview')
  const format = useFormat()
  // The present minute is not over: it would always look like a fall.
  const whole = minutes.slice(0, -1)
  const last = whole.at(-1)
  const switched = minutes.reduce((sum, minute) => sum + minute.switched, 0)
  const rows = [
    { id: 'rpm', value: format.count(last?.requests ?? 0), values: whole.map(({ requests }) => requests) },
    { id: 'tpm', value: format.tokens(last?.tokens ?? 0), values: whole.map(({ tokens }) => tokens) },
    { id: 'switched', value: format.count(switched), values: whole.map((minute) => minute.switched) },
  ] as const
  return rows.map(({ id, value, values }) => (
    <div key={id}>
      <span className="ov-rate">{t(`now.${id}`)}</span>
      <Sparkline values={values} label={t('now.trend', { name: t(`now.${id}`) })} width={104} height={24} />
      <span className="sp" />
      <span className="two r">
        <b className="b n">{value}</b>
        <span>{t(`now.${id}Unit`)}</span>
      </span>
    </div>
  ))
}
