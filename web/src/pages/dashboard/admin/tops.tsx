import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type BreakdownRow, type ErrorGroup, MOST_GROUPS, type Totals } from '../../../../../src/contract/usage.ts'
import { RankBars } from '../../../charts/rank-bars.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { askBreakdown, askErrors } from '../../../lib/traffic/ask.ts'
import { writeRange } from '../../../lib/time-range.ts'
import { failedShare, sum } from '../../../lib/traffic/figures.ts'
import { groupName } from '../../../lib/traffic/group-name.ts'
import { outcomeOfCode } from '../../../lib/traffic/outcome.ts'
import { useMask } from '../../../lib/traffic/privacy.ts'
import type { PeriodState } from '../../../lib/traffic/use-period.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Card, CardHead } from '../../../ui/card.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Status } from '../../../ui/status.tsx'
import { Block } from '../../../ui/traffic/block.tsx'
import { RankBones } from '../../../ui/traffic/bones.tsx'

const MOST = 10

type Props = { time: PeriodState; intervalMs: number | false }
/** `totals` are those of the period; undefined until they are read. */
type OpenProps = Props & { totals: Totals | undefined; onOpen: (id: string) => void }

/** Who and what costs most, and what fails most. */
export function Tops({ totals, onOpen, ...props }: OpenProps) {
  const t = useTexts('overview')
  const [who, setWho] = useState<'user' | 'key'>('user')
  return (
    <div className="g3 mt">
      <CostCard {...props} by={who}>
        <Segmented
          label={t('tops.label')}
          value={who}
          onChange={setWho}
          options={(['user', 'key'] as const).map((value) => ({ value, label: t(`tops.pick.${value}`) }))}
        />
      </CostCard>
      <CostCard {...props} by="model" />
      <ErrorsCard {...props} totals={totals} onOpen={onOpen} />
    </div>
  )
}

type CostProps = Props & { by: 'user' | 'key' | 'model'; children?: ReactNode }

function CostCard({ time, intervalMs, by, children }: CostProps) {
  const t = useTexts('overview')
  const query = useQuery({ ...askBreakdown('admin', { ...time.query, by }), refetchInterval: intervalMs })
  return (
    <Card className="relative">
      <CardHead title={t('tops.cost', { by: t(`tops.by.${by}`) })}>{children}</CardHead>
      <Block query={query} bones={<RankBones rows={6} />}>
        {({ items }) =>
          items.length === 0 ? <p className="t3">{t('tops.nothing')}</p> : <Costs items={items} by={by} time={time} />
        }
      </Block>
    </Card>
  )
}

type CostsProps = Pick<CostProps, 'by' | 'time'> & { items: readonly BreakdownRow[] }

function Costs({ items, by, time }: CostsProps) {
  const t = useTexts('overview')
  const charts = useTexts('charts')
  const { plotted, usd, usdDigits } = useFormat()
  const mask = useMask()
  const all = plotted(sum(items.map((row) => row.current.cost)))
  const digits = usdDigits(items.map(({ current }) => current.cost))
  const rest = items.slice(MOST)
  return (
    <>
      <RankBars
        rows={items.slice(0, MOST).map(({ id, name, current }) => ({
          id,
          name: by === 'model' ? groupName(id, name, charts) : mask(name),
          words: usd(current.cost, digits),
          share: all > 0 ? plotted(current.cost) / all : 0,
          colour: 'var(--accent)',
          link: { to: '/admin/usage', search: { ...writeRange(time.range), [by]: id } },
        }))}
      />
      {/* A list that is cut itself does not tell how many there are. */}
      {rest.length > 0 && items.length < MOST_GROUPS && (
        <p className="t3 n mt-2">
          {t(`tops.rest.${by}`, { count: rest.length, cost: usd(sum(rest.map((row) => row.current.cost))) })}
        </p>
      )}
    </>
  )
}

function ErrorsCard({ time, intervalMs, totals, onOpen }: OpenProps) {
  const t = useTexts('overview')
  const format = useFormat()
  const query = useQuery({ ...askErrors('admin', time.query), refetchInterval: intervalMs })
  const failures = (all: Totals) => {
    const values = { count: all.failed, n: format.count(all.failed), share: format.percent(failedShare(all)) }
    return t(time.range === 'today' ? 'tops.failedToday' : 'tops.failed', values)
  }
  return (
    <Card className="relative">
      <CardHead title={t('tops.errors')} remark={totals?.requests ? failures(totals) : undefined}>
        <Link
          to="/admin/usage"
          search={{ ...writeRange(time.range), tab: 'requests', status: ['failed', 'refused'] }}
          className="t3"
        >
          {t('tops.all')}
        </Link>
      </CardHead>
      <Block query={query} bones={<RankBones rows={6} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="t3">{t('tops.fine')}</p>
          ) : (
            <ul className="ov-errors">
              {items.slice(0, MOST).map((group) => (
                <ErrorLine key={group.sample_id} group={group} onOpen={onOpen} />
              ))}
            </ul>
          )
        }
      </Block>
    </Card>
  )
}

/** What failed, with whom most often, how often and when last; a press opens the last of them. */
function ErrorLine({ group, onOpen }: { group: ErrorGroup } & Pick<OpenProps, 'onOpen'>) {
  const t = useTexts('overview')
  const ui = useTexts('ui')
  const format = useFormat()
  const outcome = outcomeOfCode(group.http_status)
  const said = group.message ?? ui(`status.${outcome}`)
  return (
    <li>
      <Status state={outcome}>{group.http_status}</Status>
      <span className="two sp min-w-0 grid-cols-[minmax(0,1fr)]">
        <button
          type="button"
          className="el"
          title={group.message ?? group.error}
          onClick={() => onOpen(group.sample_id)}
        >
          {said}
        </button>
        <span className="el">{group.top_provider?.name ?? t('tops.gateway')}</span>
      </span>
      <span className="two justify-items-end">
        <span className="n nw">{t('tops.times', { count: group.count, n: format.count(group.count) })}</span>
        <span className="n nw" title={format.whenExact(group.last_at)}>
          {format.when(group.last_at)}
        </span>
      </span>
    </li>
  )
}
