import type { Totals } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { failedShare, tokensOf } from '../../lib/traffic/figures.ts'
import { useFormat } from '../../lib/use-format.ts'
import type { ShownRow } from './breakdown.tsx'
import { MANY_FAILURES } from './breakdown-line.tsx'

type Props = { rows: readonly ShownRow[]; digits: 2 | 4; total: Totals | undefined; onPick: (id: string) => void }

/** The breakdown for narrow screens: two lines a row. */
export function BreakdownCards({ rows, digits, total, onPick }: Props) {
  const t = useTexts('usage')
  const format = useFormat()
  const all = format.plotted(total?.cost ?? '0')
  return (
    <div className="px-4">
      {rows.map(({ row, name, colour }) => {
        const failed = failedShare(row.current) ?? 0
        return (
          <button key={row.id} type="button" className="us-card" onClick={() => onPick(row.id)}>
            <span className="el">
              <i className="cdot" style={{ background: colour }} /> {name}
            </span>
            <b className="b n">{format.usd(row.current.cost, digits)}</b>
            <span className="t3 r">{format.percent(all > 0 ? format.plotted(row.current.cost) / all : null)}</span>
            <span className="row broad t3 n">
              <span>{t('requestsCount', { count: row.current.requests, n: format.count(row.current.requests) })}</span>
              <span>{t('tokensCount', { n: format.tokens(tokensOf(row.current)) })}</span>
              <span className="row">
                <span>
                  {t('firstToken')} {format.seconds(row.current.first_token_p50)}
                </span>
                <span className={failed > MANY_FAILURES ? 'warn' : ''}>
                  {t('failedShort', { share: format.percent(failed) })}
                </span>
              </span>
            </span>
          </button>
        )
      })}
    </div>
  )
}
