import type { ReactNode } from 'react'
import type { Totals } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { usePreference } from '../../lib/preferences.ts'
import { useScope } from '../../lib/scope.ts'
import { failedShare, margin, switchedShare, tokensOf } from '../../lib/traffic/figures.ts'
import { useFormat } from '../../lib/use-format.ts'
import type { ShownRow } from './breakdown.tsx'
import { meanCost, NARROW } from './breakdown-sort.ts'

/** Above this share of failures a row says so. */
export const MANY_FAILURES = 0.02

/** How many digits the columns of money have after the point, so that each keeps one precision. */
export type Digits = { cost: 2 | 4; mean: 2 | 4 }

type LineProps = {
  shown: ShownRow
  digits: Digits
  /** The cost of all rows, and of the costliest. */
  total: string
  most: string
  chosen: boolean
  onPick: () => void
  /** What unfolds the row. */
  fold?: ReactNode
  /** Whether it stands below the row that it is a part of. */
  nested?: boolean
}

/** One row of the breakdown. */
export function BreakdownLine({ shown, digits, total, most, chosen, onPick, fold, nested = false }: LineProps) {
  const format = useFormat()
  const { row, name, colour } = shown
  const cost = format.plotted(row.current.cost)
  const part = (of: string) => (format.plotted(of) > 0 ? cost / format.plotted(of) : 0)
  return (
    <tr className={`open ${chosen ? 'sel' : nested ? 'bg-sunken' : ''}`} onClick={onPick}>
      <td className={nested ? 'us-nested' : ''}>
        {fold}
        <button type="button" className="us-pick el" aria-pressed={chosen}>
          {!nested && <i className="cdot" style={{ background: colour }} />} {name}
        </button>
      </td>
      <Figures totals={row.current} previousCost={row.previous_cost} digits={digits} />
      <td>
        <span className="bar us-bar" aria-hidden="true">
          <i style={{ width: `${part(most) * 100}%`, background: colour }} />
        </span>
        <span className="us-percent r">{format.percent(format.plotted(total) > 0 ? part(total) : null)}</span>
      </td>
    </tr>
  )
}

/** The totals under the rows. */
export function TotalLine({ totals, digits }: { totals: { current: Totals; previous: Totals }; digits: Digits }) {
  const t = useTexts('usage')
  const format = useFormat()
  return (
    <tr className="tot">
      <td>{t('total')}</td>
      <Figures totals={totals.current} previousCost={totals.previous.cost} digits={digits} />
      <td>
        <span className="us-bar" />
        <span className="us-percent r">{format.percent(format.plotted(totals.current.cost) > 0 ? 1 : null)}</span>
      </td>
    </tr>
  )
}

function Figures({ totals, previousCost, digits }: { totals: Totals; previousCost: string; digits: Digits }) {
  const format = useFormat()
  const scope = useScope()
  const admin = scope === 'admin'
  const narrow = NARROW[scope][usePreference('tokens') === 'full' ? 'full' : 'short']
  const failed = failedShare(totals) ?? 0
  const left = margin(totals)
  const lost = left.share !== null && left.share < 0
  return (
    <>
      <td className="r">{format.count(totals.requests)}</td>
      <td className="r" title={format.exact(tokensOf(totals))}>
        {format.tokens(tokensOf(totals))}
      </td>
      <td className="r" title={format.usdExact(totals.cost)}>
        {format.usd(totals.cost, digits.cost)}
      </td>
      {admin && (
        <>
          <td className={`r t2 ${narrow.upstream ?? ''}`}>{format.usd(totals.upstream_cost, digits.cost)}</td>
          <td className={lost ? 'r err' : 'r'}>{format.usd(left.amount, digits.cost)}</td>
          <td className={`r ${lost ? 'err' : ''} ${narrow.marginShare ?? ''}`}>{format.percent(left.share)}</td>
        </>
      )}
      <td className={`r t2 ${narrow.change}`}>
        {format.change(format.plotted(totals.cost), format.plotted(previousCost))}
      </td>
      <td className={`r ${narrow.mean}`}>{format.usd(meanCost(totals), digits.mean)}</td>
      <td className={`r ${narrow.p50 ?? ''}`}>{format.seconds(totals.first_token_p50)}</td>
      <td className={`r ${narrow.p95 ?? ''}`}>{format.seconds(totals.first_token_p95)}</td>
      <td className={failed > MANY_FAILURES ? 'r warn' : 'r'}>
        {failed > MANY_FAILURES ? '! ' : ''}
        {format.percent(failedShare(totals))}
      </td>
      {admin && <td className={`r ${narrow.switched}`}>{format.percent(switchedShare(totals))}</td>}
    </>
  )
}
